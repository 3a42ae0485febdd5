// Print and JSON mode: what a script sees of a retry, and how it ends.

import assert from "node:assert/strict";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { EMPTY, REACH, SAY_TURN_END } from "./extensions/index.js";
import { openaiRateLimit, openaiWrongKey, unavailable } from "./fates.js";
import { makeWorld, startPrint } from "./pi.js";
import { PACKAGE, parseJsonl } from "./sandbox.js";
import { dataOf, outline } from "./session.js";

/**
 * @import { Readable } from "node:stream"
 * @import { TestContext } from "node:test"
 * @import { WorldOptions } from "./pi.js"
 */

/** @param {TestContext} t @param {WorldOptions} options */
async function print(t, options) {
	const { gateway, sandbox } = await makeWorld(t, options);
	return { gateway, output: await startPrint(sandbox).output };
}

test("after a retry, print mode writes the answer and nothing else", async (t) => {
	const { gateway, output } = await print(t, { plan: [openaiRateLimit("500ms"), { text: "the answer" }] });
	assert.deepEqual(output, { stdout: "the answer\n", stderr: "", code: 0, signal: null });
	assert.ok(gateway.waitAfter(1) >= 500);
});

/** Failures at which a run ends, with a configuration that lets it end soon. @type {Record<string, WorldOptions & { requests: number }>} */
const ENDS = {
	"giving up": { plan: [() => unavailable], config: { maxRetries: 1, baseDelayMs: 100 }, requests: 2 },
	"a wrong key": { plan: [openaiWrongKey], requests: 1 },
	"a wait that is too long": { plan: [openaiRateLimit("2h")], requests: 1 },
	"an answer cut off half-way": {
		plan: [() => ({ text: "half of the answer", cutAfterBytes: 250 })],
		config: { maxRetries: 1, baseDelayMs: 100 },
		requests: 2,
	},
	"both retries used up": {
		plan: [() => unavailable],
		config: { maxRetries: 1, baseDelayMs: 100 },
		settings: { retry: { maxRetries: 1, baseDelayMs: 20 } },
		requests: 2,
	},
};

for (const [name, { requests, ...options }] of Object.entries(ENDS)) {
	test(`after ${name}, print mode says what Pi alone says, and exits 1`, async (t) => {
		const { gateway, sandbox } = await makeWorld(t, options);
		const ours = await startPrint(sandbox).output;
		assert.equal(gateway.requests.length, requests);
		assert.deepEqual([ours.stdout, ours.code], ["", 1]);
		const alone = await makeWorld(t, options);
		assert.deepEqual(ours, await startPrint(alone.sandbox, { extensions: [EMPTY] }).output);
	});
}

test("JSON mode shows every attempt, the entries and the answer, each on a line of its own", async (t) => {
	const { sandbox } = await makeWorld(t, { plan: [openaiRateLimit("100ms"), { text: "the answer" }] });
	const { stdout, stderr, code } = await startPrint(sandbox, { mode: "json" }).output;
	assert.deepEqual([code, stderr, stdout.endsWith("\n")], [0, "", true]);
	const lines = parseJsonl(stdout);
	const answers = lines.filter(({ type, message }) => type === "message_end" && message.role === "assistant");
	assert.deepEqual(answers.map(({ message }) => message.stopReason), ["error", "stop"]);
	const entries = lines.flatMap(({ type, entry }) => (type === "entry_appended" ? [entry] : []));
	assert.deepEqual(outline(entries.filter(({ type }) => type !== "message")), ["context_edit", "pi-retry"]);
	const [{ attempt, outcome, hintSource, delayMs }] = dataOf(entries, "pi-retry");
	assert.deepEqual([attempt, outcome, hintSource, delayMs], [1, "scheduled", "text", 350]);
});

test("JSON mode shows the entry of what is not retried, and exits as Pi alone does", async (t) => {
	const { sandbox } = await makeWorld(t, { plan: [openaiWrongKey] });
	const { stdout, code } = await startPrint(sandbox, { mode: "json" }).output;
	const entries = parseJsonl(stdout).flatMap(({ type, entry }) => (type === "entry_appended" ? [entry] : []));
	assert.deepEqual(dataOf(entries, "pi-retry-stop").map(({ reason }) => reason), ["auth: HTTP 401"]);
	const alone = await makeWorld(t, { plan: [openaiWrongKey] });
	assert.equal(code, (await startPrint(alone.sandbox, { mode: "json", extensions: [EMPTY] }).output).code);
});

test("an abort by another extension ends print mode as it ends Pi alone", async (t) => {
	const plan = [openaiRateLimit("30s")];
	const prompts = ["/abort turn_end", "hello"];
	const { gateway, sandbox } = await makeWorld(t, { plan });
	const ours = await startPrint(sandbox, { prompts, extensions: [REACH, PACKAGE] }).output;
	assert.equal(gateway.requests.length, 1);
	assert.deepEqual(outline(await sandbox.sessionEntries()), ["user", "assistant error"]);
	const alone = await makeWorld(t, { plan });
	assert.deepEqual(ours, await startPrint(alone.sandbox, { prompts, extensions: [REACH, EMPTY] }).output);
});

test("each of several prompts is retried by itself, and the answer to the last is printed", async (t) => {
	const plan = [unavailable, { text: "one" }, unavailable, { text: "two" }];
	const { gateway, sandbox } = await makeWorld(t, { plan, config: { maxRetries: 1, baseDelayMs: 100 } });
	const output = await startPrint(sandbox, { prompts: ["hello", "more"] }).output;
	assert.deepEqual(output, { stdout: "two\n", stderr: "", code: 0, signal: null });
	assert.equal(gateway.requests.length, 4);
});

test("SIGTERM during the wait ends print mode promptly", async (t) => {
	const { gateway, sandbox } = await makeWorld(t, { plan: [openaiRateLimit("30s")] });
	const { child, output } = startPrint(sandbox, { extensions: [SAY_TURN_END, PACKAGE] });
	await Promise.race([once(/** @type {Readable} */ (child.stderr), "data"), output]);
	const start = performance.now();
	child.kill("SIGTERM");
	const { stdout, code } = await output;
	assert.deepEqual([stdout, code], ["", 143]);
	assert.ok(performance.now() - start < 5000);
	assert.equal(gateway.requests.length, 1);
});
