// Measures a decision of the core beside Pi's own two predicates, and what Pi's start takes: npm run bench [-- --json]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.js";
import { Failure, main, root, run } from "./run.js";
import { path } from "./setup.js";

await main(async () => {
	const json = wantsJson();
	// What building prints is no part of the JSON.
	if (json) console.log = console.error;
	await build();
	const measure = join(root, "tools", "bench", "measure.js");
	await run("node", [measure, ...(json ? ["--json"] : [])], { env: path });
});

function wantsJson() {
	try {
		return parseArgs({ options: { json: { type: "boolean", default: false } } }).values.json;
	} catch {
		throw new Failure("Usage: npm run bench [-- --json]", { exitCode: 2 });
	}
}
