// The /retry command in the terminal, whatever Pi is doing.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { openaiRateLimit, openaiWrongKey, unavailable } from "./fates.js";
import { conversation, outline } from "./session.js";
import { inTurn } from "./story.js";
import { openTui, startTui } from "./tui.js";

/**
 * @import { Tui } from "./tui.js"
 *
 * @typedef {[command: string, answer: string | RegExp]} Exchange
 */

/** What is answered the same at any time. @type {Exchange[]} */
const ALWAYS = [
	["/retry explain 529 overloaded_error", /decision retry\s+category overloaded/],
	["/retry wibble", "usage: /retry [cancel | now | off | on | explain <error text>]"],
	["/retry on", "pi-retry: on for this session"],
];

/** What is answered where there is no wait. @type {Exchange[]} */
const WHERE_NOTHING_WAITS = [
	["/retry cancel", "pi-retry: no retry is pending"],
	["/retry off", "pi-retry: off for this session"],
	["/retry", /pi-retry: off for this session\s+config: enabled true/],
	...ALWAYS,
];

/** @type {Exchange} */
const NOTHING_TO_RETRY = ["/retry now", "pi-retry: there is nothing to retry"];

/** Gives commands one after another, each of which has to be answered. @param {Tui} tui @param {Exchange[]} exchanges */
async function talk(tui, exchanges, after = "") {
	for (const [command, answer] of exchanges) {
		tui.submit(command);
		await tui.shows(answer, { after });
	}
}

/** A tool that runs until there is a file `go`, though not for ever. */
const toolCall = { name: "bash", arguments: { command: "for _ in {1..600}; do [ -e go ] && exit; sleep 0.05; done" } };

test("every command is answered while idle, while a tool runs, while waiting and after a failure", async (t) => {
	const { gateway, tui, sandbox } = await startTui(t, {
		plan: [{ toolCall }, { text: "answer 1" }, openaiRateLimit("30s"), { text: "answer 2" }, openaiWrongKey, { text: "answer 3" }],
	});
	const states = [
		{
			name: "idle",
			async run() {
				await talk(tui, [["/retry", /pi-retry: idle\s+config: enabled true/], NOTHING_TO_RETRY, ...WHERE_NOTHING_WAITS], "[Extensions]");
				assert.equal(gateway.requests.length, 0);
			},
		},
		{
			name: "while a tool runs",
			async run() {
				tui.submit("use a tool");
				await tui.shows("$ for _ in {1..600}");
				await talk(tui, [["/retry", /pi-retry: idle\s+config/], NOTHING_TO_RETRY, ...WHERE_NOTHING_WAITS], "use a tool");
				await writeFile(join(sandbox.cwd, "go"), "");
				await tui.shows("answer 1");
				await tui.idle();
				assert.equal(gateway.requests.length, 2);
			},
		},
		{
			name: "while waiting",
			async run() {
				tui.submit("limited");
				await tui.shows(/retry 1\/10 in \d+s \(Escape/, { after: "limited" });
				await talk(tui, [["/retry", /pi-retry: waiting, retry 1\/10 in \d+s: rate_limit: HTTP 429;/], ...ALWAYS], "limited");
				assert.match(tui.lastRow, /^retry 1\/10 in \d+s$/);
				assert.equal(gateway.requests.length, 3);
				tui.submit("/retry now");
				await tui.shows("answer 2");
				await tui.shows("pi-retry: succeeded on retry 1");
				await tui.idle();
			},
		},
		{
			name: "after a failure",
			async run() {
				tui.submit("fail");
				await tui.shows("Warning: pi-retry: not retrying: auth: HTTP 401");
				await tui.idle();
				await talk(tui, [["/retry", /pi-retry: idle\s[^]*last decision: stop, auth: HTTP 401/], ...WHERE_NOTHING_WAITS], "not retrying");
				assert.equal(gateway.requests.length, 5);
				tui.submit("/retry now");
				await tui.shows("answer 3");
				await tui.idle();
				assert.deepEqual(gateway.requests[5]?.body, gateway.requests[4]?.body);
			},
		},
	];
	await inTurn(t, states, ({ run }) => run());
	assert.equal(gateway.requests.length, 6);
});

test("the arguments of /retry complete in the editor", async (t) => {
	const { tui } = await startTui(t);
	tui.type("/retry ");
	const words = ["cancel", "now", "off", "on", "explain"];
	await tui.shows(new RegExp(words.map((word) => `[→ ] ${word} .*`).join("\\s+")));
	tui.type("ex");
	await tui.hides(/^[→ ] cancel/m);
	await tui.shows(/^→ explain +say what/m);
	tui.press("tab");
	await tui.until("the completed command", () => tui.editor.startsWith("/retry explain") || undefined);
});

test("/retry now goes on after a give-up, an abort and a resume, with no message of its own", async (t) => {
	const { gateway, tui, sandbox } = await startTui(t, {
		plan: [unavailable, unavailable, { text: "answer 1" }, openaiRateLimit("30s"), { text: "answer 2" }, openaiWrongKey, { text: "answer 3" }],
		config: { maxRetries: 1, baseDelayMs: 100 },
	});
	tui.submit("first");
	await tui.shows("giving up after 1 retries");
	await tui.idle();
	tui.submit("/retry now");
	await tui.shows("answer 1");
	await tui.idle();
	tui.submit("second");
	await tui.shows(/retry 1\/1 in \d+s \(Escape/);
	tui.press("escape");
	await tui.shows("pi-retry: retry cancelled");
	await tui.idle();
	tui.submit("/retry now");
	await tui.shows("answer 2");
	await tui.idle();
	tui.submit("third");
	await tui.shows("not retrying: auth: HTTP 401");
	await tui.idle();
	await tui.quit();

	const resumed = await openTui(sandbox, { resume: true });
	await resumed.shows("✗ not retried");
	resumed.submit("/retry now");
	await resumed.shows("answer 3");
	await resumed.idle();
	assert.doesNotMatch(resumed.text, /Continue\./);
	await resumed.quit();

	const [first, second, third] = [
		["user: first"],
		["user: first", "assistant: answer 1", "user: second"],
		["user: first", "assistant: answer 1", "user: second", "assistant: answer 2", "user: third"],
	];
	assert.deepEqual(
		gateway.requests.map(({ body }) => conversation(body)),
		[first, first, first, second, second, third, third],
	);
	const said = outline(await sandbox.sessionEntries()).filter((word) => /^(user|assistant stop)$/.test(word));
	assert.deepEqual(said, ["user", "assistant stop", "user", "assistant stop", "user", "assistant stop"]);
});
