// Error bodies as they come: compressed, in chunks, cut, huge, or no text at all.

import assert from "node:assert/strict";
import test from "node:test";
import zlib from "node:zlib";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { startRpc } from "./pi.js";

/**
 * @import { TestContext } from "node:test"
 * @import { WorldOptions, RunOptions } from "./pi.js"
 * @import { Step } from "./step.js"
 */

/** Pi shows "You have hit your ChatGPT usage limit." in place of the text: only the body has the hint. */
const HINT = { error: { type: "rate_limit_exceeded", message: "Rate limit reached. Please try again in 500ms." } };
const FROM_BODY = hinted("500ms", { evidence: 'quota: "You have hit your ChatGPT usage limit"', source: "text try again in" });
const FROM_HEADER = hinted("500ms", { source: "header retry-after-ms" });

/** @param {TestContext} t @param {Step} failure @param {WorldOptions & RunOptions} [options] */
async function run(t, failure, options) {
	const world = await startRpc(t, { plan: [failure, {}], ...options });
	await world.rpc.promptAndSettle("hello");
	assert.equal(world.gateway.requests.length, 2);
	await world.rpc.close();
	assert.equal(world.rpc.stderr, "");
	return world;
}

/** @type {[name: string, step: Step][]} */
const READABLE = [
	["plain", {}],
	["compressed by gzip", { encoding: "gzip" }],
	["compressed by deflate", { encoding: "deflate" }],
	["compressed by br", { encoding: "br" }],
	["compressed by zstd", { encoding: "zstd" }],
	["in chunks", { chunkBytes: 7 }],
	["compressed and in chunks", { encoding: "gzip", chunkBytes: 7 }],
	["compressed twice", { headers: { "content-encoding": "gzip, gzip" }, body: zlib.gzipSync(zlib.gzipSync(JSON.stringify(HINT))) }],
	["of a type that is not named", { headers: { "content-type": "application/octet-stream" } }],
];

for (const [name, step] of READABLE) {
	test(`a hint is found in a body ${name}`, async (t) => {
		const settings = { retry: { enabled: false }, transport: "sse" };
		const { gateway, rpc } = await run(t, { status: 429, body: HINT, ...step }, { model: "codex", settings });
		assertSaid(rpc, [FROM_BODY, succeeded(1)]);
		assertWaited(gateway, 500);
	});
}

const RANDOM = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256);

/** @type {[name: string, step: Step][]} */
const UNREADABLE = [
	["cut", { body: "x".repeat(1000), cutAfterBytes: 100 }],
	["cut before its first byte", { body: "x".repeat(1000), cutAfterBytes: 0 }],
	["compressed and cut", { body: "x".repeat(1e6), encoding: "gzip", cutAfterBytes: 100 }],
	["of 3 MB", { body: longError(3e6) }],
	["of 3 MB in chunks", { body: longError(3e6), chunkBytes: 65536 }],
	["that unfolds to 10 MB", { body: longError(1e7), encoding: "gzip" }],
	["of bytes", { body: RANDOM }],
	["of bytes that claims to be JSON", { body: RANDOM, headers: { "content-type": "application/json" } }],
	["that claims to be compressed", { body: "plain", headers: { "content-encoding": "gzip" } }],
	["of an encoding that nobody knows", { body: "plain", headers: { "content-encoding": "rot13" } }],
	["of an HTML page", { body: "<html><body>429 Too Many Requests</body></html>", headers: { "content-type": "text/html" } }],
	["of JSON that is no object", { body: "[null]", headers: { "content-type": "application/json" } }],
];

for (const [name, step] of UNREADABLE) {
	test(`beside a body ${name}, status and headers still count`, async (t) => {
		const headers = { ...step.headers, "retry-after-ms": "500" };
		const { gateway, rpc } = await run(t, { status: 429, ...step, headers });
		assertSaid(rpc, [FROM_HEADER, succeeded(1)]);
		assertWaited(gateway, 500);
	});
}

/** @param {number} length */
function longError(length) {
	return { error: { message: "x".repeat(length) } };
}

test("while a body never ends, an abort ends the run, and nothing is said", async (t) => {
	const body = "x".repeat(1000);
	const failure = { status: 429, headers: { "retry-after": "30", "content-length": "5000" }, body, chunkBytes: 100 };
	const { gateway, rpc } = await startRpc(t, { plan: [failure] });
	await rpc.prompt("hello");
	await gateway.answered(1);
	await rpc.send({ type: "abort" });
	await rpc.settled();
	assertSaid(rpc, []);
	assert.equal(gateway.requests.length, 1);
});
