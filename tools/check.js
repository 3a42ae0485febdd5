// Checks format, lints, documentation, types, import layers, and that files agree. The types of the core come from pkg/,
// which is built first.
import { build } from "./build.js";
import { cargo, native } from "./cargo.js";
import { main, run, runStages } from "./run.js";
import { path } from "./setup.js";
import { wasm } from "./toolchain.js";

const DENY = "-Dwarnings";

async function clippyForWasm() {
	const kit = await wasm();
	if (kit.name !== "wasm-rustup") return console.log("Skipped: clippy is not there for Debian's compiler.");
	await cargo(kit, ["clippy", "--all-features", "--lib", "--test", "binding", "--", DENY]);
}

async function layers() {
	await cargo(native, ["test", "--quiet", "--test", "layers"]);
	await run("node", ["--test", "--test-reporter=dot", "tests/shim/layers.test.js"], { env: path });
}

await main(() =>
	runStages([
		["Format", () => run("cargo", ["fmt", "--check"])],
		["Lints", () => cargo(native, ["clippy", "--all-targets", "--", DENY])],
		["Lints for wasm32", clippyForWasm],
		["Documentation", () => cargo(native, ["doc", "--no-deps"], { env: { RUSTDOCFLAGS: DENY } })],
		["Build of pkg/", build],
		["Types", () => run("tsc", ["-p", "tsconfig.json"], { env: path })],
		["Import layers", layers],
		["Agreement of files", () => run("node", ["--test", "--test-reporter=dot", "tests/shim/agreement.test.js"], { env: path })],
	]),
);
