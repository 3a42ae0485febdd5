// What the gateway's answers are made of, seen by a plain client.

import assert from "node:assert/strict";
import { once } from "node:events";
import { request as send } from "node:http";
import test from "node:test";
import zlib from "node:zlib";
import { rateLimited } from "./fates.js";
import { startGateway } from "./gateway.js";

/**
 * @import { IncomingMessage } from "node:http"
 * @import { TestContext } from "node:test"
 * @import { Step } from "./step.js"
 */

const DECOMPRESS = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync };

/** Asks a gateway that plans these steps. @param {TestContext} t @param {Step[]} plan */
async function ask(t, ...plan) {
	const gateway = await startGateway({ plan });
	t.after(() => gateway.close());
	const request = send(`${gateway.url}/v1/chat/completions`, { method: "POST" }).end("{}");
	const [response] = /** @type {[IncomingMessage]} */ (await once(request, "response"));
	return { gateway, request, response };
}

/** @param {IncomingMessage} response */
async function bytesOf(response) {
	const chunks = [];
	for await (const chunk of response) chunks.push(chunk);
	return Buffer.concat(chunks);
}

for (const encoding of /** @type {const} */ (["gzip", "deflate", "br", "zstd"])) {
	test(`a body is compressed by ${encoding}, and says so`, async (t) => {
		const { response } = await ask(t, rateLimited("openai-completions", { encoding }));
		assert.equal(response.headers["content-encoding"], encoding);
		const text = DECOMPRESS[encoding](await bytesOf(response)).toString();
		assert.equal(JSON.parse(text).error.message, "Too many requests.");
	});
}

test("a header can have several values", async (t) => {
	const { response } = await ask(t, { status: 429, headers: { "retry-after": ["2", "30"] } });
	assert.deepEqual(response.headersDistinct["retry-after"], ["2", "30"]);
});

test("a body can be bytes, empty, or come in chunks", async (t) => {
	const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
	assert.deepEqual(new Uint8Array(await bytesOf((await ask(t, { status: 500, body: bytes })).response)), bytes);
	const empty = await ask(t, { status: 429, body: "" });
	assert.equal((await bytesOf(empty.response)).length, 0);
	const chunked = await ask(t, { status: 500, body: "x".repeat(100), chunkBytes: 30 });
	assert.equal(chunked.response.headers["transfer-encoding"], "chunked");
	assert.equal((await bytesOf(chunked.response)).length, 100);
});

test("a body can be cut in the middle", async (t) => {
	const { response } = await ask(t, { status: 429, body: "x".repeat(100), cutAfterBytes: 10 });
	await assert.rejects(bytesOf(response), { code: "ECONNRESET" });
});

test("a response 103 can go ahead", async (t) => {
	const gateway = await startGateway({ plan: [{ status: 429, earlyLink: "</a>; rel=preload" }] });
	t.after(() => gateway.close());
	const request = send(`${gateway.url}/v1/chat/completions`, { method: "POST" }).end("{}");
	const early = once(request, "information");
	const [response] = await once(request, "response");
	assert.equal((await early)[0].statusCode, 103);
	assert.equal(response.statusCode, 429);
	response.resume();
});

test("a response can be raw bytes, and a request that goes astray is a 404 that costs no step", async (t) => {
	const { gateway, response } = await ask(t, { raw: "HTTP/1.1 418 Short\r\nx-odd: \xe9\r\ncontent-length: 0\r\n\r\n" }, { text: "next" });
	assert.deepEqual([response.statusCode, response.headers["x-odd"]], [418, "\xe9"]);
	assert.equal((await fetch(`${gateway.url}/v1/models`)).status, 404);
	assert.match(await (await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", body: "{}" })).text(), /next/);
});
