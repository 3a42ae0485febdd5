// Leaving a session or Pi during a wait in the terminal: the wait ends at once, and nothing follows it.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { conversation, outline } from "./session.js";
import { inTurn } from "./story.js";
import { openTui, startTui } from "./tui.js";

/**
 * @import { PlannedRequest } from "./request.js"
 * @import { Tui } from "./tui.js"
 */

/** Far from the 30 s that a wait would last, and enough for a machine under load. */
const AT_ONCE_MS = 5000;

/** Limits the rate of prompts that say so. @param {PlannedRequest} request */
function limited({ body, number }) {
	return conversation(body).at(-1)?.includes("limited") ? openaiRateLimit("30s") : { text: `answer ${number}` };
}

/** Gives a prompt that has to wait. @param {Tui} tui @param {string} prompt */
async function startWaiting(tui, prompt) {
	tui.submit(prompt);
	await tui.shows(/retry 1\/10 in \d+s \(Escape cancels\)/, { after: prompt });
}

/** Opens one of Pi's selectors. @param {Tui} tui @param {string} command @param {string} title */
async function select(tui, command, title) {
	tui.submit(command);
	await tui.shows(title);
	assert.match(tui.lastRow, /^retry 1\/10 in \d+s$/);
}

/** Empties the editor of the prompt that Pi put there. @param {Tui} tui @param {string} prompt */
async function clearEditor(tui, prompt) {
	await tui.until("the prompt in the editor", () => tui.editor === prompt || undefined);
	tui.press("ctrl+u");
}

const LEAVING = [
	{
		name: "/tree ends the wait when an entry is chosen",
		/** @param {Tui} tui @param {string} prompt */
		async leave(tui, prompt) {
			await select(tui, "/tree", "Session Tree");
			tui.press("up");
			await tui.shows(`› • user: ${prompt}`);
			tui.press("enter");
			await tui.shows("Navigated to selected point");
			await clearEditor(tui, prompt);
		},
		before: ["user: first", "assistant: answer 1"],
	},
	{
		name: "/fork ends the wait",
		/** @param {Tui} tui @param {string} prompt */
		async leave(tui, prompt) {
			await select(tui, "/fork", "Fork from Message");
			tui.press("enter");
			await tui.shows("Forked to new session");
			await clearEditor(tui, prompt);
		},
		before: ["user: first", "assistant: answer 1", "user: next 0", "assistant: answer 3"],
	},
	{
		name: "/new ends the wait",
		/** @param {Tui} tui */
		async leave(tui) {
			tui.submit("/new");
			await tui.shows("New session started");
		},
		before: [],
	},
	{
		name: "/resume ends the wait when a session is chosen",
		/** @param {Tui} tui */
		async leave(tui) {
			await select(tui, "/resume", "Resume Session");
			await tui.shows("└─ first");
			tui.press("down");
			await tui.shows(/^› first/m);
			tui.press("enter");
			await tui.shows("Resumed session");
		},
		before: ["user: first", "assistant: answer 1", "user: next 0", "assistant: answer 3", "user: limited 1"],
	},
];

test("no wait outlives its session", async (t) => {
	const settings = { retry: { enabled: false }, branchSummary: { skipPrompt: true } };
	const { gateway, tui } = await startTui(t, { plan: [limited], settings });
	tui.submit("first");
	await tui.shows("answer 1");
	await inTurn(t, LEAVING, async ({ leave, before }, i) => {
		const [prompt, next, sent] = [`limited ${i}`, `next ${i}`, gateway.requests.length];
		await startWaiting(tui, prompt);
		const start = performance.now();
		await leave(tui, prompt);
		assert.ok(performance.now() - start < AT_ONCE_MS);
		assert.equal(tui.working, undefined);
		assert.doesNotMatch(tui.lastRow, /retry \d/);

		tui.submit(next);
		await tui.shows(`answer ${sent + 2}`);
		await tui.idle();
		assert.equal(gateway.requests.length, sent + 2);
		assert.deepEqual(conversation(gateway.requests.at(-1)?.body), [...before, `user: ${next}`]);
	});
	assert.deepEqual(await tui.quit(), { code: 0, signal: undefined });
});

test("/compact during the wait compacts what was said, without the attempts that failed", async (t) => {
	const { gateway, tui } = await startTui(t, {
		settings: { retry: { enabled: false }, compaction: { keepRecentTokens: 1 } },
		plan: [openaiRateLimit("100ms"), { text: "answer 1" }, openaiRateLimit("30s"), { text: "the summary" }, { text: "answer 2" }],
	});
	tui.submit("first");
	await tui.shows("answer 1");
	await tui.idle();
	await startWaiting(tui, "limited");
	tui.submit("/compact");
	await tui.shows("[compaction]");
	await tui.idle();
	tui.submit("again");
	await tui.shows("answer 2");
	await tui.idle();
	assert.equal(gateway.requests.length, 5);
	const [summary, again] = gateway.requests.slice(3).map(({ body }) => conversation(body));
	assert.match(summary?.join() ?? "", /\[User\]: first\s+\[Assistant\]: answer 1\s+<\/conversation>/);
	assert.doesNotMatch(summary?.join() ?? "", /429|Rate limit/);
	assert.match(again?.[0] ?? "", /the summary/);
	assert.deepEqual(again?.slice(1), ["user: limited", "user: again"]);
});

/** @type {{ name: string, end: (tui: Tui) => unknown }[]} */
const ENDS = [
	{ name: "Ctrl+D", end: (tui) => tui.press("ctrl+d") },
	{ name: "/quit", end: (tui) => tui.submit("/quit") },
	{
		name: "Ctrl+C, pressed twice",
		end(tui) {
			tui.press("ctrl+c");
			tui.press("ctrl+c");
		},
	},
	{ name: "SIGTERM", end: (tui) => tui.signal("SIGTERM") },
	{ name: "the end of the terminal", end: (tui) => tui.signal("SIGHUP") },
];

test("whatever ends Pi during the wait ends it as it would end anyway", { concurrency: 2 }, async (t) => {
	const parts = ENDS.map(({ name, end }) =>
		t.test(name, async (t) => {
			const { gateway, tui, sandbox } = await startTui(t, { plan: [limited] });
			await startWaiting(tui, "limited");
			const start = performance.now();
			end(tui);
			assert.deepEqual(await tui.exited(), { code: 0, signal: undefined });
			assert.ok(performance.now() - start < AT_ONCE_MS);
			assert.equal(gateway.requests.length, 1);
			assert.deepEqual(outline(await sandbox.sessionEntries()), ["user", "assistant error"]);
		}),
	);
	await Promise.all(parts);
});

test("a session that was left during a wait goes on when it is continued", async (t) => {
	const { gateway, tui, sandbox } = await startTui(t, { plan: [limited] });
	await startWaiting(tui, "limited");
	await tui.kill("SIGKILL");
	const next = await openTui(sandbox, { resume: true });
	await next.shows("limited");
	assert.equal(gateway.requests.length, 1);
	next.submit("again");
	await next.shows("answer 2");
	await next.idle();
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: limited", "user: again"]);
	await next.quit();
	assert.deepEqual(outline(await sandbox.sessionEntries()), ["user", "assistant error", "user", "assistant stop"]);
});
