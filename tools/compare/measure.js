// Runs the comparison and prints it as Markdown; what goes on meanwhile is told on standard error.
// Its arguments are npm packages with their versions, to be compared besides those of the table of contestants.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { main, root } from "../run.js";
import { compareBehaviour } from "./behaviour.js";
import { closeAll } from "./contest.js";
import { asContestant, CONTESTANTS } from "./contestants.js";
import { drawScores, scoreCorpus } from "./corpus.js";

console.log = console.error;
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void closeAll());

await main(async () => {
	const contestants = [...CONTESTANTS, ...process.argv.slice(2).map(asContestant)];
	try {
		const behaviour = await compareBehaviour(contestants);
		const date = new Date().toISOString().slice(0, 10);
		const versions = `Pi ${version("@earendil-works/pi-coding-agent")}, pi-retry ${version("../pkg")}`;
		const parts = [`Measured on ${date} by \`npm run compare\`, with ${versions}.`, behaviour, drawScores(scoreCorpus())];
		process.stdout.write(`${parts.join("\n\n")}\n`);
	} finally {
		await closeAll();
	}
});

/** @param {string} name of a package, from node_modules */
function version(name) {
	return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
}
