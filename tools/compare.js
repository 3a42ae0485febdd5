// Compares pi-retry with Pi alone and with other extensions, and prints the README's tables: npm run compare
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.js";
import { Failure, main, root, run } from "./run.js";
import { path } from "./setup.js";

const PINNED = /^(@[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/;
const USAGE = "Usage: npm run compare [-- --with <npm package>@<version>]...";

await main(async () => {
	const packages = readArguments();
	if (!packages?.every((one) => PINNED.test(one))) throw new Failure(USAGE, { exitCode: 2 });
	// What building prints is no part of the tables.
	console.log = console.error;
	await build();
	await run("node", [join(root, "tools", "compare", "measure.js"), ...packages], { env: path });
});

/** Returns the packages to compare besides, or `undefined` where the arguments say something else. */
function readArguments() {
	try {
		return parseArgs({ options: { with: { type: "string", multiple: true, default: [] } } }).values.with;
	} catch {
		return undefined;
	}
}
