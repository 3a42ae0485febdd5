// Lets every contestant meet every provider, and draws who did what.
import { compete } from "./contest.js";
import { extensionsOf } from "./contestants.js";
import { drawTable } from "./markdown.js";
import { SCENARIOS } from "./scenarios.js";

/** @import { Contestant } from "./contestants.js" */

const READING = [
	"Each cell is one run of the real Pi in print mode against a provider on loopback. Numbers without a unit are requests; a request is too early",
	"if it came before the time that the provider had named. In the rows of 503s Pi and pi-retry back off from 100 ms on, as only the number of",
	"requests counts there.",
].join("\n");

/** Runs mostly wait, so more of them fit on a machine than it has processors. */
const AT_ONCE = 5;

/** Returns the table as Markdown. @param {Contestant[]} contestants */
export async function compareBehaviour(contestants) {
	/** @type {string[][]} */
	const extensions = [];
	for (const contestant of contestants) extensions.push(await extensionsOf(contestant));
	const pairs = SCENARIOS.flatMap((scenario) => contestants.map((contestant, i) => ({ scenario, contestant, extensions: extensions[i] ?? [] })));
	const runs = await inParallel(pairs, async ({ scenario, contestant, extensions }) => {
		const run = await compete(contestant, extensions, scenario);
		const [title] = Object.keys(scenario.rows);
		console.error(`${contestant.name}: ${title}: requests: ${run.requests}, exit code: ${run.code}`);
		return run;
	});
	const rows = SCENARIOS.flatMap(({ rows }, n) => {
		const ofScenario = runs.slice(n * contestants.length, (n + 1) * contestants.length);
		return Object.entries(rows).map(([title, judge]) => [title, ...ofScenario.map(judge)]);
	});
	return `${drawTable(["The provider's answer", ...contestants.map(({ name }) => name)], rows)}\n\n${READING}`;
}

/**
 * Returns what `job` makes of each item, in the items' order. Fails when all that was begun has ended.
 *
 * @template T, U
 * @param {T[]} items
 * @param {(item: T) => Promise<U>} job
 */
async function inParallel(items, job) {
	/** @type {U[]} */
	const done = [];
	const queue = items.entries();
	const worker = async () => {
		for (const [i, item] of queue) done[i] = await job(item);
	};
	const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
	for (const end of ends) if (end.status === "rejected") throw end.reason;
	return done;
}
