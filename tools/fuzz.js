// Holds random inputs against the laws of the core: npm run fuzz -- --minutes N [--seed S] | --input JSON
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cargo, native } from "./cargo.js";
import { Failure, main, run } from "./run.js";

const USAGE = "Usage: npm run fuzz -- --minutes N [--seed S], or to check one input again: npm run fuzz -- --input JSON";

/** A panic ends one input and not the fuzzer; an overflow is a panic; and it compiles faster. */
const PROFILE = {
	CARGO_PROFILE_RELEASE_PANIC: "unwind",
	CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS: "true",
	CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS: "true",
	CARGO_PROFILE_RELEASE_LTO: "off",
	CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
};

await main(async () => {
	const args = programArgs();
	// The program runs from another folder, so that the target folder is free for others meanwhile.
	const folder = mkdtempSync(join(tmpdir(), "pi-retry-fuzz-"));
	const program = join(folder, "fuzz");
	try {
		await cargo(native, ["build", "--release", "--example", "fuzz"], {
			env: PROFILE,
			use: async (target) => cpSync(join(target, "release", "examples", "fuzz"), program),
		});
		await run(program, args);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

/** Returns the arguments for the program, and says which seed it begins with. */
function programArgs() {
	const { minutes, seed = String(Date.now()), input } = options();
	if (input !== undefined) return [input];
	if (!(Number(minutes) > 0) || !/^\d{1,19}$/.test(seed)) throw new Failure(USAGE, { exitCode: 2 });
	console.log(`Fuzzing for ${minutes} min from seed ${seed}.`);
	return [String(minutes), seed];
}

function options() {
	try {
		const { values } = parseArgs({
			options: { minutes: { type: "string" }, seed: { type: "string" }, input: { type: "string" } },
		});
		return values;
	} catch {
		throw new Failure(USAGE, { exitCode: 2 });
	}
}
