// The package as a stranger gets it: packed, installed from the tarball and from a registry, used without Pi and with it.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { wasm } from "../../tools/toolchain.js";
import { emptyFolder, pack, run, startRegistry } from "./npm.js";
import { commandNames, makeWorld, openRpc, runCommand } from "./pi.js";
import { PACKAGE, REPOSITORY } from "./sandbox.js";

/** @import { TestContext } from "node:test" */

const NAME = "pi-retry-wasm";

/**
 * The most bytes that a user is to fetch, and that a start of Pi is to read, by the compiler. A release is made with
 * Debian's, whose standard library is built small.
 *
 * @type {Record<string, { tarball: number, gzippedCore: number }>}
 */
const LARGEST = {
	"wasm-debian": { tarball: 150_000, gzippedCore: 113_000 },
	"wasm-rustup": { tarball: 165_000, gzippedCore: 128_000 },
};

/** Makes an empty project with the package in it. @param {TestContext} t */
async function makeProject(t) {
	const project = await emptyFolder(t);
	const { tarball } = await pack(project);
	await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
	await run(project, "npm", "install", tarball);
	return project;
}

test("the tarball holds the extension, the library, the command, the schema and the documents, and nothing else", async (t) => {
	const { files } = await pack(await emptyFolder(t));
	const shim = readdirSync(join(REPOSITORY, "js")).filter((name) => name.endsWith(".js"));
	const core = ["core.d.ts", "pi_retry.js", "pi_retry_bg.wasm"];
	const documents = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
	const expected = [...shim, ...core, ...documents, "package.json", "pi-retry.schema.json"];
	assert.deepEqual(files.map(({ path }) => path).sort(), expected.sort());
});

test("the tarball and the core are small", async (t) => {
	const compiler = await wasm();
	const largest = LARGEST[compiler.name];
	assert.ok(largest, `no sizes are known for ${compiler.name}`);
	const { size } = await pack(await emptyFolder(t));
	assert.ok(size <= largest.tarball, `the tarball has ${size} bytes`);
	const core = gzipSync(await readFile(join(PACKAGE, "pi_retry_bg.wasm")), { level: 9 });
	assert.ok(core.length <= largest.gzippedCore, `the core has ${core.length} bytes, gzipped`);
});

test("an empty project installs it alone, and runs explain and the library", async (t) => {
	const project = await makeProject(t);
	const installed = await readdir(join(project, "node_modules"));
	assert.deepEqual(installed.filter((name) => !name.startsWith(".")), [NAME]);

	const explained = await run(project, "npx", NAME, "explain", "429: Please try again in 20s.");
	assert.match(explained, /^decision retry\ncategory rate_limit\n/);

	const program = `import { decide } from "${NAME}/core"; console.log(JSON.stringify(decide({ message: "401" })));`;
	await writeFile(join(project, "use.js"), program);
	assert.deepEqual(JSON.parse(await run(project, "node", "use.js")), { category: "auth", retry: false, reason: "auth: HTTP 401", status: 401 });
});

test("its types serve a strict TypeScript project that knows neither Node nor the DOM", async (t) => {
	const project = await makeProject(t);
	const program = `
		import { decide } from "${NAME}/core";
		import type { Decision } from "${NAME}/core";
		const { hint, category }: Decision = decide({ message: "429", headers: { "retry-after": ["3"] } }, { nowMs: 0, config: {} });
		export const waitMs: number | undefined = hint?.waitMs;
		export const limited: boolean = category === "rate_limit";
		// @ts-expect-error a category that there is not
		export const other: boolean = category === "rate-limit";
		// @ts-expect-error a failure needs its text
		decide({ status: 429 });
	`;
	await writeFile(join(project, "use.ts"), program);
	await run(project, "tsc", "--strict", "--noEmit", "--target", "es2024", "--lib", "es2024", "--module", "nodenext", "use.ts");
});

test("pi install takes it from a registry, and pi list and pi remove know it", async (t) => {
	const { tarball } = await pack(await emptyFolder(t));
	const registry = await startRegistry(t, tarball);
	const env = { npm_config_registry: registry.url, npm_config_cache: await emptyFolder(t), npm_config_update_notifier: "false", PI_OFFLINE: "" };
	const { sandbox } = await makeWorld(t, { env });
	const source = `npm:${NAME}`;

	const { code, stdout, stderr } = await runCommand(sandbox, ["install", source]);
	assert.equal(code, 0, stdout + stderr);
	assert.deepEqual(registry.asked, [`/${NAME}`, "/package.tgz"]);
	assert.ok((await runCommand(sandbox, ["list"])).stdout.includes(source));
	const rpc = openRpc(sandbox, { installed: true });
	assert.ok((await commandNames(rpc)).includes("retry"));
	await rpc.close();

	assert.equal((await runCommand(sandbox, ["remove", source])).code, 0);
	assert.ok(!(await runCommand(sandbox, ["list"])).stdout.includes(source));
	const after = openRpc(sandbox, { installed: true });
	assert.ok(!(await commandNames(after)).includes("retry"));
	await after.close();
});
