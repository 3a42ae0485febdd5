// What ends a wait with a retry before its time.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, hinted, succeeded } from "./announced.js";
import { openaiRateLimit, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { MODELS } from "./models.js";
import { conversation } from "./session.js";

test("a message steered during a backoff ends it within a second and goes with the retry", async (t) => {
	const plan = [unavailable, { text: "the answer" }];
	const { gateway, rpc } = await startRpc(t, { config: { baseDelayMs: 30000 }, plan });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in \d+s$/);
	const steeredAt = performance.now();
	await rpc.send({ type: "steer", message: "more" });
	await rpc.settled();
	assert.ok((gateway.requests[1]?.arrivedAt ?? Infinity) - steeredAt < 1000);
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: hello", "user: more"]);
	assert.equal(gateway.requests.length, 2);
	assert.equal(rpc.notifications.at(-1)?.text, succeeded(1));
});

test("/retry now ends any wait and sends the retry at once", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("30s"), { text: "the answer" }] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	await rpc.prompt("/retry now");
	await rpc.settled();
	assert.ok(gateway.waitAfter(1) < 5000);
	assertSaid(rpc, [hinted("30s", { source: "text try again in" }), succeeded(1)]);
});

test("a model of another provider ends the wait, and gets the retry", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("30s"), { text: "the answer" }] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	const { provider, id } = MODELS.anthropic;
	await rpc.send({ type: "set_model", provider, modelId: id });
	await rpc.settled();
	assert.deepEqual(gateway.requests.map(({ api }) => api), ["openai-completions", "anthropic-messages"]);
	assert.ok(gateway.waitAfter(1) < 5000);
});

test("/retry off ends the wait and leaves the next failure alone, until /retry on", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("30s"), unavailable, unavailable, { text: "ok" }], config: { baseDelayMs: 100 } });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	await rpc.prompt("/retry off");
	await rpc.settled();
	await rpc.promptAndSettle("again");
	assert.equal(gateway.requests.length, 2);
	await rpc.prompt("/retry on");
	await rpc.promptAndSettle("once more");
	assertSaid(rpc, [
		hinted("30s", { source: "text try again in" }),
		"pi-retry: retry cancelled",
		"pi-retry: off for this session",
		"pi-retry: on for this session",
		/^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/,
		succeeded(1),
	]);
});
