// Header values, well-meant and hostile.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { anthropicError, rateLimited } from "./fates.js";
import { startRpc } from "./pi.js";

/**
 * @import { TestContext } from "node:test"
 * @import { WorldOptions, RunOptions } from "./pi.js"
 * @import { Step } from "./step.js"
 */

const NO_HINT = /^pi-retry: rate_limit \(rate_limit: HTTP 429\); retry 1\/10 in \d+ms$/;

/** @param {TestContext} t @param {WorldOptions & RunOptions} options */
async function run(t, options) {
	const world = await startRpc(t, { config: { baseDelayMs: 100 }, ...options });
	await world.rpc.promptAndSettle("hello");
	return world;
}

/** @param {Record<string, string | string[]>} headers */
function limited(headers) {
	return rateLimited("openai-completions", { headers });
}

test("x-should-retry: false stops what would be retried", async (t) => {
	const { gateway, rpc } = await run(t, { plan: [{ status: 503, headers: { "x-should-retry": "false", "retry-after": "1" } }] });
	assertSaid(rpc, ["pi-retry: not retrying: provider says not to retry (header x-should-retry)"]);
	assert.equal(gateway.requests.length, 1);
});

test("x-should-retry: false does not stop what a pattern forces", async (t) => {
	const plan = [{ status: 503, headers: { "x-should-retry": "false" }, body: "try me" }, {}];
	const { gateway } = await run(t, { plan, config: { baseDelayMs: 100, patterns: { retryable: ["try me"] } } });
	assert.equal(gateway.requests.length, 2);
});

test("x-should-retry: true retries an invalid request", async (t) => {
	const { rpc } = await run(t, { plan: [{ status: 400, headers: { "x-should-retry": "true" } }, {}] });
	assertSaid(rpc, [/^pi-retry: invalid_request \(invalid_request: HTTP 400\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

/** @type {[name: string, headers: Record<string, string | string[]>, source: string][]} */
const ONE_SECOND = [
	["retry-after-ms wins over retry-after", { "retry-after": "30", "retry-after-ms": "1000" }, "header retry-after-ms"],
	["a header's case does not count", { "Retry-After": "1" }, "header retry-after"],
	["a header may come twice", { "retry-after": ["1", "1"] }, "header retry-after"],
	["spaces around a value do not count", { "retry-after": "  1\t" }, "header retry-after"],
	["a hundred other headers do not hide it", { ...manyHeaders(100), "retry-after": "1" }, "header retry-after"],
	[
		"of two windows the exhausted one counts",
		{
			"x-ratelimit-remaining-requests": "0",
			"x-ratelimit-reset-requests": "1s",
			"x-ratelimit-remaining-tokens": "5000",
			"x-ratelimit-reset-tokens": "6m0s",
		},
		"header x-ratelimit-reset-requests",
	],
];

for (const [name, headers, source] of ONE_SECOND) {
	test(name, async (t) => {
		const { gateway, rpc } = await run(t, { plan: [limited(headers), {}] });
		assertSaid(rpc, [hinted("1s", { source }), succeeded(1)]);
		assertWaited(gateway, 1000);
	});
}

test("a date in retry-after is waited for", async (t) => {
	const due = Math.ceil(Date.now() / 1000 + 4) * 1000;
	const { gateway, rpc } = await run(t, { plan: [limited({ "retry-after": new Date(due).toUTCString() }), {}] });
	assert.match(rpc.notifications[0]?.text ?? "", /; provider asked to wait \d(\.\d)?s \(header retry-after\)\); retry 1\/10 in /);
	const late = (gateway.requests[1]?.arrivedAtEpoch ?? 0) - due;
	assert.ok(late >= 0 && late <= 1000, `came ${late} ms after`);
});

test("Anthropic's exhausted window is waited for", async (t) => {
	const due = Date.now() + 4000;
	const error = { type: "rate_limit_error", message: "Too many requests." };
	const headers = {
		"anthropic-ratelimit-requests-remaining": "0",
		"anthropic-ratelimit-requests-reset": new Date(due).toISOString(),
		"anthropic-ratelimit-tokens-remaining": "40000",
		"anthropic-ratelimit-tokens-reset": new Date(due + 60_000).toISOString(),
	};
	const { gateway, rpc } = await run(t, { model: "anthropic", plan: [anthropicError(429, error, headers), {}] });
	assert.match(rpc.notifications[0]?.text ?? "", /\(header anthropic-ratelimit-requests-reset\)\); retry 1\/10 in \d(\.\d)?s$/);
	const late = (gateway.requests[1]?.arrivedAtEpoch ?? 0) - due;
	assert.ok(late >= 0 && late <= 1500, `came ${late} ms after`);
});

test("what does not parse, zero and the past are no hints", async (t) => {
	const words = ["NaN", "Infinity", "soon", "", "2 apples", "0x10", "\xe9\xff", "$(sleep 9)"];
	const values = ["0", "-5", ...words, "Mon, 99 Foo 2026 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"];
	const plan = values.flatMap((value) => [limited({ "retry-after": value }), {}]);
	const { gateway, rpc } = await startRpc(t, { plan, config: { baseDelayMs: 100 } });
	for (const _ of values) await rpc.promptAndSettle("hello");
	assertSaid(rpc, values.flatMap(() => [NO_HINT, succeeded(1)]));
	assert.equal(gateway.requests.length, 2 * values.length);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	assert.equal(rpc.stderr, "");
});

test("a wait beyond every limit stops, and breaks nothing", async (t) => {
	for (const value of ["99999999999999999999999", "9".repeat(8000), "18446744073709551615"]) {
		const { gateway, rpc } = await run(t, { plan: [limited({ "retry-after": value })] });
		assertSaid(rpc, [/^pi-retry: not retrying: provider asked to wait \d+d\d+h, limit is 30m0s$/]);
		assert.equal(gateway.requests.length, 1);
		assert.equal((await rpc.prompt("/retry")).data?.disposition, "handled");
	}
});

test("a response that is no HTTP is a failure of the transport", async (t) => {
	/** @type {Step[]} */
	const plan = ["HTTP/1.1 429 Too Many Requests\r\nretry-after: \x1b[31m1\r\n\r\n", "GET OUT\r\n\r\n"].map((raw) => ({ raw }));
	const { gateway, rpc } = await run(t, { plan: [...plan, {}] });
	const transport = (/** @type {number} */ n) => new RegExp(`^pi-retry: transport \\(transport: [^;\\x1b]*\\); retry ${n}/10 in \\d+ms$`);
	assertSaid(rpc, [transport(1), transport(2), succeeded(2)]);
	assert.equal(gateway.requests.length, 3);
});

/** @param {number} count */
function manyHeaders(count) {
	return Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-header-${i}`, "v".repeat(50)]));
}
