// Tests pi-retry on other hosts than the installed one: older versions of Pi, and of Node.
//
//   npm run test:hosts [-- <name>...]   all of them, or those of the list below, as `pi-1.3.0`
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.js";
import { cache, install, locked } from "./cache.js";
import { Failure, main, run, runStages } from "./run.js";
import { nodeModules, path } from "./setup.js";

/**
 * @typedef {object} Host
 * @property {string} spec what npm installs of it
 * @property {string} variable tells the tests where it is
 * @property {string[]} tests
 */

const STORIES = ["cancel", "host-retry", "host-rules", "now", "print", "queue", "recovery", "stopping", "wake"].map(endToEnd);
const CAPTURE = ["attribution", "headers", "proxy", "websocket"].map(endToEnd);

const PI = "@earendil-works/pi-coding-agent";

/** Those of node_modules are tested by `npm test`. @type {Record<string, Host>} */
const HOSTS = {
	...Object.fromEntries(["1.5.2", "1.4.0", "1.3.0"].map((version) => [`pi-${version}`, pi(version, STORIES)])),
	// The last one whose boundaries say nothing and take no answer.
	"pi-0.86.1": pi("0.86.1", ["tests/hosts/too-old.test.js"]),
	"node-24": node("24.21.0"),
	"node-26": node("26.10.0"),
};

/** @param {string} name */
function endToEnd(name) {
	return `tests/e2e/${name}.test.js`;
}

/** @param {string} version @param {string[]} tests @returns {Host} */
function pi(version, tests) {
	return { spec: `${PI}@${version}`, variable: "PI_RETRY_HOST", tests };
}

/** @param {string} version @returns {Host} */
function node(version) {
	return { spec: `node@${version}`, variable: "PI_RETRY_NODE", tests: CAPTURE };
}

/** Returns the folder of an npm package, after fetching it if need be. @param {string} spec */
function fetched(spec) {
	const folder = join(cache, "hosts", spec.replace("/", "-"));
	const [, name = ""] = /^(.+)@/.exec(spec) ?? [];
	return locked("hosts", async () => {
		if (!existsSync(folder)) {
			console.log(`Fetching ${spec} (once).`);
			// The installation script of `node` brings the program; Pi's packages need none.
			const scripts = name === "node" ? [] : ["--ignore-scripts"];
			const flags = ["--no-audit", "--no-fund", "--no-save", ...scripts];
			await install(folder, (to) => run("npm", ["install", "--prefix", to, ...flags, spec], { quiet: "npm install", env: path }));
		}
		return join(folder, "node_modules", name);
	});
}

/** @param {Host} host */
async function test({ spec, variable, tests }) {
	const env = { ...path, [variable]: await fetched(spec) };
	await run("node", ["--test", "--test-reporter=dot", "--test-concurrency=2", ...tests], { env });
}

await main(async () => {
	const names = process.argv.slice(2);
	const unknown = names.find((name) => !(name in HOSTS));
	if (unknown) {
		throw new Failure(`Unknown host: ${unknown}\nUsage: npm run test:hosts [-- ${Object.keys(HOSTS).join("|")}...]`, { exitCode: 2 });
	}
	const chosen = Object.entries(HOSTS).filter(([name]) => names.length === 0 || names.includes(name));
	await nodeModules();
	await runStages([
		["Build of pkg/", build],
		...chosen.map(([name, host]) => /** @type {[string, () => Promise<void>]} */ ([name, () => test(host)])),
	]);
});
