// Measures every group in rounds that change between Pi's predicates and the core, in one process, and what else pi-retry adds.
import { isContextOverflow } from "../../node_modules/@earendil-works/pi-ai/dist/utils/overflow.js";
import { isRetryableAssistantError } from "../../node_modules/@earendil-works/pi-ai/dist/utils/retry.js";
import { decide } from "../../pkg/core.js";
import { startup } from "./startup.js";
import { groups } from "./texts.js";
import { watching } from "./watching.js";

/**
 * @import { AssistantMessage } from "@earendil-works/pi-ai"
 * @import { Failure } from "../../pkg/pi_retry.js"
 * @import { Group } from "./texts.js"
 */

const NOW_MS = 1_780_315_200_000;
const WARM_UP = 0.3;

/** What Pi asks about a failed message. @param {AssistantMessage} message */
const pi = (message) => !isContextOverflow(message) && isRetryableAssistantError(message);

/** @param {Failure} failure */
const core = (failure) => decide(failure, { nowMs: NOW_MS }).retry;

/** @param {Failure} failure @returns {AssistantMessage} */
function assistantMessage({ message, api = "", provider = "" }) {
	const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
	return { role: "assistant", content: [], stopReason: "error", errorMessage: message, api, provider, model: "m", usage, timestamp: NOW_MS };
}

/**
 * Calls `judge` with each of `all` and notes the microseconds of each call.
 *
 * @template T
 * @param {T[]} all
 * @param {(one: T) => boolean} judge
 * @param {number[]} times
 */
function round(all, judge, times) {
	let retried = 0;
	for (const one of all) {
		const start = performance.now();
		const retry = judge(one);
		times.push((performance.now() - start) * 1000);
		retried += Number(retry);
	}
	return retried;
}

/** @param {Group} group */
function measure({ name, failures, rounds }) {
	const messages = failures.map(assistantMessage);
	/** @type {{ pi: number[], core: number[] }} */
	let times = { pi: [], core: [] };
	for (let n = 0; n < rounds * (1 + WARM_UP); n++) {
		if (n < rounds * WARM_UP) times = { pi: [], core: [] };
		round(messages, pi, times.pi);
		round(failures, core, times.core);
	}
	const [of, by] = [quantiles(times.pi), quantiles(times.core)];
	return { name, decisions: failures.length, pi: of, core: by, ratio: by.median / of.median };
}

/** @param {number[]} times */
function quantiles(times) {
	const sorted = times.toSorted((a, b) => a - b);
	const at = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
	return { median: at(0.5), p99: at(0.99) };
}

const results = groups().map(measure);
const watched = watching();
const started = await startup();

if (process.argv.includes("--json")) {
	console.log(JSON.stringify({ unit: "µs", node: process.version, results, watched, started }, undefined, "\t"));
} else {
	const us = (/** @type {number} */ number) => number.toFixed(number < 100 ? 1 : 0).padStart(9);
	console.log(`\nµs per decision, Node ${process.version}\n`);
	console.log(`${"".padEnd(22)}${"Pi median".padStart(9)}${"p99".padStart(9)}${"core".padStart(9)}${"p99".padStart(9)}${"ratio".padStart(9)}`);
	for (const { name, pi, core, ratio } of results) {
		console.log(name.padEnd(22) + us(pi.median) + us(pi.p99) + us(core.median) + us(core.p99) + ratio.toFixed(2).padStart(9));
	}
	console.log(`\nµs that watching Pi's HTTP client adds\n`);
	for (const { name, without, with: added } of watched) {
		console.log(`${name.padEnd(22)}${(added - without).toFixed(2).padStart(9)}`);
	}
	console.log("\nms to import an extension when Pi starts, as Pi reports it (PI_TIMING=1), median\n");
	console.log(`${"".padEnd(30)}${"cold".padStart(6)}${"warm".padStart(6)}`);
	for (const { name, cold, warm } of started) {
		console.log(`${name.padEnd(30)}${String(cold).padStart(6)}${String(warm).padStart(6)}`);
	}
}
