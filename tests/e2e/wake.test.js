// What ends a wait with a retry before its time.

import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { SLOW_INPUT } from "./extensions/index.js";
import { openaiRateLimit, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { MODELS } from "./models.js";
import { PACKAGE } from "./sandbox.js";
import { conversation } from "./session.js";

/**
 * @import { TestContext } from "node:test"
 * @import { ModelName } from "./models.js"
 * @import { RunOptions, WorldOptions } from "./pi.js"
 * @import { RpcClient } from "./rpc.js"
 */

/** @param {RpcClient} rpc @param {ModelName} model */
function choose(rpc, model) {
	const { provider, id } = MODELS[model];
	return rpc.send({ type: "set_model", provider, modelId: id });
}

/** Starts a session that backs off for half a minute. @param {TestContext} t @param {RunOptions & WorldOptions} [options] */
async function startBackoff(t, options) {
	const world = await startRpc(t, { config: { baseDelayMs: 30000 }, plan: [unavailable, { text: "the answer" }], ...options });
	await world.rpc.prompt("hello");
	await world.rpc.notified(/; retry 1\/10 in [\d.]+s$/);
	return world;
}

/** @type {Record<string, { message: { type: string, streamingBehavior?: string }, extensions?: string[], withinMs?: number }>} */
const MESSAGES = {
	"a steered message": { message: { type: "steer" } },
	"a prompt that says it is to steer": { message: { type: "prompt", streamingBehavior: "steer" } },
	"a message that another extension takes its time over": {
		message: { type: "steer" },
		extensions: [PACKAGE, SLOW_INPUT],
		withinMs: 2000,
	},
};

for (const [name, { message, extensions, withinMs = 1000 }] of Object.entries(MESSAGES)) {
	test(`${name} ends a backoff within a second and goes with the retry`, async (t) => {
		const { gateway, rpc } = await startBackoff(t, { extensions });
		const steeredAt = performance.now();
		await rpc.send({ ...message, message: "more" });
		await rpc.settled();
		assert.ok((gateway.requests[1]?.arrivedAt ?? Infinity) - steeredAt < withinMs);
		assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: hello", "user: more"]);
		assert.equal(gateway.requests.length, 2);
		assert.equal(rpc.notifications.at(-1)?.text, succeeded(1));
	});
}

test("a message does not start the count anew", async (t) => {
	const { gateway, rpc } = await startBackoff(t, { plan: [unavailable, unavailable, { text: "the answer" }] });
	await rpc.send({ type: "steer", message: "more" });
	await rpc.notified(/; retry 2\/10 in \d+s$/);
	await rpc.prompt("/retry now");
	await rpc.settled();
	assert.equal(rpc.notifications.at(-1)?.text, succeeded(2));
	assert.deepEqual(gateway.requests[2]?.body, gateway.requests[1]?.body);
});

test("a message that is never queued leaves a backoff alone", async (t) => {
	const { gateway, rpc } = await startBackoff(t, { extensions: [PACKAGE, SLOW_INPUT], config: { baseDelayMs: 2000 } });
	assert.equal((await rpc.send({ type: "steer", message: "swallow" })).data.disposition, "handled");
	assert.equal((await rpc.prompt("refused")).success, false);
	await rpc.settled();
	assert.ok(gateway.waitAfter(1) >= 1500, `waited ${gateway.waitAfter(1)} ms`);
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: hello"]);
});

test("a follow-up leaves a backoff alone, and goes after the answer", async (t) => {
	const { gateway, rpc } = await startBackoff(t, { config: { baseDelayMs: 2000 } });
	await rpc.send({ type: "follow_up", message: "later" });
	await rpc.settled();
	assert.ok(gateway.waitAfter(1) >= 1500, `waited ${gateway.waitAfter(1)} ms`);
	const sent = gateway.requests.slice(1).map(({ body }) => conversation(body));
	assert.deepEqual(sent, [["user: hello"], ["user: hello", "assistant: the answer", "user: later"]]);
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
	const chosenAt = performance.now();
	await choose(rpc, "anthropic");
	await rpc.settled();
	assert.deepEqual(gateway.requests.map(({ api }) => api), ["openai-completions", "anthropic-messages"]);
	assert.ok((gateway.requests[1]?.arrivedAt ?? Infinity) - chosenAt < 1000);
	assertSaid(rpc, [hinted("30s", { source: "text try again in" }), succeeded(1)]);
});

test("another model of the same provider gets the retry when the wait is over", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("1.2s"), { text: "the answer" }] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 1\.2s$/);
	await choose(rpc, "openaiMini");
	await rpc.settled();
	assertWaited(gateway, 1200);
	assert.deepEqual(gateway.requests.map(({ body }) => body.model), ["gpt-mock", "gpt-mock-mini"]);
	assertSaid(rpc, [hinted("1.2s", { source: "text try again in" }), succeeded(1)]);
});

test("a wait whose time has passed while the machine slept ends as it wakes", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("1s"), { text: "the answer" }] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 1s$/);
	rpc.pause();
	await sleep(2500);
	assert.equal(gateway.requests.length, 1);
	const wokenAt = performance.now();
	rpc.resume();
	await rpc.settled();
	assert.ok((gateway.requests[1]?.arrivedAt ?? Infinity) - wokenAt < 1000);
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
