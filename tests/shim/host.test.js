// What the shim owes Pi whatever the core does: no error of ours, and nothing of others lost.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import { load } from "../../pkg/load.js";
import { connect } from "../../pkg/host.js";
import { FakePi } from "./fake-pi.js";

const unauthorized = {
	outcome: "error",
	message: { role: "assistant", errorMessage: "401: no", provider: "p", model: "m", api: "a" },
	messageEntryId: "e2",
	context: { contextEntries: [] },
	entries: [{ type: "custom", customType: "another-extension", data: 1 }],
};

test("entries that other extensions have drafted stay in front of ours", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	const { entries } = await pi.fire("turn_end", unauthorized);
	assert.deepEqual(
		entries.map((/** @type {{ customType: string }} */ entry) => entry.customType),
		["another-extension", "pi-retry-stop"],
	);
});

test("a screen that throws is reported, once more, and then nothing is shown any more", async () => {
	const pi = new FakePi();
	pi.broken = "set_status";
	connect(pi.api, load());
	const rateLimited = { ...unauthorized, message: { ...unauthorized.message, errorMessage: "429" } };
	for (let i = 0; i < 3; i++) assert.equal(await pi.fire("turn_end", rateLimited), undefined);
	await pi.command("retry", "");
	const said = pi.asked.filter((/** @type {any} */ asked) => asked.type === "notify").map((/** @type {any} */ { text }) => text);
	const cause = "pi-retry: internal error (no set_status)";
	assert.match(said[0], /; retry 1\/10 in /);
	assert.equal(said[1], `${cause}; what was at hand is left to Pi, pi-retry goes on with the next request`);
	assert.match(said[2], /; retry 2\/10 in /);
	assert.equal(said[3], `${cause}; pi-retry is off for this session, Pi goes on without it`);
	assert.equal(said.length, 4);
});

test("a response that a provider reports without a status costs nothing", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	for (const status of [undefined, null, "429", NaN]) await pi.fire("after_provider_response", { status, headers: { a: 1, b: null } });
	await pi.fire("after_provider_response", { status: 429, headers: { a: 1, b: null } });
	await pi.command("retry", "");
	assert.match(pi.asked.map((/** @type {any} */ { text }) => text).join(), /^pi-retry: idle/);
});

test("a command given from within a notification finds the wait that is announced there", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	pi.onNotify = (text) => {
		if (text.includes("; retry 1/10")) void pi.command("retry", "cancel");
	};
	await pi.fire("turn_end", { ...unauthorized, message: { ...unauthorized.message, errorMessage: "429" } });
	const shown = pi.asked.map((/** @type {any} */ { type, text }) => [type, text]);
	assert.deepEqual(shown.slice(1), [
		["set_status", "retry 1/10 in 2s"],
		["set_working_message", "retry 1/10 in 2s (Escape cancels)"],
		["set_status", undefined],
		["set_working_message", undefined],
		["notify", "pi-retry: retry cancelled"],
		["abort_run", undefined],
	]);
});

test("a failure that is only the abort of its run is not reported", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	pi.run.abort();
	const aborted = { ...unauthorized, message: { ...unauthorized.message, errorMessage: "This operation was aborted" } };
	assert.equal(await pi.fire("turn_end", aborted), undefined);
	assert.deepEqual(pi.asked, []);
});

test("settings and diagnostics of a strange type do not disturb it", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	pi.settings = /** @type {any} */ ({ cacheWarming: 5, retry: { enabled: "no", maxRetries: "3", baseDelayMs: null } });
	/** @type {object} */
	let deep = {};
	for (let level = 0; level < 100_000; level++) deep = { deep };
	await pi.fire("context", { messages: [] });
	for (const diagnostics of [[{ type: "x", details: { f() {}, n: 5n } }], deep]) {
		await pi.fire("turn_end", { ...unauthorized, message: { ...unauthorized.message, diagnostics } });
		assert.match(JSON.stringify(pi.asked.splice(0)), /pi-retry: not retrying: auth: HTTP 401/);
	}
});

test("a session that never announced its start is configured by its first event", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	await pi.command("retry", "");
	assert.match(JSON.stringify(pi.asked), /pi-retry: idle\\nconfig: enabled true/);
});

