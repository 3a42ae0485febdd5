// Checks format, lints, documentation and types. It builds pkg/ first, as the types of the core come from there.
import { build } from "./build.js";
import { cargo, native } from "./cargo.js";
import { main, run, runStages } from "./run.js";
import { path } from "./setup.js";
import { wasm } from "./toolchain.js";

const DENY = "-Dwarnings";

async function clippyForWasm() {
	const kit = await wasm();
	if (kit.name !== "wasm-rustup") return console.log("Skipped: clippy is not there for Debian's compiler.");
	await cargo(kit, ["clippy", "--lib", "--test", "binding", "--", DENY]);
}

await main(() =>
	runStages([
		["Format", () => run("cargo", ["fmt", "--check"])],
		["Lints", () => cargo(native, ["clippy", "--all-targets", "--", DENY])],
		["Lints for wasm32", clippyForWasm],
		["Documentation", () => cargo(native, ["doc", "--no-deps"], { env: { RUSTDOCFLAGS: DENY } })],
		["Build of pkg/", build],
		["Types", () => run("tsc", ["-p", "tsconfig.json"], { env: path })],
	]),
);
