// What the terminal shows of a retry while it waits, afterwards, and when the session is resumed.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import test from "node:test";
import { openaiError, openaiRateLimit, openaiWrongKey, unavailable } from "./fates.js";
import { dataOf } from "./session.js";
import { openTui, startTui } from "./tui.js";

/** Tells the lines that pi-retry drew. @param {string[]} lines */
function drawn(lines) {
	return lines.filter((line) => /^ [↻✗] /.test(line)).map((line) => line.slice(1));
}

test("the countdown runs each second in the status row and beside the spinner, and both are cleared", async (t) => {
	const { tui } = await startTui(t, { plan: [openaiRateLimit("3s"), { text: "the answer", delayMs: 500 }] });
	tui.submit("hello");
	/** @type {(string | undefined)[]} */
	const shown = [undefined];
	await tui.until("the answer", () => {
		const status = /^retry \d.*/.exec(tui.lastRow)?.[0];
		if (tui.working !== undefined) assert.equal(tui.working, status ? `${status} (Escape cancels)` : "Working");
		if (shown.at(-1) !== status) shown.push(status);
		return tui.text.includes("the answer") || undefined;
	});
	await tui.idle();
	const seconds = [3, 2, 1].map((left) => `retry 1/10 in ${left}s`);
	// A machine under load may draw one of them too late.
	assert.deepEqual(shown, [undefined, ...seconds.filter((text) => shown.includes(text)), undefined]);
	assert.ok(shown.length >= 4);
});

test("one line is drawn for each entry, and again when the session is resumed", async (t) => {
	const { tui, sandbox } = await startTui(t, {
		plan: [openaiRateLimit("100ms"), { text: "the answer" }, unavailable, unavailable, openaiWrongKey],
		config: { baseDelayMs: 100, maxRetries: 1 },
	});
	tui.submit("hello");
	await tui.shows("pi-retry: succeeded on retry 1");
	tui.submit("again");
	await tui.shows("Warning: pi-retry: giving up after 1 retries: server_error: HTTP 503");
	tui.submit("once more");
	await tui.shows("Warning: pi-retry: not retrying: auth: HTTP 401");
	await tui.idle();
	const lines = drawn(tui.lines).map((line) => line.replace(/after \d\dms/, "after <backoff>"));
	assert.deepEqual(lines, [
		"↻ retry 1 after 350ms: rate_limit: HTTP 429; provider asked to wait 100ms (text try again in)",
		"↻ retry 1 after <backoff>: server_error: HTTP 503",
		"✗ stopped after 1 retries: server_error: HTTP 503",
		"✗ not retried: auth: HTTP 401",
	]);
	const before = drawn(tui.lines);
	await tui.quit();
	const resumed = await openTui(sandbox, { resume: true, mode: "fullscreen" });
	await resumed.shows("✗ not retried");
	assert.deepEqual(drawn(resumed.lines), before);
	await resumed.quit();
});

test("a line fits a narrow window, also where its letters are wide", async (t) => {
	const { tui } = await startTui(t, {
		plan: [openaiError(500, { message: "服务器繁忙，请稍后再试" }), { text: "the answer" }],
		config: { minDelayMs: { overloaded: 200 }, baseDelayMs: 100 },
		size: { columns: 39, rows: 40 },
	});
	tui.submit("hello");
	await tui.shows("the answer");
	await tui.idle();
	assert.deepEqual(drawn(tui.lines), ['↻ retry 1 after 200ms: overloaded: "…']);
	assert.deepEqual(await tui.quit(), { code: 0, signal: undefined });
});

test("no escape sequence of a provider or a session file reaches the screen through pi-retry", async (t) => {
	const hostile = "\u001b]0;taken over\u0007\u001b[2J\u001b[1;1H\u009b31m\u202e\nHTTP 429";
	const { tui, sandbox } = await startTui(t, {
		plan: [openaiError(429, { message: `${hostile}; try again in 100ms` }), { text: "the answer" }],
	});
	tui.submit("hello");
	await tui.shows("pi-retry: succeeded on retry 1");
	await tui.quit();
	const [entry] = dataOf(await sandbox.sessionEntries(), "pi-retry");
	assert.doesNotMatch(entry.error, /[\p{Cc}\p{Cf}]/u);

	const file = await sandbox.sessionFile();
	const reason = JSON.stringify(entry.reason);
	await writeFile(file, (await readFile(file, "utf8")).replace(reason, JSON.stringify(hostile)));
	const resumed = await openTui(sandbox, { resume: true });
	await resumed.shows("the answer");
	const line = drawn(resumed.lines);
	assert.deepEqual([line.length, resumed.title], [1, tui.title]);
	assert.match(line[0] ?? "", /^↻ retry 1 after 350ms: .*HTTP 429$/);
	await resumed.quit();
});
