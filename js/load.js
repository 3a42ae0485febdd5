// Loads the WebAssembly core once for all sessions of a process.

import { readFileSync } from "node:fs";
import { guarded } from "./instance.js";
import { Machine } from "./machine.js";
import * as inCore from "./pi_retry.js";

const core = {
	Machine,
	cliUsage: guarded(inCore.cliUsage),
	commandDescription: guarded(inCore.commandDescription),
	completions: guarded(inCore.completions),
	decide: guarded(inCore.decide),
	entryLine: guarded(inCore.entryLine),
	explain: guarded(inCore.explain),
};

let loaded = false;

/**
 * Returns the core, loading it first where that has not happened yet.
 *
 * @throws {Error} where the WebAssembly file is missing or damaged
 */
export function load() {
	if (!loaded) {
		inCore.initSync({ module: readFileSync(new URL("./pi_retry_bg.wasm", import.meta.url)) });
		loaded = true;
	}
	return core;
}
