// A Pi whose rules for what it repeats are not those that pi-retry knows: nothing is lost.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { LATE_MS, NOTE, assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { anthropicError, openaiError } from "./fates.js";
import { startRpc } from "./pi.js";
import { readEntries } from "./sandbox.js";
import { conversation, dataOf, outline } from "./session.js";

/**
 * @import { TestContext } from "node:test"
 * @import { RunOptions, WorldOptions } from "./pi.js"
 * @import { RpcClient } from "./rpc.js"
 */

const OVERLOADED = { type: "overloaded_error", message: "Overloaded" };
const BACKOFF = /^pi-retry: overloaded \(overloaded: HTTP 529\); retry 1\/10 in \d+ms$/;

/** Pi forgets that an overloaded provider is worth a repetition. */
const FORGETFUL = rules('["overloaded","server_busy"', '["server_busy"');
/** Pi repeats conflicts, too. */
const EAGER = rules('["overloaded","server_busy"', '["overloaded","Conflict","server_busy"');

/** @param {string} from @param {string} to in Pi's source */
function rules(from, to) {
	return { NODE_OPTIONS: `--import ${new URL("other-rules.js", import.meta.url)}`, PI_OTHER_RULES: JSON.stringify([from, to]) };
}

/** @param {TestContext} t @param {WorldOptions & RunOptions} options */
function start(t, options) {
	return startRpc(t, { settings: { retry: { baseDelayMs: 50 } }, config: { baseDelayMs: 100 }, ...options });
}

test("what Pi was to repeat and declines is taken up before Pi settles", async (t) => {
	const plan = [anthropicError(529, OVERLOADED), { text: "the answer" }];
	const { gateway, rpc, sandbox } = await start(t, { env: FORGETFUL, model: "anthropic", plan });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [NOTE, BACKOFF, succeeded(1)]);
	assert.equal(rpc.records.some(({ type }) => type === "auto_retry_start"), false);
	assert.deepEqual(gateway.requests[1]?.body, gateway.requests[0]?.body);
	await rpc.promptAndSettle("again");
	assert.deepEqual(conversation(gateway.requests[2]?.body), ["user: hello", "assistant: the answer", "user: again"]);
	await rpc.close();
	const all = outline(await sandbox.sessionEntries());
	assert.deepEqual(all.slice(0, 5), ["user", "assistant error", "context_edit", "pi-retry", "assistant stop"]);
});

test("what was waited out for Pi, and Pi then declines, is sent when the provider's time has come", async (t) => {
	const plan = [anthropicError(529, OVERLOADED, { "retry-after": "2" }), { text: "the answer" }];
	const settings = { retry: { baseDelayMs: 1000 } };
	const { gateway, rpc } = await start(t, { env: FORGETFUL, model: "anthropic", plan, settings });
	await rpc.promptAndSettle("hello");
	assertWaited(gateway, 2000);
	assertSaid(rpc, [NOTE, hinted("2s", { evidence: "overloaded: HTTP 529" }), succeeded(1)]);
	assert.equal(rpc.records.some(({ type }) => type === "auto_retry_start"), false);
	assert.equal(gateway.requests.length, 2);
});

/** Starts a session that backs off where Pi has declined. @param {TestContext} t */
async function startWaiting(t) {
	const plan = [anthropicError(529, OVERLOADED), { text: "the answer" }];
	const world = await start(t, { env: FORGETFUL, model: "anthropic", config: { baseDelayMs: 30_000 }, plan });
	await world.rpc.prompt("hello");
	await world.rpc.until(({ statusText }) => statusText !== undefined, { what: "the wait" });
	return world;
}

/** @type {Record<string, (rpc: RpcClient) => Promise<unknown>>} */
const CANCELS = {
	"/retry cancel": (rpc) => rpc.prompt("/retry cancel"),
	"an abort": (rpc) => rpc.send({ type: "abort" }),
	"a new session": (rpc) => rpc.send({ type: "new_session" }),
	"closing stdin": (rpc) => rpc.close(),
};

for (const [name, cancel] of Object.entries(CANCELS)) {
	test(`${name} ends such a wait at once, and nothing is sent`, async (t) => {
		const { gateway, rpc, sandbox } = await startWaiting(t);
		const startedAt = performance.now();
		await cancel(rpc);
		if (!rpc.exit) await rpc.until(({ type, aborted }) => type === "agent_settled" && aborted, { what: "the end of the run" });
		assert.ok(performance.now() - startedAt < LATE_MS);
		assertSaid(rpc, [NOTE, /; retry 1\/10 in /, "pi-retry: retry cancelled"]);
		assert.equal(rpc.statuses("pi-retry").at(-1), undefined);
		if (!rpc.exit) await rpc.promptAndSettle("again");
		const prompts = gateway.requests.slice(1).map(({ body }) => conversation(body).at(-1));
		assert.deepEqual(prompts, rpc.exit ? [] : ["user: again"]);
		const [file = ""] = await sandbox.sessionFiles();
		const outcomes = dataOf(await readEntries(file), "pi-retry").map(({ outcome }) => outcome);
		assert.deepEqual(outcomes, ["scheduled", "cancelled"]);
	});
}

test("a message ends such a wait, too, and goes with the retry", async (t) => {
	const { gateway, rpc } = await startWaiting(t);
	const startedAt = performance.now();
	await rpc.send({ type: "steer", message: "more" });
	await rpc.settled();
	assert.ok((gateway.requests[1]?.arrivedAt ?? Infinity) - startedAt < LATE_MS);
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: hello", "user: more"]);
	assert.equal(gateway.requests.length, 2);
});

test("what Pi repeats although it was not expected to is sent once", async (t) => {
	const plan = [openaiError(409, { message: "Conflict" }), { text: "the answer" }];
	const { gateway, rpc } = await start(t, { env: EAGER, plan });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [NOTE, /^pi-retry: rate_limit \(rate_limit: HTTP 409\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	assert.equal(rpc.records.some(({ type }) => type === "auto_retry_start"), true);
	assert.equal(gateway.requests.length, 2);
	await rpc.promptAndSettle("again");
	assert.deepEqual(conversation(gateway.requests[2]?.body), ["user: hello", "assistant: the answer", "user: again"]);
});
