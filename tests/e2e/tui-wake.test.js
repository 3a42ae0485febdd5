// Waits in the terminal that end in a retry: before their time, or with messages that came meanwhile.

import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openaiError, openaiRateLimit, unavailable } from "./fates.js";
import { conversation, dataOf, outline } from "./session.js";
import { inTurn } from "./story.js";
import { startTui } from "./tui.js";

/**
 * @import { Step } from "./step.js"
 * @import { Tui } from "./tui.js"
 *
 * @typedef {object} Wait
 * @property {string} name
 * @property {Step} fails
 * @property {(tui: Tui) => unknown} meanwhile
 * @property {number} [leastMs] how long it lasts at least, by default no time
 * @property {string[][]} sent what each request after the failed one held beside it; `answer` stands for an answer
 * @property {[api: string, model: string]} [to] where the retry goes
 */

/** Less than any wait that is not to be sat through, and enough for a machine under load. */
const MOST_MS = 6000;

const overloaded = openaiError(529, { message: "Overloaded", type: "overloaded_error" });
/** A backoff that only a wake can end in time, and one that ends by itself. */
const config = { minDelayMs: { server_error: 30_000, overloaded: 1500 }, baseDelayMs: 100 };

/** @type {Wait[]} */
const WAITS = [
	{
		name: "/retry now ends a wait that the provider asked for",
		fails: openaiRateLimit("30s"),
		meanwhile: (tui) => tui.submit("/retry now"),
		sent: [[]],
	},
	{
		name: "/retry now ends a backoff",
		fails: unavailable,
		meanwhile: (tui) => tui.submit("/retry now"),
		sent: [[]],
	},
	{
		name: "a message typed during a backoff ends it and goes with the retry",
		fails: unavailable,
		meanwhile: (tui) => tui.submit("more"),
		sent: [["user: more"]],
	},
	{
		name: "a follow-up during a backoff lets it count, and goes after the answer",
		fails: overloaded,
		async meanwhile(tui) {
			tui.type("later");
			tui.press("alt+enter");
			await tui.shows("Follow-up: later");
		},
		leastMs: 1500,
		sent: [[], ["answer", "user: later"]],
	},
	{
		name: "messages typed during a wait that the provider asked for let it count, and go one at a time",
		fails: openaiRateLimit("1.5s"),
		async meanwhile(tui) {
			tui.submit("more");
			await tui.shows("Steering: more");
			tui.submit("still more");
			await tui.shows("Steering: still more");
		},
		leastMs: 1500,
		sent: [["user: more"], ["user: more", "answer", "user: still more"]],
	},
	{
		name: "a wait whose time passed while the machine slept ends as soon as it wakes",
		fails: openaiRateLimit("3s"),
		async meanwhile(tui) {
			tui.signal("SIGSTOP");
			await sleep(3500);
			tui.signal("SIGCONT");
		},
		leastMs: 3400,
		sent: [[]],
	},
	{
		name: "another model of the same provider lets the wait count, and gets the retry",
		fails: openaiRateLimit("1.5s"),
		meanwhile: (tui) => tui.submit("/model mock-openai/gpt-mock-mini"),
		leastMs: 1500,
		sent: [[]],
		to: ["openai-completions", "gpt-mock-mini"],
	},
	{
		name: "a model of another provider ends the wait, and gets the retry",
		fails: openaiRateLimit("30s"),
		meanwhile: (tui) => tui.submit("/model mock-anthropic/claude-mock"),
		sent: [[]],
		to: ["anthropic-messages", "claude-mock"],
	},
];

test("each wait ends in one retry, with all that was typed", async (t) => {
	const plan = WAITS.flatMap(({ fails, sent }, i) => [fails, ...sent.map((_, j) => ({ text: `answer ${i}.${j}` }))]);
	const { gateway, tui, sandbox } = await startTui(t, { plan, config });
	/** @type {string[]} */
	const history = [];
	await inTurn(t, WAITS, async ({ meanwhile, leastMs = 0, sent, to = ["openai-completions"] }, i) => {
		const [prompt, first] = [`prompt ${i}`, gateway.requests.length + 1];
		tui.submit(prompt);
		await tui.shows(/retry 1\/10 in \S+ \(Escape cancels\)/, { after: prompt });
		await meanwhile(tui);
		await tui.shows(`answer ${i}.${sent.length - 1}`);
		await tui.idle();
		await tui.shows("pi-retry: succeeded on retry 1", { after: prompt });
		assert.doesNotMatch(tui.lastRow, /retry \d/);

		const waited = gateway.waitAfter(first);
		assert.ok(waited >= leastMs && waited < MOST_MS, `waited ${waited} ms`);
		const requests = gateway.requests.slice(first);
		history.push(`user: ${prompt}`);
		const answer = `assistant: answer ${i}.0`;
		const expected = sent.map((texts) => [...history, ...texts.map((text) => (text === "answer" ? answer : text))]);
		assert.deepEqual(requests.map(({ body }) => conversation(body)), expected);
		assert.deepEqual([requests[0]?.api, requests[0]?.body.model].slice(0, to.length), to);
		history.splice(0, history.length, ...(expected.at(-1) ?? []), `assistant: answer ${i}.${sent.length - 1}`);
	});
	await tui.quit();
	const entries = await sandbox.sessionEntries();
	const hidden = outline(entries).filter((word) => word === "context_edit");
	assert.equal(hidden.length, WAITS.length);
	assert.deepEqual(dataOf(entries, "pi-retry").map(({ attempt, outcome }) => [attempt, outcome]), WAITS.map(() => [1, "scheduled"]));
});

test("with Pi's queue mode all, every message typed during the wait goes with the retry", async (t) => {
	const { gateway, tui } = await startTui(t, {
		plan: [openaiRateLimit("2s"), { text: "the answer" }],
		settings: { retry: { enabled: false }, steeringMode: "all" },
		mode: "fullscreen",
	});
	tui.submit("hello");
	await tui.shows("retry 1/10 in");
	tui.submit("more");
	await tui.shows("Steering: more");
	tui.submit("still more");
	await tui.shows("the answer");
	await tui.idle();
	const expected = [["user: hello"], ["user: hello", "user: more", "user: still more"]];
	assert.deepEqual(gateway.requests.map(({ body }) => conversation(body)), expected);
});
