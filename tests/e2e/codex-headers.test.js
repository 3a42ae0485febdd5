// Codex's errors within a stream, on an open WebSocket, and around a fallback to SSE.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { startRpc } from "./pi.js";
import { errorEvent } from "./protocols/openai-codex-responses.js";

/**
 * @import { TestContext } from "node:test"
 * @import { PlanItem, Step } from "./step.js"
 */

const limit = { error: { type: "rate_limit_exceeded", message: "Slow down." } };
const usageLimit = { type: "usage_limit_reached", message: "The usage limit has been reached", plan_type: "plus" };
const stopped = { events: [errorEvent(429, limit, { "retry-after": "1" })] };
const WAITED = /^pi-retry: rate_limit \(rate_limit: [^;]*; provider asked to wait 1s \([a-z]+ retry-after\)\); retry 1\/10 in 1s$/;

/** @param {TestContext} t @param {string} transport @param {PlanItem[]} plan @param {Record<string, unknown>} [settings] */
function startCodex(t, transport, plan, settings) {
	return startRpc(t, {
		model: "codex",
		settings: { retry: { enabled: false }, transport, ...settings },
		plan,
		config: { baseDelayMs: 100 },
	});
}

for (const transport of ["sse", "websocket"]) {
	test(`an error's headers within a stream over ${transport} count`, async (t) => {
		const { gateway, rpc } = await startCodex(t, transport, [stopped, {}]);
		await rpc.promptAndSettle("hello");
		assertSaid(rpc, [WAITED, succeeded(1)]);
		assertWaited(gateway, 1000);
	});

	test(`a usage limit's reset within a stream over ${transport} is waited for`, async (t) => {
		const due = Math.ceil(Date.now() / 1000 + 4);
		const limited = { events: [errorEvent(429, { error: { ...usageLimit, resets_at: due } })] };
		const { gateway, rpc } = await startCodex(t, transport, [limited, {}]);
		await rpc.promptAndSettle("hello");
		const waited = /^pi-retry: quota \(quota: .*; provider asked to wait \d(\.\d)?s \(text resets_at\)\); retry 1\/10/;
		assert.match(rpc.notifications[0]?.text ?? "", waited);
		const late = (gateway.requests[1]?.arrivedAtEpoch ?? 0) - due * 1000;
		assert.ok(late >= 0 && late <= 1000, `came ${late} ms after`);
	});

	test(`an error without words within a stream over ${transport} is known by its status`, async (t) => {
		const { rpc } = await startCodex(t, transport, [{ events: [errorEvent(503, { error: { message: "Xizmat band" } })] }, {}]);
		await rpc.promptAndSettle("hello");
		assertSaid(rpc, [/^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	});
}

test("a later request on an open WebSocket fails by its own error", async (t) => {
	const busy = { events: [errorEvent(503, { error: { message: "Xizmat band" } })] };
	const { gateway, rpc } = await startCodex(t, "websocket", [{}, stopped, {}, busy, {}]);
	for (const prompt of ["one", "two", "three"]) await rpc.promptAndSettle(prompt);
	assertSaid(rpc, [WAITED, succeeded(1), /^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	assertWaited(gateway, 1000, 2);
	assert.equal(gateway.requests[1]?.connection, 1);
});

test("an earlier error within a stream is not taken for a later failure's", async (t) => {
	const closed = { events: [{ type: "response.created", response: { id: "resp_1" } }], close: { code: 1011 } };
	const { rpc } = await startCodex(t, "websocket", [stopped, closed, {}]);
	await rpc.promptAndSettle("hello");
	const [, second, ...rest] = rpc.notifications.map(({ text }) => text);
	assert.match(second ?? "", /^pi-retry: transport \(transport: [^;]*\); retry 2\/10 in \d+ms$/);
	assert.deepEqual(rest, [succeeded(2)]);
});

/** @type {Step} */
const refused = { handshake: true, status: 429, headers: { "retry-after": "30" } };

test("a refused handshake is forgotten when the request succeeds over SSE", async (t) => {
	const { gateway, rpc } = await startCodex(t, "auto", [refused, { text: "the answer" }]);
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, []);
	assert.deepEqual(gateway.requests.map(({ method }) => method), ["POST"]);
});

test("a refused handshake is forgotten when the request fails over SSE", async (t) => {
	const limited = { status: 429, body: { detail: "Xizmat band" }, headers: { "retry-after": "1" } };
	const { gateway, rpc } = await startCodex(t, "auto", [refused, limited, { status: 503, body: "Xizmat band" }, {}]);
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [hinted("1s"), /^pi-retry: server_error \(server_error: HTTP 503\); retry 2\/10 in \d+ms$/, succeeded(2)]);
	assertWaited(gateway, 1000);
});

test("a handshake that is answered too late does not disturb the request over SSE", async (t) => {
	const late = { ...refused, delayMs: 1000 };
	const limited = { status: 429, body: { detail: "Xizmat band" }, headers: { "retry-after": "1" }, delayMs: 1500 };
	const { gateway, rpc } = await startCodex(t, "auto", [late, limited, {}], { websocketConnectTimeoutMs: 300 });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [hinted("1s"), succeeded(1)]);
	assertWaited(gateway, 1000);
	assert.equal(gateway.handshakes.length, 1);
});

test("a WebSocket closed before the first event makes the request go over SSE, and its response decides", async (t) => {
	const limited = { status: 429, body: { detail: "Xizmat band" }, headers: { "retry-after": "1" } };
	const { gateway, rpc } = await startCodex(t, "auto", [{ events: [], close: { code: 1011 } }, limited, {}]);
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [hinted("1s"), succeeded(1)]);
	assert.deepEqual(gateway.requests.map(({ method }) => method), ["WEBSOCKET", "POST", "POST"]);
});
