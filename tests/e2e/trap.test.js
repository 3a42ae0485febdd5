// The core traps inside the real Pi: Pi goes on each time.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { assertSaid, succeeded } from "./announced.js";
import { openaiError, unavailable } from "./fates.js";
import { makeWorld, startPrint, startRpc } from "./pi.js";
import { REPOSITORY } from "./sandbox.js";
import { outline } from "./session.js";

/** The package that traps where a test says so. */
const extensions = [join(REPOSITORY, "target", "trapping")];

const trap = openaiError(503, { message: "trap in RequestFailed" });
const trapAtTheEnd = openaiError(503, { message: "trap in WaitElapsed" });

const STUMBLED = "pi-retry: internal error (unreachable); what was at hand is left to Pi, pi-retry goes on with the next request";
const STOPPED = "pi-retry: internal error (unreachable); pi-retry is off for this session, Pi goes on without it";
const RETRY = /^pi-retry: server_error \(.*\); retry 1\/10 in \d+ms$/;

test("after one trap the next failure is handled, after two Pi is alone, and goes on each time", async (t) => {
	const plan = [trap, unavailable, { text: "one" }, trapAtTheEnd, unavailable, { text: "two" }];
	const { gateway, rpc, sandbox } = await startRpc(t, { plan, extensions, config: { baseDelayMs: 100 } });
	for (const prompt of ["a", "b", "c", "d", "e"]) await rpc.promptAndSettle(prompt);
	assertSaid(rpc, [STUMBLED, RETRY, succeeded(1), RETRY, STOPPED]);
	assert.equal(gateway.requests.length, 6);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "two");
	assert.equal(rpc.statuses("pi-retry").at(-1), undefined);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	assert.equal(rpc.stderr, "");
	assert.deepEqual(outline(await sandbox.sessionEntries()), [
		...["user", "assistant error"],
		...["user", "assistant error", "context_edit", "pi-retry", "assistant stop"],
		...["user", "assistant error"],
		...["user", "assistant error"],
		...["user", "assistant stop"],
	]);
});

test("a failure that trapped is left to Pi's own retry", async (t) => {
	const settings = { retry: { baseDelayMs: 50 } };
	const { gateway, rpc } = await startRpc(t, { plan: [trap, { text: "the answer" }], extensions, settings });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [STUMBLED]);
	assert.equal(gateway.requests.length, 2);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
});

test("a script sees Pi's own error and exit code", async (t) => {
	const { sandbox } = await makeWorld(t, { plan: [trap] });
	const { stdout, stderr, code } = await startPrint(sandbox, { extensions }).output;
	assert.deepEqual([stdout, code], ["", 1]);
	assert.match(stderr, /^503.*trap in RequestFailed/);
});
