// What else may be wrong on a machine: one clear sentence each, and Pi goes on.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { assertSaid, succeeded } from "./announced.js";
import { OWN_RETRY } from "./extensions/index.js";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { PACKAGE, REPOSITORY } from "./sandbox.js";

/** @import { TestContext } from "node:test" */

const WASM = "pi_retry_bg.wasm";

/** Copies the package to a folder of the test's own. @param {TestContext} t */
async function copyOfPackage(t) {
	const copy = await mkdtemp(join(tmpdir(), "pi-retry-copy-"));
	t.after(() => rm(copy, { recursive: true }));
	await cp(PACKAGE, copy, { recursive: true });
	return copy;
}

for (const { what, damage, sentence } of [
	{
		what: "without its WebAssembly",
		damage: (/** @type {string} */ file) => rm(file),
		sentence: /^pi-retry: the copy in .* is damaged \(ENOENT: .*\) and stays out of the way; install it again$/,
	},
	{
		what: "with its WebAssembly cut",
		damage: async (/** @type {string} */ file) => writeFile(file, (await readFile(file)).subarray(0, 1000)),
		sentence: /^pi-retry: the copy in .* is damaged \(WebAssembly.*\) and stays out of the way; install it again$/,
	},
]) {
	test(`a package ${what} says so, Pi goes on, and a whole copy beside it acts`, async (t) => {
		const copy = await copyOfPackage(t);
		await damage(join(copy, WASM));
		const { rpc } = await startRpc(t, { extensions: [copy, PACKAGE], plan: [openaiRateLimit("0.2s"), { text: "the answer" }] });
		await rpc.promptAndSettle("hello");
		assertSaid(rpc, [sentence, /; retry 1\/10 in 200ms$/, succeeded(1)]);
	});
}

test("a checkout that is not built says what to do, and a built one acts", async (t) => {
	const checkout = await mkdtemp(join(tmpdir(), "pi-retry-checkout-"));
	t.after(() => rm(checkout, { recursive: true }));
	await mkdir(join(checkout, "tools"));
	await cp(join(REPOSITORY, "package.json"), join(checkout, "package.json"));
	await cp(join(REPOSITORY, "tools", "checkout.js"), join(checkout, "tools", "checkout.js"));
	await cp(join(REPOSITORY, "js"), join(checkout, "js"), { recursive: true });
	const before = await startRpc(t, { extensions: [checkout] });
	await before.rpc.promptAndSettle("hello");
	assertSaid(before.rpc, [/^pi-retry: this checkout is not built and stays out of the way; run npm run build in it/]);

	await symlink(PACKAGE, join(checkout, "pkg"));
	const after = await startRpc(t, { extensions: [checkout], plan: [openaiRateLimit("0.2s"), { text: "the answer" }] });
	await after.rpc.promptAndSettle("hello");
	assertSaid(after.rpc, [/; retry 1\/10 in 200ms$/, succeeded(1)]);
});

test("a directory in the place of pi-retry.json is one warning, and the defaults apply", async (t) => {
	const { rpc, sandbox } = await startRpc(t);
	await mkdir(join(sandbox.agentDir, "pi-retry.json"));
	await rpc.send({ type: "new_session" });
	await rpc.notified("pi-retry: pi-retry.json: cannot be read (EISDIR); using the defaults");
	await rpc.promptAndSettle("hello");
});

test("where another extension has a command /retry, both work and one sentence says which name is whose", async (t) => {
	const { rpc } = await startRpc(t, { extensions: [OWN_RETRY, PACKAGE] });
	await rpc.prompt("/retry:1");
	await rpc.prompt("/retry:2 now");
	assertSaid(rpc, [
		`pi-retry: another extension has a command /retry: /retry:1 is ${OWN_RETRY}'s, /retry:2 is pi-retry's`,
		"another extension's command",
		"pi-retry: there is nothing to retry",
	]);
});

test("a log that cannot be written is one warning, and the failures are handled all the same", async (t) => {
	const { rpc } = await startRpc(t, { config: { log: "." }, plan: [openaiRateLimit("0.2s"), { text: "the answer" }] });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [/; retry 1\/10 in 200ms$/, /^pi-retry: the log \. cannot be written \(EISDIR/, succeeded(1)]);
});
