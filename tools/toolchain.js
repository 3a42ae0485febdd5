// Finds a compiler for wasm32: rustup's, or where that lacks the target and the Rust servers cannot be reached, Debian's.
//
//   PI_RETRY_TOOLCHAIN   rustup or debian: use that one and no other
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { locked } from "./cache.js";
import { neutralPaths, TARGET } from "./cargo.js";
import { debian, debianIsThere } from "./debian.js";
import { ask, Failure, once, run } from "./run.js";

const RUSTUP_TIMEOUT_MS = 60_000;

/** @import { Kit } from "./cargo.js" */

/** Returns the compiler for wasm32, after installing it if need be. */
export const wasm = once(() => locked("setup", choose));

/** @returns {Promise<Kit>} */
async function choose() {
	const wanted = process.env.PI_RETRY_TOOLCHAIN || "";
	if (!["", "rustup", "debian"].includes(wanted)) {
		throw new Failure(`PI_RETRY_TOOLCHAIN is "${wanted}", and can be "rustup" or "debian".`);
	}
	const sysroot = await ask("rustc", ["--print", "sysroot"]);
	if (!sysroot) throw new Failure("Rust is needed, with rustc and cargo in PATH (https://rustup.rs).");
	if (wanted === "debian") return debian(sysroot);
	if (hasTarget(sysroot)) return rustup;
	if (!wanted && (await debianIsThere())) return debian(sysroot);
	console.log(`Adding the target ${TARGET} with rustup (at most ${RUSTUP_TIMEOUT_MS / 1000} s).`);
	try {
		await run("rustup", ["target", "add", TARGET], { quiet: "rustup target add", timeoutMs: RUSTUP_TIMEOUT_MS });
		return rustup;
	} catch (error) {
		if (wanted) throw error;
		console.log("That did not work, so the compiler comes from Debian's packages.");
		return debian(sysroot);
	}
}

/** @type {Kit} */
const rustup = {
	name: "wasm-rustup",
	args: ["--locked", "--target", TARGET],
	env: neutralPaths(),
};

/** @param {string} sysroot */
function hasTarget(sysroot) {
	try {
		return readdirSync(join(sysroot, "lib", "rustlib", TARGET, "lib")).some((file) => /^libstd-.*\.rlib$/.test(file));
	} catch {
		return false;
	}
}
