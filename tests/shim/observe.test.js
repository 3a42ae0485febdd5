// The watched HTTP client, on the undici that Pi uses, against a server on loopback.

import assert from "node:assert/strict";
import { channel } from "node:diagnostics_channel";
import { createServer } from "node:http";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { fetch } from "undici";
import { load } from "../../pkg/load.js";
import { connect } from "../../pkg/host.js";
import { mark, watch } from "../../pkg/observe.js";
import { FakePi } from "./fake-pi.js";

/**
 * @import { RequestListener } from "node:http"
 * @import { AddressInfo } from "node:net"
 * @import { TestContext } from "node:test"
 */

/** @param {TestContext} t @param {RequestListener} answer */
async function serve(t, answer) {
	const server = createServer(answer);
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	t.after(() => server.close());
	t.after(watch());
	return `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/`;
}

/** @param {string} url @param {Record<string, string>} [headers] */
async function marked(url, headers = {}) {
	const { capture, release } = mark(headers);
	await fetch(url, { headers }).then((response) => response.text(), () => undefined);
	release();
	return capture;
}

test("a marked request brings its own response, and leaves without the mark", async (t) => {
	/** @type {string[]} */
	const sent = [];
	const url = await serve(t, (request, response) => {
		sent.push(...request.rawHeaders);
		response.writeHead(429, { "Retry-After": ["2", "3"], "Content-Encoding": "gzip" });
		response.end(gzipSync('{"error":"slow down"}'));
	});
	const capture = await marked(url, { "x-own": "1" });
	const { seen, status, headers, body } = capture;
	assert.deepEqual({ seen, status, body }, { seen: true, status: 429, body: '{"error":"slow down"}' });
	assert.deepEqual(headers["retry-after"], ["2", "3"]);
	assert.ok(sent.includes("x-own"));
	assert.ok(!sent.some((text) => /retry/i.test(text)), sent.join());
});

test("a hundred parallel requests to one path do not mix", async (t) => {
	const url = await serve(t, (request, response) => {
		const { searchParams } = new URL(request.url ?? "", "http://x");
		setImmediate(() => response.writeHead(400 + Number(searchParams.get("n")), { "x-n": searchParams.get("n") ?? "" }).end());
	});
	const numbers = Array.from({ length: 100 }, (_, n) => n);
	const captures = await Promise.all(numbers.map((n) => (n % 2 ? marked(`${url}?n=${n}`) : fetch(`${url}?n=${n}`))));
	for (const [n, capture] of captures.entries()) {
		assert.equal(capture.status, 400 + n);
		if (n % 2) assert.deepEqual(/** @type {Awaited<ReturnType<typeof marked>>} */ (capture).headers["x-n"], [String(n)]);
	}
});

test("of repeats under one mark the last response counts", async (t) => {
	let count = 0;
	const url = await serve(t, (_, response) => response.writeHead([500, 429][count++] ?? 200).end(`answer ${count}`));
	/** @type {Record<string, string>} */
	const headers = {};
	const { capture } = mark(headers);
	for (let i = 0; i < 2; i++) await (await fetch(url, { headers })).text();
	assert.deepEqual([capture.status, capture.body], [429, "answer 2"]);
});

test("a connection that failed shows its code", async (t) => {
	const url = await serve(t, (request) => request.socket.destroy());
	assert.equal((await marked(url)).code, "UND_ERR_SOCKET");
	const closed = createServer();
	await new Promise((resolve) => closed.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {AddressInfo} */ (closed.address());
	await new Promise((resolve) => closed.close(resolve));
	assert.equal((await marked(`http://127.0.0.1:${port}/`)).code, "ECONNREFUSED");
});

test("a body beyond a megabyte is kept in part, and that of an answer not at all", async (t) => {
	const url = await serve(t, (request, response) => {
		response.writeHead(request.url === "/ok" ? 200 : 503).end("x".repeat(3_000_000));
	});
	assert.equal((await marked(url)).body?.length, 1024 * 1024);
	assert.equal((await marked(`${url}ok`)).body, undefined);
});

test("nobody listens any more when the last session has ended", async () => {
	const listened = () => channel("undici:request:create").hasSubscribers;
	assert.equal(listened(), false);
	const sessions = [new FakePi(), new FakePi()];
	for (const pi of sessions) {
		connect(pi.api, load());
		await pi.fire("session_start");
	}
	assert.equal(listened(), true);
	await sessions[0]?.fire("session_shutdown");
	await sessions[0]?.fire("session_shutdown");
	assert.equal(listened(), true);
	await sessions[1]?.fire("session_shutdown");
	assert.equal(listened(), false);
});

test("a message of another shape on a channel disturbs nobody", (t) => {
	t.after(watch());
	for (const name of ["create", "headers", "bodyChunkReceived", "error"]) {
		for (const message of [undefined, null, {}, { request: {} }, { request: { headers: 5 }, response: null }]) {
			channel(`undici:request:${name}`).publish(message);
		}
	}
});
