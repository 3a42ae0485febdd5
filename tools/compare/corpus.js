// Counts how often Pi's own two predicates and pi-retry decide as the project's corpus is labelled.
import { readdirSync, readFileSync } from "node:fs";
import { isContextOverflow } from "@earendil-works/pi-ai/utils/overflow";
import { isRetryableAssistantError } from "@earendil-works/pi-ai/utils/retry";
import { decide } from "../../pkg/core.js";
import { drawTable } from "./markdown.js";

/**
 * @import { Decision, Failure } from "../../pkg/pi_retry.js"
 *
 * @typedef {{ failure: Failure, decision: Decision }} Labelled
 *
 * @typedef {object} Score
 * @property {Decision} label
 * @property {boolean} textAlone the error text is all there is to decide by
 * @property {boolean} pi whether Pi would repeat the request
 * @property {boolean} ours
 * @property {boolean} oursWaits the wait was found, if there is one
 */

/** The time at which the corpus's dates are read. */
const NOW_MS = 1_780_315_200_000;
const folder = new URL("../../tests/corpus/", import.meta.url);

/** @returns {Score[]} */
export function scoreCorpus() {
	return readCorpus().map(({ failure, decision: label }) => {
		const { retry, hint } = decide(failure, { nowMs: NOW_MS });
		const { message, api, provider, ...evidence } = failure;
		const textAlone = Object.keys(evidence).length === 0;
		return { label, textAlone, pi: piRetries(failure), ours: retry, oursWaits: hint?.waitMs === label.hint?.waitMs };
	});
}

/** Returns the table and what it says, as Markdown. @param {Score[]} scores */
export function drawScores(scores) {
	const categories = [...new Set(scores.map(({ label }) => label.category))];
	/** @type {[string, Score[]][]} */
	const groups = categories.map((category) => [`\`${category}\``, scores.filter(({ label }) => label.category === category)]);
	groups.sort(([, a], [, b]) => b.length - a.length);
	groups.unshift(["all", scores], ["all that have nothing but the error text", scores.filter(({ textAlone }) => textAlone)]);
	const rows = groups.map(([name, ofGroup]) => [name, String(ofGroup.length), share(ofGroup, "pi"), share(ofGroup, "ours")]);
	return `${drawTable(["Labelled failures", "Rows", "Pi's predicates are right", "pi-retry is right"], rows)}\n\n${drawWaits(scores)}`;
}

/** @param {Score[]} scores */
function drawWaits(scores) {
	const vain = scores.filter(({ label, pi }) => pi && !label.retry).length;
	const lost = scores.filter(({ label, pi }) => !pi && label.retry).length;
	const waits = scores.filter(({ label }) => label.hint);
	const inHeaders = waits.filter(({ label: { hint } }) => hint?.source === "header" && /^retry-after(-ms)?$/.test(hint.name));
	return [
		"The rows are the project's own and labelled by its own rules, so pi-retry is right on all of them by construction: its column says that the",
		"code keeps these rules, Pi's how far its rules agree with them, and neither how often one errs in the field. Pi's predicates see the error",
		"text alone; that pi-retry repeats what it does not know (`unknown`) is a choice.",
		`Pi's predicates would repeat ${vain} failures that are labelled as in vain to repeat, and would not repeat ${lost} that are labelled as worth it.`,
		`${waits.length} rows name a wait: pi-retry finds ${waits.filter(({ oursWaits }) => oursWaits).length}, Pi's predicates none, as they answer yes or no.`,
		"With `retry.provider.maxRetries` above 0 (Pi's default is 0) Pi also reads the headers `retry-after-ms` and `retry-after`,",
		`which hold ${inHeaders.length} of these waits.`,
	].join("\n");
}

/** The rows of every file that labels decisions under the default configuration. @returns {Labelled[]} */
function readCorpus() {
	const files = readdirSync(folder).filter((name) => /^(failures-.+|diagnostics|overflow|precedence)\.json$/.test(name));
	const rows = files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
	return rows.filter(({ config }) => config === undefined);
}

/** Whether Pi repeats a request that failed so, by the two functions that it asks. @param {Failure} failure */
function piRetries({ message, provider }) {
	const failed = /** @type {any} */ ({ role: "assistant", stopReason: "error", errorMessage: message, provider, usage: {} });
	return !isContextOverflow(failed) && isRetryableAssistantError(failed);
}

/** @param {Score[]} scores @param {"pi" | "ours"} who */
function share(scores, who) {
	const right = scores.filter((score) => score[who] === score.label.retry).length;
	return `${right} (${Math.floor((100 * right) / scores.length)} %)`;
}
