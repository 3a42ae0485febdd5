// The assembled package: loaded by path, installed, listed and removed.

import assert from "node:assert/strict";
import { relative } from "node:path";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { commandNames, makeWorld, openRpc, runCommand } from "./pi.js";
import { PACKAGE } from "./sandbox.js";

test("pi -e with a relative path loads the package", async (t) => {
	const { sandbox } = await makeWorld(t);
	const rpc = openRpc(sandbox, { extensions: [relative(sandbox.cwd, PACKAGE)] });
	assert.deepEqual(await commandNames(rpc), ["retry"]);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	assert.equal(rpc.stderr, "");
});

test("pi install makes every session retry, until pi remove", async (t) => {
	const { gateway, sandbox } = await makeWorld(t, { plan: [openaiRateLimit("100ms"), { text: "the answer" }] });
	const source = relative(sandbox.cwd, PACKAGE);
	assert.equal((await runCommand(sandbox, ["install", source])).code, 0);
	assert.ok((await runCommand(sandbox, ["list"])).stdout.includes(PACKAGE));

	const rpc = openRpc(sandbox, { installed: true });
	assert.ok((await commandNames(rpc)).includes("retry"));
	await rpc.promptAndSettle("hello");
	assert.equal(rpc.notifications.at(-1)?.text, "pi-retry: succeeded on retry 1");
	assert.equal(gateway.requests.length, 2);
	await rpc.close();

	assert.equal((await runCommand(sandbox, ["remove", source])).code, 0);
	assert.ok(!(await runCommand(sandbox, ["list"])).stdout.includes(PACKAGE));
	const after = openRpc(sandbox, { installed: true });
	assert.ok(!(await commandNames(after)).includes("retry"));
	await after.close();
});
