// The /retry command, answered in RPC mode by notifications, whatever Pi is doing.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { REACH } from "./extensions/index.js";
import { openaiRateLimit, openaiWrongKey, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { PACKAGE } from "./sandbox.js";
import { conversation } from "./session.js";

/**
 * @import { WorldOptions } from "./pi.js"
 * @import { RpcClient } from "./rpc.js"
 *
 * @typedef {[command: string, answer: RegExp][]} Answers
 */

/**
 * Asserts what each command is answered, in order.
 *
 * @param {RpcClient} rpc
 * @param {Answers} answers
 */
async function assertAnswers(rpc, answers) {
	for (const [command, answer] of answers) {
		const from = rpc.records.length;
		const response = await rpc.prompt(command);
		assert.equal(response.data?.disposition, "handled");
		const said = await rpc.until(({ method }) => method === "notify", { from, what: `an answer to ${command}` });
		assert.match(said.message, answer, command);
		assert.equal(said.notifyType, "info");
	}
}

/** The answer to `/retry`. @param {string} state @param {string} last @param {string} [others] @returns {[string, RegExp]} */
function overview(state, last, others = "nobody") {
	return ["/retry", new RegExp(`^pi-retry: ${state}\nconfig: enabled true, maxRetries \\d+, .*\nheaderHints: on\nalso retries: ${others}\nlast decision: ${last}$`)];
}

/** What is answered the same at any time, and changes nothing. @type {Answers} */
const ANY_TIME = [
	["/retry explain 401: no", /^decision stop\ncategory auth\nreason {3}auth: HTTP 401\n/],
	["/retry explain", /^usage: \/retry \[.*cancel.*\]/],
	["/retry wibble", /^usage: /],
	["/retry on", /^pi-retry: on for this session$/],
];

/** What is answered where nothing can be cancelled. @type {Answers} */
const NOTHING_PENDING = [
	...ANY_TIME,
	["/retry cancel", /^pi-retry: no retry is pending$/],
	["/retry off", /^pi-retry: off for this session$/],
];

const LIMITED = "retry, rate_limit: HTTP 429; provider asked to wait 30s \\(text try again in\\)";

test("while idle, every command answers and nothing is sent", async (t) => {
	const { gateway, rpc } = await startRpc(t);
	await assertAnswers(rpc, [
		overview("idle", "none", ".*"),
		["/retry now", /^pi-retry: there is nothing to retry$/],
		...NOTHING_PENDING,
		overview("off for this session", "none", ".*"),
	]);
	assert.equal(gateway.requests.length, 0);
	await rpc.promptAndSettle("hello");
	await assertAnswers(rpc, [["/retry now", /^pi-retry: there is nothing to retry$/]]);
	assert.deepEqual(gateway.requests.map(({ body }) => conversation(body)), [["user: hello"]]);
});

test("while waiting, every command answers and the wait goes on until one ends it", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("30s")] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	const waiting = overview("waiting, retry 1/10 in (31|30|2\\d)s: rate_limit: HTTP 429; .*", LIMITED);
	await assertAnswers(rpc, [waiting, ...ANY_TIME, waiting]);
	assert.equal((await rpc.send({ type: "get_state" })).data.isStreaming, true);
	await assertAnswers(rpc, [["/retry cancel", /^pi-retry: retry cancelled$/]]);
	await rpc.settled();
	await assertAnswers(rpc, [overview("idle", LIMITED)]);
	assert.equal(gateway.requests.length, 1);
});

test("while a tool runs, every command answers and the run goes on", async (t) => {
	const command = "until [ -e go ]; do sleep 0.05; done; echo ran >> ran";
	const plan = [unavailable, { toolCall: { name: "bash", arguments: { command } } }, { text: "done" }];
	const { gateway, rpc, sandbox } = await startRpc(t, { plan, config: { baseDelayMs: 100 } });
	await rpc.prompt("hello");
	await rpc.until(({ type }) => type === "tool_execution_start", { what: "the tool" });
	await assertAnswers(rpc, [
		overview("idle", "retry, server_error: HTTP 503"),
		["/retry now", /^pi-retry: there is nothing to retry$/],
		...NOTHING_PENDING,
		["/retry on", /^pi-retry: on for this session$/],
	]);
	await writeFile(join(sandbox.cwd, "go"), "");
	await rpc.settled();
	assert.equal(gateway.requests.length, 3);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "done");
});

test("during Pi's own wait, every command answers and the wait goes on until one ends it", async (t) => {
	const { gateway, rpc } = await startRpc(t, { settings: { retry: { baseDelayMs: 60_000 } }, plan: [unavailable] });
	await rpc.prompt("hello");
	await rpc.until(({ type }) => type === "auto_retry_start", { what: "Pi's own wait" });
	await assertAnswers(rpc, [
		overview("idle, during Pi's own wait", "retry, server_error: HTTP 503", "Pi, first"),
		...ANY_TIME,
		["/retry now", /^pi-retry: Pi's own wait cannot be skipped$/],
	]);
	assert.equal((await rpc.send({ type: "get_state" })).data.isStreaming, true);
	await assertAnswers(rpc, [["/retry cancel", /^pi-retry: retry cancelled$/]]);
	assert.equal((await rpc.settled()).aborted, true);
	assert.equal(gateway.requests.length, 1);
});

/** @type {Record<string, WorldOptions & { last: string }>} */
const FAILURES = {
	"a failure that is not retried": { plan: [openaiWrongKey], last: "stop, auth: HTTP 401" },
	"giving up": { plan: [unavailable], config: { maxRetries: 0 }, last: "retry, server_error: HTTP 503" },
};

for (const [name, { last, ...options }] of Object.entries(FAILURES)) {
	test(`after ${name}, every command answers and nothing is sent`, async (t) => {
		const { gateway, rpc } = await startRpc(t, options);
		await rpc.promptAndSettle("hello");
		await assertAnswers(rpc, [overview("idle", last), ...NOTHING_PENDING]);
		assert.equal(gateway.requests.length, 1);
	});
}

/** @type {[what: string, leave: (rpc: RpcClient) => Promise<unknown>][]} */
const LEAVES = [
	["another session", (rpc) => rpc.send({ type: "new_session" })],
	["a reload", (rpc) => rpc.prompt("/reload")],
];

for (const [what, leave] of LEAVES) {
	test(`/retry off lasts until ${what}`, async (t) => {
		const plan = [unavailable, unavailable, { text: "the answer" }];
		const { gateway, rpc } = await startRpc(t, { plan, config: { baseDelayMs: 100 }, extensions: [PACKAGE, REACH] });
		await rpc.prompt("/retry off");
		await rpc.promptAndSettle("hello");
		assert.equal(gateway.requests.length, 1);
		await leave(rpc);
		await rpc.promptAndSettle("again");
		assert.equal(gateway.requests.length, 3);
		assert.equal(rpc.notifications.at(-1)?.text, "pi-retry: succeeded on retry 1");
	});
}
