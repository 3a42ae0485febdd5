// A disk that is full: Pi ends as it would end anyway, and no line of the log is cut.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { EMPTY } from "./extensions/index.js";
import { unavailable } from "./fates.js";
import { makeWorld, startPrint, startRpc } from "./pi.js";
import { PACKAGE, parseJsonl } from "./sandbox.js";

/** @import { Sandbox } from "./sandbox.js" */

const config = { baseDelayMs: 100, maxBackoffMs: 100, log: "pi-retry.log" };
const plan = [unavailable, unavailable, unavailable, unavailable, unavailable, { text: "the answer" }];

/** Returns the log's lines, each of which has to be whole. @param {Sandbox} sandbox */
async function logLines({ agentDir }) {
	const text = await readFile(join(agentDir, "pi-retry.log"), "utf8");
	assert.ok(text.endsWith("\n"));
	return parseJsonl(text);
}

test("a log on a device that is full is one warning", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan, config: { ...config, log: "/dev/full" } });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 6);
	const warnings = rpc.notifications.filter(({ level }) => level === "warning").map(({ text }) => text);
	assert.equal(warnings.length, 1);
	assert.match(warnings[0] ?? "", /^pi-retry: the log \/dev\/full cannot be written \(ENOSPC/);
});

test("where the session file no longer fits during the retries, Pi ends as it does during its own", async (t) => {
	const full = { plan, config, fileKB: 8 };
	const alone = await makeWorld(t, { ...full, settings: { retry: { baseDelayMs: 50, maxRetries: 6 } } });
	const expected = await startPrint(alone.sandbox, { extensions: [EMPTY] }).output;
	assert.match(expected.stderr, /EFBIG/);
	const { sandbox } = await makeWorld(t, full);
	assert.deepEqual(await startPrint(sandbox, { extensions: [PACKAGE] }).output, expected);
	await logLines(sandbox);
});
