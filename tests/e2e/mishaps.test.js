// What else may be wrong on a machine: one clear sentence each, and Pi goes on.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { assertSaid, succeeded } from "./announced.js";
import { OWN_RETRY } from "./extensions/index.js";
import { openaiRateLimit } from "./fates.js";
import { run } from "./npm.js";
import { makeWorld, openRpc, runCommand, startRpc } from "./pi.js";
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

/** Makes a repository of git with what Pi loads of this one, and no build. @param {TestContext} t */
async function repository(t) {
	const folder = await mkdtemp(join(tmpdir(), "pi-retry-repository-"));
	t.after(() => rm(folder, { recursive: true }));
	for (const name of ["package.json", "package-lock.json", "js", "tools"]) await cp(join(REPOSITORY, name), join(folder, name), { recursive: true });
	const author = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
	for (const args of [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "t"]]) await run(folder, "git", ...author, ...args);
	return folder;
}

test("an install from git that is not built says what to do, and a built one acts", async (t) => {
	const source = "github.com/example/pi-retry";
	const config = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: `url.file://${await repository(t)}.insteadOf`, GIT_CONFIG_VALUE_0: `https://${source}` };
	const env = { ...config, PI_OFFLINE: "", npm_config_offline: "true" };
	const { sandbox } = await makeWorld(t, { env, plan: [{ text: "hello" }, openaiRateLimit("0.2s"), { text: "the answer" }] });
	const { code, stdout, stderr } = await runCommand(sandbox, ["install", `git:${source}`]);
	assert.equal(code, 0, stdout + stderr);

	const before = openRpc(sandbox, { installed: true });
	await before.promptAndSettle("hello");
	assertSaid(before, [/^pi-retry: this checkout is not built and stays out of the way; run npm run build in it/]);
	await before.close();

	await symlink(PACKAGE, join(sandbox.agentDir, "git", source, "pkg"));
	const after = openRpc(sandbox, { installed: true });
	await after.promptAndSettle("hello");
	assertSaid(after, [/; retry 1\/10 in 200ms$/, succeeded(1)]);
	await after.close();
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
