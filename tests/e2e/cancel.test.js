// Ways to end a wait without a retry: at once, nothing hidden, nothing sent.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { hinted, succeeded } from "./announced.js";
import { REACH } from "./extensions/index.js";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { PACKAGE, readEntries } from "./sandbox.js";
import { conversation, dataOf, outline } from "./session.js";

/**
 * @import { TestContext } from "node:test"
 * @import { Exit, RpcClient, RpcRecord } from "./rpc.js"
 * @import { PlanItem } from "./step.js"
 *
 * @typedef {object} Way
 * @property {(rpc: RpcClient) => Promise<RpcRecord>} end
 * @property {string[]} [said] what is said besides the cancelling
 * @property {string[]} [next] the conversation in the next prompt's request, by default with all that was said
 * @property {number} [requests] how many requests it makes by itself
 * @property {boolean} [leaves] the next prompt goes into another session file
 */

const CANCELLED = "pi-retry: retry cancelled";
const AT_ONCE_MS = 1000;

const EXCHANGE = ["user: before", "assistant: first"];
const FAILED = ["user", "assistant stop", "user", "assistant error"];
const HIDDEN = [...FAILED, "context_edit", "pi-retry"];

/**
 * Starts a session that has had an answer, and whose second request asks for a wait of 30 s.
 *
 * @param {TestContext} t
 * @param {PlanItem[]} [plan] what follows the first answer
 */
async function startWaiting(t, plan = [openaiRateLimit("30s")]) {
	const settings = { retry: { enabled: false }, compaction: { keepRecentTokens: 1 } };
	const world = await startRpc(t, { plan: [{ text: "first" }, ...plan], settings, extensions: [PACKAGE, REACH] });
	await world.rpc.promptAndSettle("before");
	await world.rpc.prompt("hello");
	await world.rpc.notified(/; retry 1\/10 in /);
	return world;
}

/** @param {RpcClient} rpc */
function texts(rpc) {
	return rpc.notifications.map(({ text }) => text);
}

/** @type {Record<string, Way>} */
const WAYS = {
	"an abort": { end: (rpc) => rpc.send({ type: "abort" }) },
	"an abort by another extension": { end: (rpc) => rpc.prompt("/abort") },
	"/retry cancel": { end: (rpc) => rpc.prompt("/retry cancel") },
	"/retry off": { end: (rpc) => rpc.prompt("/retry off"), said: ["pi-retry: off for this session"] },
	"a compaction": {
		end: (rpc) => rpc.send({ type: "compact" }),
		next: ["user: hello", "user: again"],
		requests: 1,
	},
	"a choice in the tree": {
		end: async (rpc) => rpc.prompt(`/tree ${(await entry(rpc, ({ message }) => message?.stopReason === "stop")).id}`),
		next: [...EXCHANGE, "user: again"],
	},
	"a new session": { end: (rpc) => rpc.send({ type: "new_session" }), next: ["user: again"], leaves: true },
	"a fork": {
		end: async (rpc) => {
			const { id } = await entry(rpc, ({ message }) => message?.content?.[0]?.text === "hello");
			return rpc.send({ type: "fork", entryId: id });
		},
		next: [...EXCHANGE, "user: again"],
		leaves: true,
	},
	"a clone": { end: (rpc) => rpc.send({ type: "clone" }), leaves: true },
	"another session": {
		end: async (rpc) => rpc.send({ type: "switch_session", sessionPath: (await rpc.send({ type: "get_state" })).data.sessionFile }),
	},
};

/** @param {RpcClient} rpc @param {(entry: any) => boolean} fits */
async function entry(rpc, fits) {
	return (await rpc.send({ type: "get_entries" })).data.entries.find(fits);
}

for (const [name, { end, said = [], next = [...EXCHANGE, "user: hello", "user: again"], requests = 0, leaves }] of Object.entries(WAYS)) {
	test(`${name} ends the wait at once, and the next prompt works as if nothing had been`, async (t) => {
		const { gateway, rpc, sandbox } = await startWaiting(t);
		const [start, from] = [performance.now(), rpc.records.length];
		const response = await end(rpc);
		assert.equal(response.success, true, response.error);
		assert.ok(rpc.arrivedAt(response) - start < AT_ONCE_MS);
		assert.equal((await rpc.settled(from)).aborted, true);
		assert.deepEqual(texts(rpc).slice(1), [CANCELLED, ...said]);
		assert.deepEqual([rpc.notifications[1]?.level, rpc.statuses("pi-retry").at(-1)], ["info", undefined]);

		await rpc.promptAndSettle("again");
		assert.equal(gateway.requests.length, 3 + requests);
		assert.deepEqual(conversation(gateway.requests.at(-1)?.body).slice(-next.length), next);
		assert.deepEqual(texts(rpc).slice(1), [CANCELLED, ...said]);
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
		assert.deepEqual(await rpc.close(), { code: 0, signal: null });
		const [file = ""] = await sandbox.sessionFiles();
		assert.deepEqual(outline(await readEntries(file)), leaves ? FAILED : [...FAILED, "user", "assistant stop"]);
	});
}

