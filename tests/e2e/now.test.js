// /retry now after a run has ended: the same request once more, with no message of ours in any conversation.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiRateLimit, openaiWrongKey, unavailable } from "./fates.js";
import { openRpc, startRpc } from "./pi.js";
import { conversation, outline } from "./session.js";

/**
 * @import { RpcClient } from "./rpc.js"
 */

const NOTHING = "pi-retry: there is nothing to retry";

/** Sends `/retry now` and resolves when the run that it starts is over. @param {RpcClient} rpc */
async function retryNow(rpc) {
	const from = rpc.records.length;
	assert.equal((await rpc.prompt("/retry now")).data.disposition, "handled");
	await rpc.settled(from);
}

/** Returns the roles that a client of the session sees. @param {RpcClient} rpc */
async function roles(rpc) {
	const { data } = await rpc.send({ type: "get_messages" });
	return data.messages.map((/** @type {any} */ { role }) => role).filter((/** @type {string} */ role) => role !== "system");
}

test("after a give-up /retry now sends the same request, counts from 1 and leaves no trace in the conversation", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, {
		plan: [unavailable, unavailable, unavailable, { text: "the answer" }, { text: "more" }],
		config: { maxRetries: 1, baseDelayMs: 100 },
	});
	await rpc.promptAndSettle("hello");
	await rpc.notified(/^pi-retry: giving up after 1 retries/);
	await retryNow(rpc);
	assert.equal(gateway.requests.length, 4);
	for (const { body } of gateway.requests) assert.deepEqual(body, gateway.requests[0]?.body);
	assert.equal(rpc.notifications.at(-1)?.text, "pi-retry: succeeded on retry 1");
	assert.deepEqual(await roles(rpc), ["user", "assistant"]);

	await rpc.promptAndSettle("again");
	assert.deepEqual(conversation(gateway.requests[4]?.body), ["user: hello", "assistant: the answer", "user: again"]);
	await rpc.prompt("/retry now");
	await rpc.notified(NOTHING);
	assert.equal(gateway.requests.length, 5);
	await rpc.close();
	assert.deepEqual(outline(await sandbox.sessionEntries()).filter((word) => /^(user|assistant stop)$/.test(word)), [
		"user",
		"assistant stop",
		"user",
		"assistant stop",
	]);
});

test("after a wrong key that was then set right, and after an abort, /retry now goes on", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		plan: [openaiWrongKey, { text: "one" }, openaiRateLimit("30s"), { text: "two" }],
	});
	await rpc.promptAndSettle("hello");
	await retryNow(rpc);
	assert.deepEqual(gateway.requests[1]?.body, gateway.requests[0]?.body);
	await rpc.prompt("again");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	await rpc.send({ type: "abort" });
	await retryNow(rpc);
	assert.deepEqual(gateway.requests[3]?.body, gateway.requests[2]?.body);
	assert.deepEqual(await roles(rpc), ["user", "assistant", "user", "assistant"]);
});

test("an unanswered session goes on with /retry now after a restart, also when Pi was killed in that very run", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, {
		plan: [openaiWrongKey, { delayMs: 60_000 }, { text: "the answer" }, { text: "more" }],
	});
	await rpc.promptAndSettle("hello");
	await rpc.prompt("/retry now");
	await gateway.request(2);
	await rpc.kill("SIGKILL");

	const resumed = openRpc(sandbox, { resume: true });
	await retryNow(resumed);
	assert.deepEqual(await roles(resumed), ["user", "assistant"]);
	await resumed.promptAndSettle("again");
	assert.equal(gateway.requests.length, 4);
	for (const { body } of gateway.requests.slice(0, 3)) assert.deepEqual(conversation(body), ["user: hello"]);
	assert.deepEqual(conversation(gateway.requests[3]?.body), ["user: hello", "assistant: the answer", "user: again"]);
});

test("a tool that was running when Pi was killed does not keep /retry now from going on", async (t) => {
	const toolCall = { name: "bash", arguments: { command: "sleep 60" } };
	const { gateway, rpc, sandbox } = await startRpc(t, { plan: [{ toolCall }, { text: "the answer" }] });
	await rpc.prompt("hello");
	await rpc.until(({ type }) => type === "tool_execution_start", { what: "the tool" });
	await rpc.prompt("/retry now");
	await rpc.notified(NOTHING);
	await rpc.kill("SIGKILL");
	const resumed = openRpc(sandbox, { resume: true });
	await retryNow(resumed);
	assert.equal(gateway.requests.length, 2);
	assert.equal((await resumed.send({ type: "get_last_assistant_text" })).data.text, "the answer");
});

test("Pi's own retry after /retry now hides what failed, and nothing is left over", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		settings: { retry: { baseDelayMs: 50 } },
		plan: [openaiWrongKey, unavailable, { text: "the answer" }],
	});
	await rpc.promptAndSettle("hello");
	await retryNow(rpc);
	assert.equal(gateway.requests.length, 3);
	for (const { body } of gateway.requests) assert.deepEqual(conversation(body), ["user: hello"]);
	assert.deepEqual(await roles(rpc), ["user", "assistant"]);
});
