// What the terminal shows of a model that takes over, and of the first one's return.

import assert from "node:assert/strict";
import test from "node:test";
import { backOn, fellBack, OTHER } from "./fallback.js";
import { openaiRateLimit, unavailable } from "./fates.js";
import { nameOf } from "./models.js";
import { startTui } from "./tui.js";

test("the switch is a warning and a drawn line, the return a note, and the footer names the active model", async (t) => {
	const { tui } = await startTui(t, {
		plan: [unavailable, { text: "the answer", delayMs: 1500 }, openaiRateLimit("5m0s"), { text: "second answer" }],
		config: { fallback: { models: [nameOf(OTHER)], afterRetries: 0 } },
	});
	tui.submit("hello");
	await tui.shows(`Warning: ${fellBack(OTHER, "server_error: HTTP 503")}`);
	await tui.shows(`↻ retry 1 on ${nameOf(OTHER)}: server_error: HTTP 503`);
	await tui.shows("(mock-anthropic) claude-mock");
	await tui.shows(backOn("openai"));
	await tui.shows("(mock-openai) gpt-mock");
	await tui.idle();
	tui.submit("more");
	await tui.shows("second answer");
	await tui.idle();
	assert.ok(tui.text.includes("(mock-anthropic) claude-mock"));
	tui.submit("/retry");
	await tui.shows(`fallback: ${nameOf(OTHER)} stands in for ${nameOf("openai")}, which is ready in `);
	await tui.quit();
});
