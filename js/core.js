// Loads the WebAssembly core once, and exports it as a library.

import { readFileSync } from "node:fs";
import { guarded } from "./instance.js";
import { Machine } from "./machine.js";
import * as inCore from "./pi_retry.js";

/**
 * @typedef {import("./pi_retry.js").Category} Category
 * @typedef {import("./pi_retry.js").Decision} Decision
 * @typedef {import("./pi_retry.js").Failure} Failure
 * @typedef {import("./pi_retry.js").Hint} Hint
 */

const core = {
	Machine,
	cliUsage: guarded(inCore.cliUsage),
	commandDescription: guarded(inCore.commandDescription),
	completions: guarded(inCore.completions),
	entryLine: guarded(inCore.entryLine),
	explain: guarded(inCore.explain),
};

const decideInCore = guarded(inCore.decide);

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

/**
 * Decides whether a failed model request is worth sending again, and when.
 *
 * @param {Failure} failure what is known of the failure; only `message` is required
 * @param {object} [options]
 * @param {number} [options.nowMs] the time in milliseconds since 1970; the current time by default
 * @param {Record<string, unknown>} [options.config] keys of `pi-retry.json`; the defaults for the others
 * @returns {Decision}
 * @throws {Error} where `failure` is no object with a `message`
 *
 * @example
 * decide({ message: "429: Please try again in 20s." });
 * // { category: "rate_limit", retry: true, status: 429, hint: { waitMs: 20000, ... }, reason: ... }
 */
export function decide(failure, { nowMs = Date.now(), config } = {}) {
	load();
	return decideInCore(failure, nowMs, config);
}
