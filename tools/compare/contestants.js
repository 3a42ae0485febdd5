// Who is compared: Pi's settings, pi-retry's, and what is loaded.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE } from "../../tests/e2e/sandbox.js";
import { cache, install, locked } from "../cache.js";
import { run } from "../run.js";

/**
 * @typedef {object} Contestant
 * @property {string} name as the table's head has it
 * @property {Record<string, unknown>} [retry] Pi's settings for retrying, where they are not the defaults
 * @property {string} [package] of npm, with its version
 * @property {boolean} [ours] pi-retry is loaded
 */

/** @type {Contestant[]} */
export const CONTESTANTS = [
	{ name: "Pi alone" },
	{ name: "Pi, `retry.provider.maxRetries` 3", retry: { provider: { maxRetries: 3 } } },
	asContestant("@georgebashi/pi-retry@0.1.1"),
	{ name: "pi-retry beside Pi's retry", ours: true },
	{ name: "pi-retry, Pi's retry off", ours: true, retry: { enabled: false } },
];

/** @param {string} spec an npm package with its version @returns {Contestant} */
export function asContestant(spec) {
	return { name: `\`${spec.replace(/@(?=[^@]*$)/, "` ")}`, package: spec };
}

/** Returns the paths of what a contestant loads, installed if need be. @param {Contestant} contestant */
export async function extensionsOf({ package: spec, ours }) {
	if (ours) return [PACKAGE];
	return spec ? [await fetchPackage(spec)] : [];
}

/** Keeps a package in the cache and returns its folder. @param {string} spec */
function fetchPackage(spec) {
	const name = spec.slice(0, spec.lastIndexOf("@"));
	const folder = join(cache, "compared", spec.replace("/", "-"));
	return locked("compared", async () => {
		const args = ["install", spec, "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--prefix"];
		if (!existsSync(folder)) await install(folder, (empty) => run("npm", [...args, empty], { quiet: `npm install ${spec}` }));
		return join(folder, "node_modules", name);
	});
}
