// The core traps: one warning, what is at hand is left to Pi, a fresh core goes on; the second time ends it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FakePi } from "./fake-pi.js";
import { connect, decide, load, trapElsewhere } from "./trapping.js";

/** @import { TestContext } from "node:test" */

const STUMBLED = "pi-retry: internal error (unreachable); what was at hand is left to Pi, pi-retry goes on with the next request";
const STOPPED = "pi-retry: internal error (unreachable); pi-retry is off for this session, Pi goes on without it";

/** Starts a session with short waits. @param {TestContext} t @param {object} [config] */
async function start(t, config = {}) {
	const directory = mkdtempSync(join(tmpdir(), "pi-retry-"));
	t.after(() => rmSync(directory, { recursive: true }));
	process.env.PI_CODING_AGENT_DIR = directory;
	writeFileSync(join(directory, "pi-retry.json"), JSON.stringify({ baseDelayMs: 1000, maxRetries: 5, ...config }));
	const pi = new FakePi();
	t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
	connect(pi.api, load(), { random: () => 0, clock: { wall: () => Date.now(), steady: () => Date.now() } });
	await pi.fire("session_start");
	t.after(() => pi.fire("session_shutdown"));
	return pi;
}

/** Lets a request fail. The answer comes when a wait that it leads to is over. @param {FakePi} pi @param {string} [errorMessage] */
function fail(pi, errorMessage = "503") {
	const message = { role: "assistant", stopReason: "error", errorMessage, provider: "p", model: "m", api: "a" };
	return pi.fire("turn_end", { outcome: "error", message, messageEntryId: "e1", entries: [], context: { contextEntries: [] } });
}

/** What was said since the last time. @param {FakePi} pi @returns {string[]} */
function said(pi) {
	return pi.asked.splice(0).flatMap((/** @type {any} */ { type, text }) => (type === "notify" ? [text] : []));
}

/** Lets a wait go to its end. @param {TestContext} t @param {Promise<any>} answer */
async function elapse(t, answer) {
	for (let i = 0; i < 10; i++) {
		t.mock.timers.tick(1000);
		await new Promise((resolve) => setImmediate(resolve));
	}
	return answer;
}

const NEXT = (/** @type {number} */ attempt) => new RegExp(`^pi-retry: server_error \\(.*\\); retry ${attempt}/5 in `);

test("a trap at a failure leaves it to Pi, and the next one is handled with the counter and the configuration of before", async (t) => {
	const pi = await start(t);
	await elapse(t, fail(pi));
	await pi.fire("turn_start");
	assert.match(said(pi)[0] ?? "", NEXT(1));
	assert.equal(await fail(pi, "503 trap in RequestFailed"), undefined);
	assert.deepEqual(said(pi), [STUMBLED]);
	const { entries } = await elapse(t, fail(pi));
	assert.match(said(pi)[0] ?? "", NEXT(2));
	assert.deepEqual(entries.map((/** @type {any} */ { type }) => type), ["context_edit", "custom"]);
});

test("the second trap turns pi-retry off for the session, and for no other", async (t) => {
	const pi = await start(t);
	await fail(pi, "trap in RequestFailed");
	await fail(pi, "trap in RequestFailed");
	assert.equal(await fail(pi), undefined);
	await pi.command("retry", "");
	assert.deepEqual(said(pi), [STUMBLED, STOPPED]);
	const other = new FakePi();
	connect(other.api, load());
	await other.command("retry", "");
	assert.match(said(other)[0] ?? "", /^pi-retry: idle/);
});

test("a trap at the end of a wait hides nothing and sends nothing", async (t) => {
	const pi = await start(t);
	assert.equal(await elapse(t, fail(pi, "503 trap in WaitElapsed")), undefined);
	const asked = pi.asked.map((/** @type {any} */ { type, text }) => [type, text]);
	assert.deepEqual(asked.slice(-3), [["notify", STUMBLED], ["set_status", undefined], ["set_working_message", undefined]]);
	assert.equal(await pi.fire("agent_before_settle", { context: { canContinue: false }, entries: [] }), undefined);
	said(pi);
	await elapse(t, fail(pi));
	assert.match(said(pi)[0] ?? "", NEXT(2));
});

