// What was hidden stays hidden wherever a session goes on, and sessions side by side do not disturb each other.

import assert from "node:assert/strict";
import test from "node:test";
import { hinted, succeeded } from "./announced.js";
import { REACH } from "./extensions/index.js";
import { openaiRateLimit, unavailable } from "./fates.js";
import { makeWorld, openRpc, startRpc } from "./pi.js";
import { RpcClient } from "./rpc.js";
import { PACKAGE, readEntries } from "./sandbox.js";
import { conversation, dataOf, outline } from "./session.js";

/**
 * @import { TestContext } from "node:test"
 * @import { Sandbox } from "./sandbox.js"
 *
 * @typedef {object} Way
 * @property {(rpc: RpcClient, sandbox: Sandbox) => Promise<RpcClient | unknown>} go a client that is returned takes over
 * @property {string[]} [sent] the conversation in the next prompt's request, by default the whole
 * @property {boolean} [shown] the user asked for a failure itself, which is among the session's messages then
 */

const HALF = "half of the ans";
const extensions = [PACKAGE, REACH];

/** Starts a session with two failures that were hidden, then an answer, then another exchange. @param {TestContext} t */
async function startRecovered(t) {
	const plan = [{ text: HALF, cutAfterBytes: 250 }, unavailable, { text: "one" }, { text: "two" }];
	const settings = { retry: { enabled: false }, compaction: { keepRecentTokens: 1 } };
	const world = await startRpc(t, { plan, settings, extensions, config: { baseDelayMs: 100 } });
	await world.rpc.promptAndSettle("hello");
	assert.equal(world.rpc.notifications.at(-1)?.text, succeeded(2));
	assert.match(JSON.stringify((await world.rpc.send({ type: "get_entries" })).data.entries), new RegExp(HALF));
	await world.rpc.promptAndSettle("more");
	return world;
}

/** @param {RpcClient} rpc @param {(entry: any) => boolean} fits */
async function idOf(rpc, fits) {
	return (await rpc.send({ type: "get_entries" })).data.entries.find(fits).id;
}

/** How the messages ended that the session's clients see. @param {RpcClient} rpc @returns {Promise<string[]>} */
async function stopReasons(rpc) {
	const { messages } = (await rpc.send({ type: "get_messages" })).data;
	return messages.flatMap((/** @type {any} */ { stopReason }) => stopReason ?? []);
}

/** @param {string} text @returns {(entry: any) => boolean} */
function says(text) {
	return ({ message }) => message?.content?.[0]?.text === text;
}

/** @param {(entry: any) => boolean} fits @returns {Way["go"]} */
function goTo(fits) {
	return async (rpc) => rpc.prompt(`/tree ${await idOf(rpc, fits)}`);
}

const ALL = ["user: hello", "assistant: one", "user: more", "assistant: two", "user: again"];

/** @type {Record<string, Way>} */
const WAYS = {
	"going on with the last session": {
		go: async (rpc, sandbox) => {
			await rpc.close();
			return openRpc(sandbox, { resume: true });
		},
	},
	"opening the session's file": {
		go: async (rpc, sandbox) => {
			const session = (await rpc.send({ type: "get_state" })).data.sessionFile;
			await rpc.close();
			return openRpc(sandbox, { session });
		},
	},
	"switching to the session": {
		go: async (rpc) => {
			const sessionPath = (await rpc.send({ type: "get_state" })).data.sessionFile;
			await rpc.send({ type: "new_session" });
			await rpc.send({ type: "switch_session", sessionPath });
		},
	},
	"a clone": { go: (rpc) => rpc.send({ type: "clone" }) },
	"a fork": {
		go: async (rpc) => rpc.send({ type: "fork", entryId: await idOf(rpc, says("more")) }),
		sent: ["user: hello", "assistant: one", "user: again"],
	},
	"a choice of the answer in the tree": { go: goTo(says("one")), sent: ["user: hello", "assistant: one", "user: again"] },
	"a choice of pi-retry's entry in the tree": {
		go: goTo(({ customType }) => customType === "pi-retry"),
		sent: ["user: hello", "user: again"],
	},
	"a choice of the failure itself in the tree": {
		go: goTo(({ message }) => message?.stopReason === "error"),
		sent: ["user: hello", "user: again"],
		shown: true,
	},
};

for (const [name, { go, sent = ALL, shown = false }] of Object.entries(WAYS)) {
	test(`after ${name}, the next request holds no hidden attempt`, async (t) => {
		const { gateway, rpc: first, sandbox } = await startRecovered(t);
		const next = await go(first, sandbox);
		const rpc = next instanceof RpcClient ? next : first;
		await rpc.promptAndSettle("again");
		assert.deepEqual(conversation(gateway.requests[4]?.body), sent);
		assert.equal(JSON.stringify(gateway.requests.map(({ body }) => body)).includes(HALF), false);
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
		assert.equal((await stopReasons(rpc)).includes("error"), shown);
	});
}

test("a compaction summarizes no hidden attempt, and none comes back after it", async (t) => {
	const { gateway, rpc } = await startRecovered(t);
	assert.equal((await rpc.send({ type: "compact" })).success, true);
	const [summarized] = conversation(gateway.requests[4]?.body);
	assert.match(summarized ?? "", /\[User\]: hello\s+\[Assistant\]: one/);
	await rpc.promptAndSettle("again");
	assert.equal(JSON.stringify(gateway.requests.map(({ body }) => body)).includes(HALF), false);
	assert.equal((await stopReasons(rpc)).includes("error"), false);
});

test("two Pis in one place wait, are cancelled and go on each by itself", async (t) => {
	const limited = openaiRateLimit("1.5s");
	const { gateway, sandbox } = await makeWorld(t, { plan: [limited, limited, { text: "the answer" }] });
	const clients = [openRpc(sandbox), openRpc(sandbox)];
	for (const rpc of clients) await rpc.send({ type: "get_state" });
	const waits = clients.map(async (rpc, i) => {
		await rpc.prompt(`from ${i}`);
		await rpc.notified(/; retry 1\/10 in 1\.5s$/);
	});
	await Promise.all(waits);
	const [cancelled, other] = /** @type {[RpcClient, RpcClient]} */ (clients);
	await cancelled.prompt("/retry cancel");
	await Promise.all(clients.map((rpc) => rpc.settled()));

	const wait = hinted("1.5s", { source: "text try again in" });
	assert.deepEqual(cancelled.notifications.map(({ text }) => text), [wait, "pi-retry: retry cancelled"]);
	assert.deepEqual(other.notifications.map(({ text }) => text), [wait, succeeded(1)]);
	assert.deepEqual(gateway.requests.map(({ body }) => conversation(body)).slice(2), [["user: from 1"]]);
	await Promise.all(clients.map((rpc) => rpc.close()));

	const files = await Promise.all((await sandbox.sessionFiles()).map(readEntries));
	const outlines = files.map(outline).sort((a, b) => a.length - b.length);
	assert.deepEqual(outlines, [
		["user", "assistant error"],
		["user", "assistant error", "context_edit", "pi-retry", "assistant stop"],
	]);
	assert.equal(files.flatMap((entries) => dataOf(entries, "pi-retry")).length, 1);
});
