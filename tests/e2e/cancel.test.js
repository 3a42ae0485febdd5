// Ways to end a wait without a retry: at once, nothing hidden, nothing sent.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { conversation, outline } from "./session.js";

/** @import { TestContext } from "node:test" */

const CANCELLED = { text: "pi-retry: retry cancelled", level: "info" };
const AT_ONCE_MS = 1000;

/** Starts a session whose first request asks for a wait of 30 s. @param {TestContext} t */
async function startWaiting(t) {
	const world = await startRpc(t, { plan: [openaiRateLimit("30s")] });
	await world.rpc.prompt("hello");
	await world.rpc.notified(/; retry 1\/10 in 30s$/);
	return world;
}

/**
 * Asserts that the run ended by what was just done, as the next prompt proves: it makes the very next request.
 *
 * @param {Awaited<ReturnType<typeof startWaiting>>} world
 * @param {string[]} expected the conversation which that request holds
 */
async function assertCancelled({ gateway, rpc, sandbox }, expected) {
	assert.equal((await rpc.settled()).aborted, true);
	assert.deepEqual(rpc.notifications.slice(1), [CANCELLED]);
	assert.equal(rpc.statuses("pi-retry").at(-1), undefined);

	await rpc.promptAndSettle("again");
	assert.equal(gateway.requests.length, 2);
	assert.deepEqual(conversation(gateway.requests[1]?.body), expected);
	await rpc.close();
	const users = Array(expected.length - 1).fill("user");
	assert.deepEqual(outline(await sandbox.sessionEntries()), ["user", "assistant error", ...users, "assistant stop"]);
}

test("an abort ends the wait at once", async (t) => {
	const world = await startWaiting(t);
	const start = performance.now();
	const response = await world.rpc.send({ type: "abort" });
	assert.ok(world.rpc.arrivedAt(response) - start < AT_ONCE_MS);
	await assertCancelled(world, ["user: hello", "user: again"]);
});

test("/retry cancel ends the wait at once", async (t) => {
	const world = await startWaiting(t);
	const start = performance.now();
	const response = await world.rpc.prompt("/retry cancel");
	assert.equal(response.data.disposition, "handled");
	const settled = await world.rpc.settled();
	assert.ok(world.rpc.arrivedAt(settled) - start < AT_ONCE_MS);
	await assertCancelled(world, ["user: hello", "user: again"]);
});

test("/retry cancel does not let a queued message go early", async (t) => {
	const world = await startWaiting(t);
	await world.rpc.send({ type: "steer", message: "queued" });
	await world.rpc.prompt("/retry cancel");
	await world.rpc.settled();
	const { data } = await world.rpc.send({ type: "get_state" });
	assert.deepEqual([data.isStreaming, data.pendingMessageCount], [false, 1]);
	await assertCancelled(world, ["user: hello", "user: again", "user: queued"]);
});

test("a second wait is cancelled as well as the first", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("100ms"), openaiRateLimit("30s")] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 2\/10 in 30s$/);
	await rpc.send({ type: "abort" });
	assert.deepEqual(rpc.notifications.slice(2), [CANCELLED]);
	assert.equal(gateway.requests.length, 2);
});

test("closing stdin during the wait ends Pi as it would end anyway", async (t) => {
	const { gateway, rpc } = await startWaiting(t);
	const start = performance.now();
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	assert.ok(performance.now() - start < 5 * AT_ONCE_MS);
	assert.equal(rpc.stderr, "");
	assert.equal(gateway.requests.length, 1);
});

test("SIGTERM during the wait ends Pi as it would end anyway", async (t) => {
	const { gateway, rpc } = await startWaiting(t);
	const start = performance.now();
	assert.deepEqual(await rpc.kill("SIGTERM"), { code: 143, signal: null });
	assert.ok(performance.now() - start < 5 * AT_ONCE_MS);
	assert.equal(gateway.requests.length, 1);
});

test("a new session during the wait ends it, and nothing follows it there", async (t) => {
	const { gateway, rpc } = await startWaiting(t);
	const response = await rpc.send({ type: "new_session" });
	assert.deepEqual(response.data, { cancelled: false });
	assert.deepEqual(rpc.notifications.slice(1), [CANCELLED]);
	await rpc.promptAndSettle("elsewhere");
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: elsewhere"]);
	assert.equal(gateway.requests.length, 2);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
});