test("a trap in the countdown or in a command ends the wait", async (t) => {
	for (const trap of [
		{ errorMessage: "503 trap in WaitTicked", cause: async () => t.mock.timers.tick(1000) },
		{ errorMessage: "503", cause: (/** @type {FakePi} */ pi) => pi.command("retry", "explain trap in Command") },
	]) {
		const pi = await start(t, { baseDelayMs: 5000 });
		const answer = fail(pi, trap.errorMessage);
		await trap.cause(pi);
		assert.equal(await answer, undefined);
		assert.deepEqual(said(pi).slice(1), [STUMBLED]);
		await pi.command("retry", "");
		assert.match(said(pi)[0] ?? "", /^pi-retry: idle/);
		t.mock.timers.reset();
	}
});

test("what the user has switched off stays off", async (t) => {
	const pi = await start(t);
	await pi.command("retry", "off");
	await fail(pi, "trap in RequestFailed");
	said(pi);
	assert.equal(await fail(pi), undefined);
	assert.deepEqual(said(pi), []);
});

test("a wait of another session goes on as if nothing had been", async (t) => {
	const pi = await start(t, { baseDelayMs: 2000 });
	const answer = fail(pi);
	trapElsewhere();
	const { entries } = await elapse(t, answer);
	assert.deepEqual(entries.map((/** @type {any} */ { type }) => type), ["context_edit", "custom"]);
	assert.deepEqual(await pi.fire("agent_before_settle", { context: { canContinue: true }, entries: [] }), { continue: true });
	assert.equal(said(pi).length, 1);
});

test("a trap while an entry is drawn or a word is completed shows nothing, and costs nothing", async (t) => {
	const pi = await start(t);
	const data = { category: "auth", reason: "trap in entryLine", attempts: 0, provider: "p", model: "m" };
	assert.equal(pi.draw("pi-retry-stop", data, 80), undefined);
	const { getArgumentCompletions } = /** @type {any} */ (pi.commands.get("retry"));
	assert.equal(getArgumentCompletions("trap in completions"), null);
	assert.equal(getArgumentCompletions("o").length, 2);
	assert.match(pi.draw("pi-retry-stop", { ...data, reason: "r" }, 80)?.join("") ?? "", /✗ not retried: r/);
	await pi.command("retry", "");
	assert.match(said(pi)[0] ?? "", /^pi-retry: idle\nconfig: enabled true, maxRetries 5/);
});

test("the log has what is said of a trap, which print mode shows nowhere else", async (t) => {
	const pi = await start(t, { log: "retry.log" });
	await fail(pi, "trap in RequestFailed");
	const lines = readFileSync(join(process.env.PI_CODING_AGENT_DIR ?? "", "retry.log"), "utf8").trim().split("\n");
	const { event, level, message } = JSON.parse(lines.at(-1) ?? "");
	assert.deepEqual({ event, level, message }, { event: "note", level: "warning", message: STUMBLED });
});

test("a trap at the start of the session does not lose the configuration", async (t) => {
	const pi = await start(t, { "trap in SessionStarted": 1 });
	await pi.command("retry", "");
	const [warning, overview] = said(pi);
	assert.equal(warning, STUMBLED);
	assert.match(overview ?? "", /^pi-retry: idle\nconfig: enabled true, maxRetries 5/);
});

test("the library decides again after a trap", () => {
	trapElsewhere();
	assert.equal(decide({ message: "401" }).category, "auth");
});

test("the published build has no such words", async () => {
	const { load: published } = await import("../../pkg/load.js");
	assert.deepEqual(published().completions("trap in completions"), []);
	assert.ok(!readFileSync(new URL("../../pkg/pi_retry_bg.wasm", import.meta.url)).includes("trap in"));
});
