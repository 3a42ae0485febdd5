// Pi's own retry in the terminal: its wait is the user's to cancel, and pi-retry does not overrule that.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiRateLimit, unavailable } from "./fates.js";
import { conversation } from "./session.js";
import { inTurn } from "./story.js";
import { startTui } from "./tui.js";

/** @import { Tui } from "./tui.js" */

const PI_WAITS = /Retrying \(1\/3\) in \d+s/;

/** @type {{ name: string, end: (tui: Tui, prompt: string) => unknown }[]} */
const WAYS = [
	{ name: "Escape", end: (tui) => tui.press("escape") },
	{
		name: "/retry cancel, after every other command was answered",
		async end(tui, after) {
			for (const [command, answer] of /** @type {const} */ ([
				["/retry", /pi-retry: idle, during Pi's own wait\s[^]*also retries: Pi, first/],
				["/retry now", "pi-retry: Pi's own wait cannot be skipped"],
				["/retry explain 529 overloaded_error", /decision retry\s+category overloaded/],
				["/retry off", "pi-retry: off for this session"],
				["/retry on", "pi-retry: on for this session"],
				["/retry wibble", "usage: /retry ["],
			])) {
				tui.submit(command);
				await tui.shows(answer, { after });
			}
			assert.match(tui.text, PI_WAITS);
			tui.submit("/retry cancel");
			await tui.shows("pi-retry: retry cancelled", { after });
		},
	},
];

test("cancelling Pi's own wait is not overruled", async (t) => {
	const plan = WAYS.flatMap((_, i) => [unavailable, { text: `answer ${i}` }]);
	const { gateway, tui } = await startTui(t, { settings: { retry: { baseDelayMs: 60_000 } }, plan });
	await inTurn(t, WAYS, async ({ end }, i) => {
		const [prompt, next] = [`prompt ${i}`, `again ${i}`];
		tui.submit(prompt);
		await tui.shows(PI_WAITS, { after: prompt });
		await end(tui, prompt);
		await tui.hides(PI_WAITS);
		await tui.idle();
		assert.equal(gateway.requests.length, 2 * i + 1);
		tui.submit(next);
		await tui.shows(`answer ${i}`);
		await tui.idle();
		assert.equal(gateway.requests.length, 2 * i + 2);
		assert.deepEqual(conversation(gateway.requests.at(-1)?.body).slice(-2), [`user: ${prompt}`, `user: ${next}`]);
	});
});

test("the wait that the provider asked for comes before Pi's own repeat, and Escape ends it", async (t) => {
	const { gateway, tui } = await startTui(t, { settings: {}, plan: [openaiRateLimit("30s"), openaiRateLimit("3s"), { text: "the answer" }] });
	tui.submit("first");
	await tui.shows(/retry 1\/10 in \d+s \(Escape cancels\)/);
	assert.match(tui.text, / pi-retry: Pi's built-in retry is enabled and runs first; .*\n pi-retry: rate_limit \(/);
	tui.press("escape");
	await tui.shows("pi-retry: retry cancelled");
	await tui.idle();
	assert.equal(gateway.requests.length, 1);
	tui.submit("second");
	await tui.shows("the answer");
	await tui.shows("pi-retry: succeeded on retry 1");
	assert.equal(gateway.requests.length, 3);
	assert.ok(gateway.waitAfter(2) >= 3000);
});
