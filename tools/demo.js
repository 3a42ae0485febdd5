// Shows the difference: Pi alone and Pi with pi-retry against a provider that limits the rate for a while.

import { parseArgs } from "node:util";
import { build } from "./build.js";
import { closeAll, runAgainstTheLimit, tryInTheTui } from "./demo/runs.js";
import { drawTimeline } from "./demo/timeline.js";
import { Failure, main } from "./run.js";

const USAGE = `Usage: npm run demo            both runs, side by side, in half a minute
       npm run demo -- --tui   try pi-retry by hand, in Pi's own interface`;

await main(async () => {
	const { tui } = readArguments(process.argv.slice(2));
	await build();
	process.once("SIGINT", () => void closeAll());
	try {
		process.exitCode = tui ? await tryInTheTui() : await tellTheStory();
	} finally {
		await closeAll();
	}
});

/** @param {string[]} args */
function readArguments(args) {
	try {
		return parseArgs({ args, options: { tui: { type: "boolean" } } }).values;
	} catch {
		throw new Failure(USAGE, { exitCode: 2 });
	}
}

/** Returns 0 when the story came out as promised, else 1. */
async function tellTheStory() {
	console.log("\nA provider refuses every request for 25 s after the first one, and says when to come back.");
	console.log("Two runs of the real Pi at the same time, on this machine: no key, no network.\n");
	const [alone, assisted] = await Promise.all([
		runAgainstTheLimit("Pi alone", { extensions: [], settings: {} }),
		runAgainstTheLimit("Pi with pi-retry", { settings: { retry: { enabled: false } } }),
	]);
	const colours = process.stdout.isTTY === true && !process.env.NO_COLOR;
	console.log(`\n${drawTimeline(alone, assisted, { colours })}`);
	return !alone.answered && assisted.answered ? 0 : 1;
}