for (const name of ["an abort", "an abort by another extension", "/retry cancel", "/retry off"]) {
	test(`${name} does not let queued messages go early, and loses none`, async (t) => {
		const { gateway, rpc } = await startWaiting(t);
		const from = rpc.records.length;
		await rpc.send({ type: "steer", message: "queued" });
		await rpc.send({ type: "follow_up", message: "later" });
		await WAYS[name]?.end(rpc);
		await rpc.settled(from);
		const { data } = await rpc.send({ type: "get_state" });
		assert.deepEqual([data.isStreaming, data.pendingMessageCount, gateway.requests.length], [false, 2, 2]);
		await rpc.promptAndSettle("again");
		const sent = [...EXCHANGE, "user: hello", "user: again", "user: queued"];
		const requests = gateway.requests.slice(2).map(({ body }) => conversation(body));
		assert.deepEqual(requests, [sent, [...sent, "assistant: ok", "user: later"]]);
	});
}

test("a second wait is cancelled as well as the first, and the counter starts again", async (t) => {
	const plan = [openaiRateLimit("100ms"), openaiRateLimit("30s"), openaiRateLimit("100ms")];
	const { gateway, rpc } = await startWaiting(t, plan);
	const from = rpc.records.length;
	await rpc.notified(/; retry 2\/10 in 30s$/);
	await rpc.send({ type: "abort" });
	await rpc.settled(from);
	assert.equal(gateway.requests.length, 3);
	await rpc.promptAndSettle("again");
	const source = "text try again in";
	assert.deepEqual(texts(rpc), [
		hinted("100ms", { source }),
		hinted("30s", { source, attempt: "2/10" }),
		CANCELLED,
		hinted("100ms", { source }),
		succeeded(1),
	]);
});

/** @type {[name: string, end: (rpc: RpcClient) => Promise<Exit>, exit: Exit][]} */
const EXITS = [
	["closing stdin", (rpc) => rpc.close(), { code: 0, signal: null }],
	["SIGTERM", (rpc) => rpc.kill("SIGTERM"), { code: 143, signal: null }],
	["SIGHUP", (rpc) => rpc.kill("SIGHUP"), { code: 129, signal: null }],
];

for (const [name, end, exit] of EXITS) {
	test(`${name} during the wait ends Pi as it would end anyway`, async (t) => {
		const { gateway, rpc, sandbox } = await startWaiting(t);
		const start = performance.now();
		assert.deepEqual(await end(rpc), exit);
		assert.ok(performance.now() - start < 5 * AT_ONCE_MS);
		assert.equal(rpc.stderr, "");
		assert.equal(gateway.requests.length, 2);
		assert.deepEqual(outline(await sandbox.sessionEntries()), FAILED);
	});
}

/** @type {[moment: string, entries: string[]][]} what Pi tells between the hand-over and the request, and what the file then holds */
const MOMENTS = [
	["turn_end", [...HIDDEN, "pi-retry"]],
	["agent_before_settle", [...HIDDEN, "pi-retry"]],
	["agent_start", [...HIDDEN, "assistant aborted", "pi-retry"]],
	["context", [...HIDDEN, "assistant aborted", "pi-retry"]],
];

/** Pi before 1.5 calls what was aborted before its request a failure. @param {string[]} words */
function asWrittenNow(words) {
	return words.map((word, i) => (word === "assistant error" && words[i + 1] === "pi-retry" ? "assistant aborted" : word));
}

for (const [moment, entries] of MOMENTS) {
	test(`an abort between the end of the wait and the request, at ${moment}, is recorded as cancelled`, async (t) => {
		const { gateway, rpc, sandbox } = await startWaiting(t, [openaiRateLimit("500ms")]);
		const from = rpc.records.length;
		await rpc.prompt(`/abort ${moment}`);
		assert.equal((await rpc.settled(from)).aborted, true);
		assert.equal(gateway.requests.length, 2);
		await rpc.promptAndSettle("again");
		assert.deepEqual(texts(rpc).slice(1), [CANCELLED]);
		assert.deepEqual(conversation(gateway.requests[2]?.body), [...EXCHANGE, "user: hello", "user: again"]);
		await rpc.close();
		const all = await sandbox.sessionEntries();
		assert.deepEqual(asWrittenNow(outline(all)), [...entries, "user", "assistant stop"]);
		const [scheduled, cancelled] = dataOf(all, "pi-retry");
		assert.deepEqual([scheduled.outcome, cancelled], ["scheduled", { ...scheduled, outcome: "cancelled" }]);
	});
}
