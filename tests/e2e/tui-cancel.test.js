// Ways to end a wait without a retry, in the terminal: at once, nothing hidden, nothing sent.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { ABORT_COMMAND } from "./extensions/index.js";
import { openaiRateLimit } from "./fates.js";
import { PACKAGE } from "./sandbox.js";
import { conversation, outline } from "./session.js";
import { inTurn } from "./story.js";
import { startTui } from "./tui.js";

/**
 * @import { TestContext } from "node:test"
 * @import { Step } from "./step.js"
 * @import { Tui } from "./tui.js"
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {(tui: Tui) => unknown} end
 * @property {Step[]} [plan] what fails, by default one request
 * @property {(tui: Tui) => unknown} [after]
 */

const CANCELLED = "pi-retry: retry cancelled";
/** Far from the 30 s that a wait would last, and enough for a machine under load. */
const AT_ONCE_MS = 5000;

/** Types a message during the wait, and takes it back from the editor. @param {Tui} tui @param {() => void} end */
async function queueAndEnd(tui, end) {
	tui.submit("queued");
	await tui.shows("Steering: queued");
	end();
	await tui.until("the queued text in the editor", () => tui.editor === "queued" || undefined);
	tui.press("ctrl+u");
	await tui.until("an empty editor", () => tui.editor === "" || undefined);
}

/** @type {Way[]} */
const WAYS = [
	{ name: "Escape", end: (tui) => tui.press("escape") },
	{
		name: "Escape in the wait for the second retry",
		plan: [openaiRateLimit("100ms"), openaiRateLimit("30s")],
		end: (tui) => tui.press("escape"),
	},
	{
		name: "Escape, pressed twice, which opens nothing",
		async end(tui) {
			tui.press("escape");
			await tui.idle();
			tui.press("kittyEscape");
		},
	},
	{ name: "an abort by another extension", end: (tui) => tui.submit("/abort-run") },
	{ name: "/retry cancel", end: (tui) => tui.submit("/retry cancel") },
	{
		name: "/retry off",
		end: (tui) => tui.submit("/retry off"),
		async after(tui) {
			await tui.shows(`${CANCELLED}\n pi-retry: off for this session`);
			tui.submit("/retry on");
			await tui.shows("pi-retry: on for this session");
		},
	},
	{ name: "Escape, which gives a queued message back", end: (tui) => queueAndEnd(tui, () => tui.press("escape")) },
	{ name: "/retry cancel, which gives a queued message back", end: (tui) => queueAndEnd(tui, () => tui.submit("/retry cancel")) },
	{
		name: "/compact",
		end: (tui) => tui.submit("/compact"),
		after: (tui) => tui.shows("Nothing to compact"),
	},
];

/** Who else retries, and how a hidden attempt then looks in the session file. */
const HOSTS = [
	{ host: "where Pi does not retry", settings: { retry: { enabled: false } }, hidden: ["assistant error", "context_edit", "pi-retry"] },
	{ host: "where Pi would retry next", settings: {}, hidden: ["assistant error", "pi-retry", "context_edit"] },
];

for (const { host, settings, hidden } of HOSTS) {
	test(`a wait ends at once, nothing is sent, and the next prompt works as if nothing had been, ${host}`, (t) => endWaits(t, settings, hidden));
}

/** @param {TestContext} t @param {Record<string, unknown>} settings Pi's @param {string[]} hidden a hidden attempt's entries */
async function endWaits(t, settings, hidden) {
	const plan = WAYS.flatMap((way, i) => [...(way.plan ?? [openaiRateLimit("30s")]), { text: `answer ${i}` }]);
	const extensions = [PACKAGE, ABORT_COMMAND];
	const { gateway, tui, sandbox } = await startTui(t, { plan, extensions, settings, mode: "fullscreen" });
	/** @type {string[]} */
	const history = [];
	let sent = 0;
	await inTurn(t, WAYS, async ({ end, plan = [{}], after }, i) => {
		const [prompt, next] = [`limited ${i}`, `again ${i}`];
		tui.submit(prompt);
		await tui.shows(new RegExp(`retry ${plan.length}/10 in \\d+s \\(Escape cancels\\)`), { after: prompt });
		const start = performance.now();
		await end(tui);
		await tui.shows(CANCELLED, { after: prompt });
		await tui.idle();
		assert.ok(performance.now() - start < AT_ONCE_MS);
		assert.doesNotMatch(tui.lastRow, /retry \d/);
		await after?.(tui);
		sent += plan.length;
		assert.equal(gateway.requests.length, sent);

		tui.submit(next);
		await tui.shows(`answer ${i}`);
		await tui.idle();
		sent += 1;
		history.push(`user: ${prompt}`, `user: ${next}`);
		assert.equal(gateway.requests.length, sent);
		assert.deepEqual(conversation(gateway.requests[sent - 1]?.body), history);
		history.push(`assistant: answer ${i}`);
	});
	await tui.quit();
	const words = WAYS.flatMap(({ plan = [{}] }) => {
		const retried = Array(plan.length - 1).fill(hidden).flat();
		return ["user", ...retried, "assistant error", "user", "assistant stop"];
	});
	assert.deepEqual(outline(await sandbox.sessionEntries()), words);
}

test("Escape while the retry is being answered is Pi's own abort, and no success is announced", async (t) => {
	const { gateway, tui, sandbox } = await startTui(t, {
		plan: [openaiRateLimit("100ms"), { delayMs: 60_000 }, { text: "the answer" }],
	});
	tui.submit("limited");
	await gateway.request(2);
	await tui.shows("↻ retry 1 after 350ms");
	tui.press("escape");
	await tui.shows("Operation aborted");
	await tui.idle();
	tui.submit("again");
	await tui.shows("the answer");
	await tui.idle();
	assert.doesNotMatch(tui.text, /pi-retry: (succeeded|retry cancelled)/);
	assert.deepEqual(conversation(gateway.requests[2]?.body), ["user: limited", "user: again"]);
	assert.equal(gateway.requests.length, 3);
	await tui.quit();
	const retried = ["user", "assistant error", "context_edit", "pi-retry", "assistant aborted", "user", "assistant stop"];
	assert.deepEqual(outline(await sandbox.sessionEntries()), retried);
});
