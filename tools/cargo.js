// Runs cargo in target folders that all clones share.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { cache, locked } from "./cache.js";
import { Failure, root, run } from "./run.js";

export const TARGET = "wasm32-unknown-unknown";

/**
 * A compiler as cargo has to be told of it.
 *
 * @typedef {object} Kit
 * @property {string} name is that of its target folder
 * @property {string[]} args come after cargo's subcommand
 * @property {Record<string, string>} env
 * @property {string[]} [small] flags for rustc that make what is shipped smaller
 */

/** @type {Kit} */
export const native = { name: "native", args: ["--locked"], env: {} };

/**
 * What is said when a file in the target folder is not as it was written there. The locked dependencies compile, so
 * one that does not is a sign too.
 */
const DAMAGE =
	/could not compile `(?!pi-retry)|E0463|E0786|invalid metadata|could not execute process|Exec format error|Not a directory|\.fingerprint|compiler unexpectedly panicked|failed \w+ (?:inspect )?Wasm module|SIG(?:SEGV|BUS|ILL)/;

/**
 * Runs cargo, then `use` with the target folder, which nobody else changes until that is done.
 * When the folder turns out damaged it is emptied and both run once more.
 *
 * @param {Kit} kit
 * @param {[subcommand: string, ...args: string[]]} args
 * @param {{ env?: Record<string, string>, use?: (target: string) => Promise<void> }} [options]
 */
export async function cargo(kit, [subcommand, ...args], { env = {}, use = async () => {} } = {}) {
	const target = join(cache, "target", kit.name);
	const attempt = async () => {
		if (!existsSync(target)) console.log("The first build takes 1 to 2 min.");
		forgetOtherClone(target);
		await run("cargo", [subcommand, ...kit.args, ...args], { env: { ...kit.env, ...env, CARGO_TARGET_DIR: target } });
		await use(target);
	};
	await locked(kit.name, async () => {
		try {
			await attempt();
		} catch (error) {
			if (!(error instanceof Failure && isDamage(error.output))) throw error;
			console.log(`\nThe build folder ${target} may be damaged: once more from an empty one.`);
			rmSync(target, { recursive: true });
			await attempt();
		}
	});
}

/** @param {string} output */
function isDamage(output) {
	return DAMAGE.test(output) && !/^test result: FAILED/m.test(output);
}

/**
 * Returns flags for rustc that keep this machine's folders out of what is built, those in `more` too. The repository
 * needs none: cargo names its files from its root on.
 *
 * @param {[from: string, to: string][]} more
 */
export function neutralPaths(...more) {
	const registry = join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "registry", "src");
	const paths = [[registry, "/crates"], ...more];
	return withFlags(...paths.map(([from, to]) => `--remap-path-prefix=${from}=${to}`));
}

/** @param {string[]} flags for rustc */
function withFlags(...flags) {
	return { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

/** Returns the environment of a compiler whose module is to be shipped. @param {Kit} kit */
export function shipping({ env, small = [] }) {
	return { ...env, ...withFlags(...[env.CARGO_ENCODED_RUSTFLAGS ?? [], ...small].flat()) };
}

/**
 * Cargo tells two clones apart by nothing but the time stamps of their files, and would take another clone's newer
 * build for this one's. So what was built of pi-retry itself is forgotten when the clone changes.
 *
 * @param {string} target
 */
function forgetOtherClone(target) {
	const note = join(target, "built-from");
	if (existsSync(note) && readFileSync(note, "utf8") === root) return;
	mkdirSync(target, { recursive: true });
	for (const entry of readdirSync(target, { recursive: true, encoding: "utf8" })) {
		if (/\.fingerprint\/pi-retry-[^/]*$/.test(entry)) rmSync(join(target, entry), { recursive: true });
	}
	writeFileSync(note, root);
}
