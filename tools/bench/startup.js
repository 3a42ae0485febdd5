// Measures what an extension adds to Pi's start: the time to import its module, as Pi itself reports it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../tests/e2e/pi.js";
import { makeSandbox, PACKAGE } from "../../tests/e2e/sandbox.js";
import { asContestant, extensionsOf } from "../compare/contestants.js";
import { Failure } from "../run.js";

/** @import { Sandbox } from "../../tests/e2e/sandbox.js" */

const ROUNDS = 15;
const OTHER = "@georgebashi/pi-retry@0.1.1";

/**
 * Times starts with each extension, in rounds that change between them.
 *
 * @returns {Promise<{ name: string, cold: number, warm: number }[]>} medians in ms: with nothing that jiti has kept, and with it
 */
export async function startup() {
	const [cold, warm] = await Promise.all([makeHome({ JITI_FS_CACHE: "false" }), makeHome({})]);
	try {
		const extensions = [["an empty .js", emptyExtension(warm)], ["pi-retry", PACKAGE], ...(await other())];
		const results = extensions.map(([name = "", path = ""]) => ({ name, path, cold: times(), warm: times() }));
		for (let round = 0; round < ROUNDS; round++) {
			for (const { path, ...one } of results) {
				one.cold.push(await importTime(cold, path));
				one.warm.push(await importTime(warm, path));
			}
		}
		return results.map(({ name, cold, warm }) => ({ name, cold: median(cold), warm: median(warm) }));
	} finally {
		await Promise.all([cold.remove(), warm.remove()]);
	}
}

/** @param {Record<string, string>} env */
function makeHome(env) {
	return makeSandbox({ gatewayUrl: "http://127.0.0.1:9", env: { ...env, PI_TIMING: "1" } });
}

/** @param {Sandbox} sandbox @param {string} extension */
async function importTime(sandbox, extension) {
	const { stderr } = await runCommand(sandbox, ["--mode", "rpc", "--no-session", "--no-extensions", "--extension", extension]);
	const ms = /module import: (\d+)ms/.exec(stderr)?.[1];
	if (ms === undefined) throw new Failure(`Pi did not say how long it took to import ${extension}:\n${stderr}`);
	return Number(ms);
}

/** @param {Sandbox} sandbox */
function emptyExtension({ root }) {
	const folder = join(root, "empty");
	mkdirSync(folder);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	writeFileSync(join(folder, "empty.js"), "export default function empty() {}\n");
	return join(folder, "empty.js");
}

/** Returns the published extension of the same purpose, or nothing where the registry does not give it. */
async function other() {
	try {
		return [[OTHER, ...(await extensionsOf(asContestant(OTHER)))]];
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		console.error(`Not measured, as it could not be installed: ${OTHER}`);
		return [];
	}
}

/** @returns {number[]} */
const times = () => [];

/** @param {number[]} all */
function median(all) {
	return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}
