// The log: one JSON line for every decision, wait and outcome, on standard error or in a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { openaiError, openaiRateLimit, unavailable } from "./fates.js";
import { makeWorld, startPrint, startRpc } from "./pi.js";
import { parseJsonl } from "./sandbox.js";

/** @import { Sandbox } from "./sandbox.js" */

const RECOVERED = ["decision", "wait", "outcome succeeded"];
const plan = [openaiRateLimit("200ms"), { text: "the answer" }];

/** What each line tells, in order. @param {string} text @returns {string[]} */
function outline(text) {
	assert.ok(text === "" || text.endsWith("\n"));
	return parseJsonl(text).map(({ event, outcome }) => (outcome ? `${event} ${outcome}` : event));
}

/** @param {Sandbox} sandbox @param {string} [name] */
function readLog(sandbox, name = "retry.log") {
	return readFile(join(sandbox.agentDir, name), "utf8");
}

test("in print mode the log goes to standard error and leaves the answer alone", async (t) => {
	const { sandbox } = await makeWorld(t, { plan, config: { log: "stderr" } });
	const { stdout, stderr, code } = await startPrint(sandbox).output;
	assert.deepEqual([stdout, code, outline(stderr)], ["the answer\n", 0, RECOVERED]);
	const [decision, wait] = parseJsonl(stderr);
	assert.equal(typeof decision.session, "string");
	assert.ok(Math.abs(Date.parse(decision.time) - Date.now()) < 60_000);
	const { provider, model, category, retry, status, reason } = decision;
	assert.deepEqual([provider, model, category, retry, status], ["mock-openai", "gpt-mock", "rate_limit", true, 429]);
	assert.equal(reason, "rate_limit: HTTP 429; provider asked to wait 200ms (text try again in)");
	assert.deepEqual([wait.attempt, wait.delayMs, wait.message.endsWith("retry 1/10 in 200ms")], [1, 450, true]);
});

test("JSON mode's lines stay apart from the log's", async (t) => {
	const { sandbox } = await makeWorld(t, { plan, config: { log: "stderr" } });
	const { stdout, stderr } = await startPrint(sandbox, { mode: "json" }).output;
	assert.ok(parseJsonl(stdout).every(({ type }) => typeof type === "string"));
	assert.deepEqual(outline(stderr), RECOVERED);
});

test("after giving up, Pi's error follows the log's lines", async (t) => {
	const { sandbox } = await makeWorld(t, { plan: [() => unavailable], config: { log: "stderr", maxRetries: 1, baseDelayMs: 100 } });
	const { stdout, stderr, code } = await startPrint(sandbox).output;
	const lines = stderr.trimEnd().split("\n");
	assert.deepEqual([stdout, code, lines.pop()], ["", 1, "503 status code (no body)"]);
	assert.deepEqual(outline(`${lines.join("\n")}\n`), ["decision", "wait", "decision", "outcome giving_up"]);
});

test("in a file the log goes on from session to session, with what was said and no key in it", async (t) => {
	const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
	const wrong = openaiError(401, { message: `Incorrect API key provided: ${key}.` });
	const { rpc, sandbox } = await startRpc(t, { plan: [...plan, openaiRateLimit("30s"), wrong], config: { log: "logs/retry.log" } });
	await rpc.promptAndSettle("hello");
	await rpc.prompt("again");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	await rpc.send({ type: "abort" });
	await rpc.close();
	assert.equal(rpc.stderr, "");
	assert.equal((await startPrint(sandbox).output).code, 1);

	const text = await readLog(sandbox, "logs/retry.log");
	assert.deepEqual(outline(text), [...RECOVERED, "decision", "wait", "outcome cancelled", "decision", "outcome not_retrying"]);
	assert.equal(text.includes(key), false);
	const records = parseJsonl(text);
	assert.match(records.at(-2).error, /Incorrect API key provided: sk-/);
	const messages = records.slice(0, -2).flatMap(({ message }) => message ?? []);
	assert.deepEqual(messages, rpc.notifications.map(({ text }) => text));
	assert.equal(new Set(records.map(({ session }) => session)).size, 2);
});

test("two processes write to one file, each line whole", async (t) => {
	const config = { log: "retry.log", maxRetries: 8, baseDelayMs: 100, maxBackoffMs: 100 };
	const body = { error: { message: "x".repeat(2000) } };
	const { sandbox } = await makeWorld(t, { plan: [() => ({ status: 503, body })], config });
	await Promise.all([startPrint(sandbox).output, startPrint(sandbox).output]);
	const records = parseJsonl(await readLog(sandbox));
	const sessions = Map.groupBy(records, ({ session }) => session);
	const lengths = [...sessions.values()].map(({ length }) => length);
	assert.deepEqual(lengths, [18, 18]); // 9 decisions, 8 waits, 1 outcome
});

test("a log that cannot be written is said once, and the run goes on", async (t) => {
	const { rpc, sandbox } = await startRpc(t, { plan: [...plan, ...plan], config: { log: "sessions" } });
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("again");
	const warnings = rpc.notifications.filter(({ level }) => level === "warning").map(({ text }) => text);
	assert.equal(warnings.length, 1);
	assert.match(warnings[0] ?? "", /^pi-retry: .*log.*EISDIR/);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
	await rpc.close();
	const print = await startPrint(sandbox).output;
	assert.deepEqual([print.stdout, print.stderr, print.code], ["ok\n", "", 0]);
});
