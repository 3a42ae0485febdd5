// Builds the package in pkg/: the core as WebAssembly, its binding, the shim, and what pkg-template/ adds.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { install } from "./cache.js";
import { cargo, native, shipping, TARGET } from "./cargo.js";
import { Failure, main, once, root, run } from "./run.js";
import { nodeModules, path, wasmBindgen } from "./setup.js";
import { wasm } from "./toolchain.js";

const pkg = join(root, "pkg");
const unfinished = join(root, "target", "pkg");

/** Makes pkg/ anew. Until all of it is done, the one that was there stays. */
export const build = once(async () => {
	await nodeModules();
	const bin = await wasmBindgen();
	const schema = await configSchema();
	const kit = await wasm();
	// wasm-bindgen reads in the module which WebAssembly features it may use; `strip = true` would remove that.
	const env = { ...shipping(kit), CARGO_PROFILE_RELEASE_STRIP: "debuginfo" };
	const finish = async (/** @type {string} */ target) => {
		await assemble(bin, target);
		writeFileSync(join(unfinished, "pi-retry.schema.json"), schema);
		rmSync(pkg, { recursive: true, force: true });
		renameSync(unfinished, pkg);
	};
	await cargo(kit, ["build", "--release", "--lib"], { env, use: finish });
});

/** Makes the package that traps where a test says so. Only tests use it. */
export const buildTrapping = once(async () => {
	await nodeModules();
	const bin = await wasmBindgen();
	const folder = join(root, "target", "trapping");
	await cargo(await wasm(), ["build", "--lib", "--features", "trap"], {
		use: async (target) => {
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder, { recursive: true });
			await bind(bin, join(target, TARGET, "debug", "pi_retry.wasm"), folder);
			copyFiles(folder);
		},
	});
});

/** @param {string} bin @param {string} target */
async function assemble(bin, target) {
	rmSync(unfinished, { recursive: true, force: true });
	mkdirSync(unfinished, { recursive: true });
	await bind(bin, join(target, TARGET, "release", "pi_retry.wasm"), unfinished);
	await optimise(join(unfinished, "pi_retry_bg.wasm"), join(target, "optimised"));
	copyFiles(unfinished);
	await writeTypes(unfinished);
}

/** @param {string} bin @param {string} module @param {string} to */
async function bind(bin, module, to) {
	const flags = ["--target", "web", "--experimental-reset-state-function", "--remove-name-section", "--remove-producers-section"];
	await run(join(bin, "wasm-bindgen"), [...flags, "--out-dir", to, module]);
	rmSync(join(to, "pi_retry_bg.wasm.d.ts"));
}

/**
 * Optimises a module in place. The last result is kept in `folder`, as this takes as long as all the rest.
 *
 * @param {string} module
 * @param {string} folder
 */
async function optimise(module, folder) {
	const hash = createHash("sha256").update(readFileSync(module)).update(readFileSync(join(root, "package-lock.json")));
	const name = `${hash.digest("hex")}.wasm`;
	const optimised = join(folder, name);
	if (!existsSync(optimised) || !WebAssembly.validate(readFileSync(optimised))) {
		await install(folder, (to) => run("wasm-opt", ["-Oz", module, "-o", join(to, name)], { env: path }));
	}
	cpSync(optimised, module);
}

/** @param {string} to */
function copyFiles(to) {
	for (const name of readdirSync(join(root, "js"))) {
		if (name.endsWith(".js")) cpSync(join(root, "js", name), join(to, name));
	}
	cpSync(join(root, "pkg-template"), to, { recursive: true });
	for (const name of readdirSync(root)) {
		if (/^(README\.md|CHANGELOG\.md|LICENSE-.*)$/.test(name)) cpSync(join(root, name), join(to, name));
	}
	setVersion(join(to, "package.json"));
}

/**
 * Derives the types of the exported library from its comments. Those that it takes from the core are written out, as
 * the types of the whole seam are nothing to its users.
 *
 * @param {string} folder
 */
async function writeTypes(folder) {
	const emit = ["--ignoreConfig", "--allowJs", "--declaration", "--emitDeclarationOnly", "--skipLibCheck", "--types", "node"];
	const dialect = ["--strict", "--target", "es2024", "--module", "nodenext"];
	const all = join(root, "target", "types");
	await run("tsc", [...emit, ...dialect, "--outDir", all, join(folder, "core.js")], { env: path });
	const ofCore = readFileSync(join(folder, "pi_retry.d.ts"), "utf8");
	const types = readFileSync(join(all, "core.d.ts"), "utf8").replace(/^\/\*\*\n(?: \* @typedef .*\n)+ \*\/\n/m, "");
	const taken = /^export type (\w+) = import\("\.\/pi_retry\.js"\)\.\1;$/gm;
	writeFileSync(join(folder, "core.d.ts"), types.replace(taken, (_, name) => declaration(ofCore, name)));
}

/** Finds a type's declaration, with the comment above it. @param {string} types @param {string} name */
function declaration(types, name) {
	const comment = String.raw`/\*\*\n(?: \*.*\n)+`;
	const [found] = types.match(new RegExp(`${comment}export (?:type ${name} = .*;|interface ${name} \\{[^]*?\\n\\})`)) ?? [];
	if (!found) throw new Failure(`The core declares no type ${name}.`);
	return found;
}

/** Asks the core, which describes `pi-retry.json` itself; what is shipped need not know the schema. */
async function configSchema() {
	let schema = "";
	const print = async (/** @type {string} */ target) => {
		schema = await run(join(target, "debug", "examples", "schema"), [], { quiet: "schema" });
	};
	await cargo(native, ["build", "--example", "schema"], { use: print });
	return `${JSON.stringify(JSON.parse(schema), null, 2)}\n`;
}

/** @param {string} manifest */
function setVersion(manifest) {
	const version = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.+)"/m)?.[1];
	const text = readFileSync(manifest, "utf8");
	writeFileSync(manifest, text.replace(/"version": ".*?"/, `"version": "${version}"`));
}

function printSize() {
	const module = readFileSync(join(pkg, "pi_retry_bg.wasm"));
	const kB = (/** @type {Buffer} */ bytes) => `${(bytes.length / 1000).toFixed(1)} kB`;
	console.log(`\npkg/pi_retry_bg.wasm: ${kB(module)}, gzipped ${kB(gzipSync(module, { level: 9 }))}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await main(async () => {
		await build();
		printSize();
	});
}