test("entries are drawn as one line that fits the window, also those of a damaged session file", () => {
	const pi = new FakePi();
	connect(pi.api, load());
	const draw = (/** @type {string} */ customType, /** @type {unknown} */ data, width = 200) => pi.draw(customType, data, width);
	const retry = {
		attempt: 2,
		category: "rate_limit",
		reason: "rate_limit: HTTP 429\u001b[31m",
		delayMs: 20_250,
		provider: "p",
		model: "m",
		outcome: "scheduled",
		failedEntryId: "e",
	};
	assert.deepEqual(draw("pi-retry", retry), [" ↻ retry 2 after 20s: rate_limit: HTTP 429"]);
	assert.deepEqual(draw("pi-retry", { ...retry, outcome: "cancelled" }), [" ↻ retry 2 cancelled: rate_limit: HTTP 429"]);
	assert.deepEqual(draw("pi-retry", { ...retry, fallback: { from: "a/b", to: "c/d" } }), [" ↻ retry 2 on c/d: rate_limit: HTTP 429"]);
	assert.deepEqual(draw("pi-retry", retry, 10), [" ↻ retry …"]);
	const stop = { category: "auth", reason: "auth: HTTP 401", attempts: 0, provider: "p", model: "m" };
	assert.deepEqual(draw("pi-retry-stop", stop), [" ✗ not retried: auth: HTTP 401"]);
	assert.deepEqual(draw("pi-retry-stop", { ...stop, attempts: 3 }), [" ✗ stopped after 3 retries: auth: HTTP 401"]);
	for (const damaged of [undefined, null, 5, {}, { attempt: "x" }]) assert.equal(draw("pi-retry", damaged), undefined);
});

test("a drawn line fits every window by Pi's own measure, whatever it is written in", () => {
	const pi = new FakePi();
	connect(pi.api, load());
	const render = (/** @type {string} */ reason, /** @type {number} */ width) => {
		const data = { category: "overloaded", reason, attempts: 0, provider: "p", model: "m" };
		return pi.draw("pi-retry-stop", data, width) ?? [];
	};
	const reasons = ["HTTP 529", "服务器繁忙，请稍后再试", "한국어 오류", "オフライン ｵﾌﾗｲﾝ", "🙂👨‍👩‍👧🇩🇪1️⃣✅", "é น้ำ กำ ลำ", "“—”…©️"];
	for (const reason of reasons) {
		for (let width = 0; width < 60; width++) {
			const [line = "", ...more] = render(reason, width);
			assert.deepEqual(more, []);
			assert.ok(visibleWidth(line) <= width, `${JSON.stringify(line)} in ${width} columns`);
		}
		assert.match(render(reason, 60)[0] ?? "", /^ ✗ not retried: .*[^…]$/);
	}
});

test("a log that cannot be written is reported once, and the decisions go on", async (t) => {
	const directory = mkdtempSync(join(tmpdir(), "pi-retry-"));
	t.after(() => rmSync(directory, { recursive: true }));
	process.env.PI_CODING_AGENT_DIR = directory;
	writeFileSync(join(directory, "pi-retry.json"), JSON.stringify({ log: "." }));
	const pi = new FakePi();
	connect(pi.api, load());
	await pi.fire("turn_end", unauthorized);
	await pi.fire("turn_end", unauthorized);
	const said = pi.asked.map((/** @type {any} */ { text }) => text.replaceAll(directory, "DIR"));
	assert.deepEqual(said, [
		"pi-retry: not retrying: auth: HTTP 401",
		"pi-retry: the log . cannot be written (EISDIR: illegal operation on a directory, open 'DIR'); no log in this session",
		"pi-retry: not retrying: auth: HTTP 401",
	]);
});

test("the message that starts a run never reaches a request", async () => {
	const pi = new FakePi();
	connect(pi.api, load());
	const user = { role: "user", content: "hello" };
	const nudge = { role: "custom", customType: "pi-retry-now", content: "Continue." };
	assert.deepEqual(await pi.fire("context", { messages: [user, nudge] }), { messages: [user] });
	assert.equal(await pi.fire("context", { messages: [user] }), undefined);
});

test("the words of /retry complete", () => {
	const pi = new FakePi();
	connect(pi.api, load());
	const complete = (/** @type {string} */ prefix) =>
		/** @type {any} */ (pi.commands.get("retry")).getArgumentCompletions(prefix).map((/** @type {any} */ one) => one.value);
	assert.deepEqual(complete(""), ["cancel", "now", "off", "on", "explain"]);
	assert.deepEqual(complete("o"), ["off", "on"]);
	assert.deepEqual(complete("x"), []);
});
