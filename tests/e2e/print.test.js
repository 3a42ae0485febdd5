// Print and JSON mode: what a script sees of a retry, and how it ends.

import assert from "node:assert/strict";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { SAY_TURN_END } from "./extensions/index.js";
import { openaiRateLimit, openaiWrongKey, unavailable } from "./fates.js";
import { makeWorld, startPrint } from "./pi.js";
import { PACKAGE, parseJsonl } from "./sandbox.js";

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

test("after giving up, print mode writes the error and exits 1", async (t) => {
	const { gateway, output } = await print(t, {
		plan: [unavailable, unavailable],
		config: { maxRetries: 1, baseDelayMs: 100 },
	});
	assert.equal(gateway.requests.length, 2);
	assert.deepEqual(output, { stdout: "", stderr: "503 status code (no body)\n", code: 1, signal: null });
});

test("a wrong key ends print mode with exit code 1", async (t) => {
	const { gateway, output } = await print(t, { plan: [openaiWrongKey] });
	assert.equal(gateway.requests.length, 1);
	assert.deepEqual([output.stdout, output.code], ["", 1]);
});

test("JSON mode shows every attempt and the answer", async (t) => {
	const { sandbox } = await makeWorld(t, { plan: [openaiRateLimit("100ms"), { text: "the answer" }] });
	const { stdout, code } = await startPrint(sandbox, { mode: "json" }).output;
	assert.equal(code, 0);
	const answers = parseJsonl(stdout).filter(({ type, message }) => type === "message_end" && message.role === "assistant");
	assert.deepEqual(answers.map(({ message }) => message.stopReason), ["error", "stop"]);
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
