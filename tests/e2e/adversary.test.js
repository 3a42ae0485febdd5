// A provider that wants to do harm: whatever it sends, Pi lives, and no wait leaves its limits.

import assert from "node:assert/strict";
import test from "node:test";
import zlib from "node:zlib";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { rateLimited } from "./fates.js";
import { startRpc } from "./pi.js";

/**
 * @import { TestContext } from "node:test"
 * @import { WorldOptions, RunOptions } from "./pi.js"
 * @import { Step } from "./step.js"
 */

const FROM_HEADER = hinted("500ms", { source: "header retry-after-ms" });
const TOO_MANY = "HTTP/1.1 429 Too Many Requests\r\nretry-after-ms: 500\r\n";

/** @param {TestContext} t @param {WorldOptions & RunOptions} options */
async function run(t, options) {
	const world = await startRpc(t, { config: { baseDelayMs: 100 }, ...options });
	await world.rpc.promptAndSettle("hello");
	assert.equal((await world.rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
	await world.rpc.close();
	assert.equal(world.rpc.stderr, "");
	return world;
}

/** Returns names and values that fill `bytes` of a head. @param {number} bytes */
function padding(bytes) {
	return Array.from({ length: bytes / 1000 }, (_, i) => `x-padding-${i}: ${"v".repeat(980)}\r\n`).join("");
}

/** @param {string} text */
function half(text) {
	return Buffer.concat([zlib.gzipSync(text).subarray(0, 30), Buffer.from(text)]);
}

/** @type {[name: string, step: Step][]} */
const STILL_UNDERSTOOD = [
	["drips its headers", { raw: `${TOO_MANY}content-length: 0\r\n\r\n`, chunkBytes: 1, dripMs: 5 }],
	["drips its body", { ...limited({ "retry-after-ms": "500" }), chunkBytes: 2, dripMs: 10 }],
	["fills its head with 15 kB", { raw: `${TOO_MANY}${padding(15_000)}content-length: 0\r\n\r\n` }],
	[
		"sends 10 MB of headers in responses 103 before its response",
		{ raw: `HTTP/1.1 103 Early Hints\r\nretry-after-ms: 1\r\n${padding(14_000)}\r\n`.repeat(700) + `${TOO_MANY}content-length: 0\r\n\r\n` },
	],
	["sends a storm of responses 102 and 103", { raw: storm(5000) + `${TOO_MANY}content-length: 0\r\n\r\n` }],
	["sends bytes that are no text in headers and body", { raw: `${TOO_MANY}x-bytes: \xff\xfe\x80\r\ncontent-length: 4\r\n\r\n\xc3\x28\xff\xfe` }],
	["changes the encoding of its body half-way", { status: 429, headers: { "retry-after-ms": "500", "content-encoding": "gzip" }, body: half("Please try again in 90s. ".repeat(50)) }],
	["names a hundred encodings", { status: 429, headers: { "retry-after-ms": "500", "content-encoding": Array(100).fill("gzip").join(", ") }, body: "x" }],
	["repeats a header a thousand times", { raw: `${TOO_MANY}${"retry-after: 9\r\n".repeat(900)}content-length: 0\r\n\r\n` }],
];

for (const [name, step] of STILL_UNDERSTOOD) {
	test(`a provider that ${name} is waited for as it asked`, async (t) => {
		const { gateway, rpc } = await run(t, { plan: [step, {}] });
		assertSaid(rpc, [FROM_HEADER, succeeded(1)]);
		assertWaited(gateway, 500);
		assert.equal(gateway.requests.length, 2);
	});
}

/** @param {number} count */
function storm(count) {
	const lines = ["102 Processing", "103 Early Hints"];
	return Array.from({ length: count }, (_, i) => `HTTP/1.1 ${lines[i % 2]}\r\n\r\n`).join("");
}

/** @param {Record<string, string>} headers */
function limited(headers) {
	return rateLimited("openai-completions", { headers });
}

/** @type {[name: string, step: Step, category: string][]} */
const NO_RESPONSE = [
	["a head of 1 MB", { raw: `${TOO_MANY}${padding(1e6)}\r\n` }, "transport"],
	["a status 999", { raw: "HTTP/1.1 999 Request denied\r\ncontent-length: 0\r\n\r\n" }, "(?:transport|unknown)"],
	["a status 1000", { raw: "HTTP/1.1 1000 More\r\ncontent-length: 0\r\n\r\n" }, "transport"],
	["a response 100 that nobody asked for", { raw: `HTTP/1.1 100 Continue\r\n\r\n${TOO_MANY}content-length: 0\r\n\r\n` }, "transport"],
	["a status 199 and nothing else", { raw: "HTTP/1.1 199 Odd\r\n\r\n" }, "transport"],
];

for (const [name, step, category] of NO_RESPONSE) {
	test(`${name} is a failure like any other`, async (t) => {
		const { gateway, rpc } = await run(t, { plan: [step, {}] });
		assertSaid(rpc, [new RegExp(`^pi-retry: ${category} \\(.*\\); retry 1/10 in \\d+ms$`, "s"), succeeded(1)]);
		assert.equal(gateway.requests.length, 2);
	});
}

test("redirects in a circle end, and each retry goes round it once", async (t) => {
	const circle = { status: 307, headers: { location: "/v1/chat/completions", "retry-after": "30" } };
	const { gateway, rpc } = await startRpc(t, { plan: [() => circle], config: { baseDelayMs: 100, maxRetries: 2 } });
	await rpc.promptAndSettle("hello");
	const once = gateway.requests.length / 3;
	assert.ok(Number.isInteger(once) && once <= 21, `${gateway.requests.length} requests`);
	assert.match(rpc.notifications.at(-1)?.text ?? "", /^pi-retry: giving up after 2 retries: transport/);
});

for (const status of [200, 429]) {
	test(`a response ${status} whose body never ends is over with an abort, and the next prompt is answered`, async (t) => {
		const flood = { status, headers: { "content-type": "text/event-stream", "retry-after": "30" }, body: `: ${"x".repeat(65_000)}\n\n`, endless: true, dripMs: 1 };
		const { gateway, rpc } = await startRpc(t, { plan: [flood, { text: "the answer" }] });
		await rpc.prompt("hello");
		await gateway.request(1);
		await new Promise((resolve) => setTimeout(resolve, 1000));
		await rpc.send({ type: "abort" });
		await rpc.settled();
		assertSaid(rpc, []);
		await rpc.promptAndSettle("again");
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
		assert.equal(gateway.requests.length, 2);
	});
}
