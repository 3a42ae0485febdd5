// Installs what the other tools need and a fresh machine lacks: node_modules and wasm-bindgen.
// Each step costs next to nothing when its work was done before.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cache, install, locked } from "./cache.js";
import { ask, Failure, once, root, run } from "./run.js";

const modules = join(root, "node_modules");

/** Programs of node_modules come first in this PATH, with them the Node that Pi needs. */
export const path = { PATH: join(modules, ".bin") + delimiter + process.env.PATH };

/** Makes node_modules what package-lock.json says. */
export const nodeModules = once(() =>
	locked("setup", async () => {
		const stamp = join(modules, ".pi-retry-lock-hash");
		const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");
		const fresh = existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
		if (fresh && (await ask(join(modules, ".bin", "node"), ["--version"]))) return;
		console.log("Installing node_modules with npm ci (about 1 min).");
		await run("npm", ["ci", "--no-audit", "--no-fund"], { quiet: "npm ci" });
		writeFileSync(stamp, hash);
	}),
);

/** Returns the folder of wasm-bindgen and its test runner, in the version that the crate is locked to. */
export const wasmBindgen = once(() =>
	locked("setup", async () => {
		const version = lockedVersion("wasm-bindgen");
		const folder = join(cache, `wasm-bindgen-${version}`);
		const bin = join(folder, "bin");
		if (await works(bin, version)) return bin;
		console.log(`Installing wasm-bindgen-cli ${version} with cargo (once, about 3 min).`);
		await install(folder, (root) => installCli(version, root));
		if (await works(bin, version)) return bin;
		throw new Failure(`wasm-bindgen-cli ${version} was installed in ${folder} but does not run.`);
	}),
);

/** @param {string} version @param {string} folder */
async function installCli(version, folder) {
	const args = ["install", "wasm-bindgen-cli", "--version", `=${version}`, "--root", folder, "--quiet"];
	const options = { quiet: "cargo install wasm-bindgen-cli", env: { CARGO_TARGET_DIR: join(folder, "target") } };
	try {
		await run("cargo", [...args, "--locked"], options);
	} catch {
		// Its lock file may name versions that a registry no longer has.
		await run("cargo", args, options);
	}
	rmSync(join(folder, "target"), { recursive: true });
}

/** @param {string} bin @param {string} version */
async function works(bin, version) {
	const programs = ["wasm-bindgen", "wasm-bindgen-test-runner"];
	const answers = await Promise.all(programs.map((program) => ask(join(bin, program), ["--version"])));
	return answers.every((answer) => answer?.endsWith(` ${version}`));
}

/** @param {string} crate */
function lockedVersion(crate) {
	const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
	const version = lock.match(new RegExp(`name = "${crate}"\\nversion = "(.+)"`))?.[1];
	if (!version) throw new Failure(`Cargo.lock does not name ${crate}.`);
	return version;
}
