// The library: the decision, for programs other than Pi. Its types are published with it.

import { load } from "./load.js";

/**
 * @typedef {import("./pi_retry.js").Category} Category
 * @typedef {import("./pi_retry.js").Decision} Decision
 * @typedef {import("./pi_retry.js").Failure} Failure
 * @typedef {import("./pi_retry.js").Hint} Hint
 * @typedef {import("./pi_retry.js").HintSource} HintSource
 */

/**
 * Decides whether a failed model request is worth sending again, and when.
 *
 * @param {Failure} failure what is known of the failure; only `message` is required
 * @param {object} [options]
 * @param {number} [options.nowMs] the time in milliseconds since 1970; the current time by default
 * @param {Record<string, unknown>} [options.config] keys of `pi-retry.json`; the defaults for the others
 * @returns {Decision}
 * @throws {Error} that names the field of `failure` that is missing or of another type
 *
 * @example
 * decide({ message: "429: Please try again in 20s." });
 * // { category: "rate_limit", retry: true, status: 429, hint: { waitMs: 20000, ... }, reason: ... }
 */
export function decide(failure, { nowMs = Date.now(), config } = {}) {
	return load().decide(failure, nowMs, config);
}
