// Debian's compiler, for machines whose rustup cannot add a target: its packages are unpacked into the cache, not
// installed, which needs no root. They have no standard library for wasm32, so cargo builds it from their source.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, install } from "./cache.js";
import { neutralPaths, TARGET } from "./cargo.js";
import { ask, Failure, run } from "./run.js";

/** @import { Kit } from "./cargo.js" */

const PACKAGES = ["rustc-web", "rust-web-src"];

const folder = join(cache, "debian");
const usr = join(folder, "usr");
const library = join(usr, "lib", "rustlib", "src", "rust", "library");

/**
 * Returns the compiler, after unpacking it if need be.
 *
 * @param {string} sysroot is that of the Rust in PATH, whose linker is used
 * @returns {Promise<Kit>}
 */
export async function debian(sysroot) {
	const linker = findLinker(sysroot);
	if (!(await debianIsThere())) {
		console.log("Fetching Debian's Rust compiler (once, 140 MB, about 1 min).");
		await install(folder, unpack);
		if (!(await debianIsThere())) throw new Failure(`The compiler unpacked in ${folder} does not run.`);
	}
	return {
		name: "wasm-debian",
		args: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size", "--locked", "--target", TARGET],
		env: {
			...environment(),
			...neutralPaths([library, "/rust/library"]),
			// Lets a stable compiler take -Z.
			RUSTC_BOOTSTRAP: "1",
			CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
		},
		// A panic ends the module, and nobody reads its message or a value's `Debug` form: with a standard library of our
		// own making they need not be there.
		small: ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none", "-Zfmt-debug=none"],
	};
}

/** Tells whether the compiler is in the cache and can build an empty library for the machine it runs on. */
export async function debianIsThere() {
	if (!existsSync(join(library, "std", "Cargo.toml"))) return false;
	const args = ["--crate-type=cdylib", "-o", join(folder, "proof.so"), "-"];
	return (await ask(environment().RUSTC, args, environment())) !== undefined;
}

function environment() {
	const [libraries] = list(join(usr, "lib")).filter((name) => name.endsWith("-linux-gnu"));
	return { RUSTC: join(usr, "bin", "rustc"), LD_LIBRARY_PATH: join(usr, "lib", libraries ?? "") };
}

/** @param {string} to */
async function unpack(to) {
	const state = join(to, "apt");
	mkdirSync(join(state, "lists", "partial"), { recursive: true });
	mkdirSync(join(state, "cache", "archives", "partial"), { recursive: true });
	const names = await packageNames(state);
	await apt(state, "download", ...names);
	for (const file of list(state).filter((name) => name.endsWith(".deb"))) {
		await run("dpkg", ["-x", join(state, file), to], { quiet: `unpacking ${file}` });
	}
	rmSync(state, { recursive: true });
	prune(join(to, "usr"));
}

/**
 * Asks apt which packages are missing here. It reads package lists of our own, as those of the machine may be missing
 * or old, and are not ours to renew.
 *
 * @param {string} state
 */
async function packageNames(state) {
	try {
		await apt(state, "update");
	} catch {
		// One source in many that cannot be reached is no harm; if it was needed the next step says so.
	}
	const uris = await apt(state, "install", "--print-uris", "-qq", "--no-install-recommends", "--reinstall", ...PACKAGES);
	return [...uris.matchAll(/^'.+' ([^_ ]+)_\S+\.deb /gm)].map(([, name]) => /** @type {string} */ (name));
}

/** @param {string} state @param {string[]} args */
function apt(state, ...args) {
	const settings = {
		"Dir::State::lists": join(state, "lists"),
		"Dir::Cache": join(state, "cache"),
		"APT::Sandbox::User": "root",
		"Debug::NoLocking": "1",
		"Acquire::Retries": "2",
		"Acquire::http::Timeout": "20",
	};
	const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
	return run("apt-get", [...options, ...args], { cwd: state, quiet: `apt-get ${args[0]}` });
}

/**
 * Removes most of what no build reads, which is most of the source.
 *
 * @param {string} usr
 */
function prune(usr) {
	rmSync(join(usr, "share"), { recursive: true, force: true });
	for (const source of list(join(usr, "src"))) {
		for (const part of list(join(usr, "src", source))) {
			if (part !== "library") rmSync(join(usr, "src", source, part), { recursive: true });
		}
	}
}

/** @param {string} sysroot */
function findLinker(sysroot) {
	const rustlib = join(sysroot, "lib", "rustlib");
	const linkers = list(rustlib).map((host) => join(rustlib, host, "bin", "rust-lld"));
	const linker = linkers.find((file) => existsSync(file));
	if (!linker) throw new Failure(`The linker rust-lld is needed and is not in ${rustlib}: was Rust installed with rustup?`);
	return linker;
}

/** @param {string} folder */
function list(folder) {
	return existsSync(folder) ? readdirSync(folder) : [];
}
