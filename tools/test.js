// Runs the tests, after installing and building what they need: npm test -- [rust] [binding] [shim] [e2e]
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build, buildTrapping } from "./build.js";
import { cargo, native, TARGET } from "./cargo.js";
import { Failure, main, run, runStages } from "./run.js";
import { nodeModules, path, wasmBindgen } from "./setup.js";
import { wasm } from "./toolchain.js";

/** @typedef {[title: string, stage: () => Promise<unknown>]} Stage */

/** @type {Stage} */
const TRAPPING = ["Build that can trap", buildTrapping];

/** @type {Record<string, Stage[]>} */
const SUITES = {
	rust: [["Rust tests", () => cargo(native, ["test"])]],
	binding: [["Binding tests", binding]],
	shim: [["Build of pkg/", build], TRAPPING, ["Shim tests", () => nodeTests("tests/shim")]],
	e2e: [["Build of pkg/", build], TRAPPING, ["End-to-end tests", () => nodeTests("tests/e2e")]],
};

async function binding() {
	await nodeModules();
	const runner = join(await wasmBindgen(), "wasm-bindgen-test-runner");
	const env = { ...path, [`CARGO_TARGET_${TARGET.toUpperCase().replaceAll("-", "_")}_RUNNER`]: runner };
	await cargo(await wasm(), ["test", "--test", "binding"], { env });
}

/** Most of an end-to-end test is waiting: two files at a time also where Node would take one. @param {string} folder */
async function nodeTests(folder) {
	await nodeModules();
	const files = Math.max(2, availableParallelism() - 1);
	await run("node", ["--test", `--test-concurrency=${files}`, "--test-reporter=spec", `${folder}/**/*.test.js`], { env: path });
}

await main(async () => {
	const names = process.argv.slice(2);
	const unknown = names.find((name) => !(name in SUITES));
	if (unknown) {
		throw new Failure(`Unknown tests: ${unknown}\nUsage: npm test -- [${Object.keys(SUITES).join("] [")}]`, { exitCode: 2 });
	}
	const chosen = Object.keys(SUITES).filter((name) => names.length === 0 || names.includes(name));
	const stages = new Map(chosen.flatMap((name) => SUITES[name] ?? []));
	await runStages([...stages]);
});
