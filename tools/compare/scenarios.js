// What providers do in the comparison, and how a run is judged.
import { anthropicError, openaiError, openaiWrongKey, unavailable } from "../../tests/e2e/fates.js";
import { ANSWER } from "./contest.js";

/**
 * @import { ModelName } from "../../tests/e2e/models.js"
 * @import { PlanItem, Step } from "../../tests/e2e/step.js"
 * @import { Run } from "./contest.js"
 *
 * @typedef {object} Provider
 * @property {PlanItem[]} plan what it answers before the answer
 * @property {() => number} [namedAtEpoch] the time before which it said not to come back
 *
 * @typedef {object} Scenario
 * @property {() => Provider} provider a new one for each run
 * @property {Record<string, (run: Run) => string>} rows the table's rows: what they are called, and how their cells read
 * @property {ModelName} [model]
 * @property {boolean} [quick] both Pi and pi-retry back off from 100 ms on, since only the number of requests counts
 * @property {number} [patienceMs] after so long a run is ended
 */

const TWO_HOURS_S = 7200;
const SECOND_MS = 1000;
const HINT_MS = 3000;
/** A streamed answer's text is in its first 200 bytes, and 200 more end it. */
const AFTER_THE_TEXT = 300;
const PATIENCE_FOR_HOURS_MS = 30_000;

/** @type {Scenario[]} */
export const SCENARIOS = [
	{
		provider: () => limited(1, ({ seconds }) => tooMany("Rate limit reached.", { "retry-after": String(seconds) })),
		rows: { "429, `retry-after: 3` in the headers alone": keepsTheWait },
	},
	{
		provider: () => limited(SECOND_MS, ({ dueAt }) => tooMany("Rate limit reached.", { "retry-after": new Date(dueAt).toUTCString() })),
		rows: { "429, `retry-after` as a date 3 to 4 s ahead": keepsTheWait },
	},
	{
		provider: () => limited(1, ({ seconds }) => tooMany(`Rate limit reached. Please try again in ${seconds}s.`)),
		rows: { '429, "try again in 3s" in the text alone': keepsTheWait },
	},
	{
		provider: () => ({ plan: [() => tooMany("Rate limit reached.", { "retry-after": String(TWO_HOURS_S) })] }),
		patienceMs: PATIENCE_FOR_HOURS_MS,
		rows: { [`429, \`retry-after\` of 2 hours: requests in ${PATIENCE_FOR_HOURS_MS / SECOND_MS} s`]: asksOnce },
	},
	{
		provider: () => ({ plan: [anthropicError(529, { type: "overloaded_error", message: "Overloaded" })] }),
		model: "anthropic",
		rows: { "529 overloaded, once": recovers },
	},
	{
		provider: () => ({ plan: [{ text: ANSWER, cutAfterBytes: AFTER_THE_TEXT }] }),
		rows: {
			"a stream cut half-way, once": recovers,
			"standard output and exit code after that": ({ answered, code }) => mark(answered, `${answered ? "the answer alone" : "something else"}, ${code}`),
		},
	},
	{
		provider: () => ({ plan: [inTheStream("aborted")] }),
		rows: { '"aborted" inside a 200 stream, once': recovers },
	},
	{
		provider: () => ({ plan: [inTheStream("您的请求过于频繁，请稍后再试")] }),
		rows: { "a rate limit in Chinese inside a 200 stream, once": recovers },
	},
	{
		provider: () => ({ plan: Array(5).fill(unavailable) }),
		quick: true,
		rows: { "503 five times, then the answer": recovers },
	},
	{
		provider: () => ({ plan: [() => unavailable] }),
		quick: true,
		rows: { "503 for ever: requests sent in all": ({ requests, running }) => `${requests}${running ? " and counting" : ""}` },
	},
	{
		provider: () => ({ plan: [() => openaiWrongKey] }),
		rows: { "401, a wrong key": asksOnce },
	},
	{
		provider: () => ({ plan: [() => spent] }),
		rows: { "429, `insufficient_quota`": asksOnce },
	},
];

const spent = openaiError(429, {
	message: "You exceeded your current quota, please check your plan and billing details.",
	type: "insufficient_quota",
	code: "insufficient_quota",
});

/** @param {string} message @param {Record<string, string>} [headers] */
function tooMany(message, headers) {
	return openaiError(429, { message, type: "requests", code: "rate_limit_exceeded" }, headers);
}

/** @param {string} message @returns {Step} */
function inTheStream(message) {
	return { events: [{ error: { message } }] };
}

/**
 * Refuses everything for `HINT_MS` after the first request, and on to the next multiple of `stepMs`.
 *
 * @param {number} stepMs
 * @param {(limit: { seconds: number, dueAt: number }) => Step} refuse takes the seconds left, and when they have passed
 * @returns {Provider}
 */
function limited(stepMs, refuse) {
	let dueAt = 0;
	return {
		plan: [
			({ arrivedAtEpoch }) => {
				dueAt ||= Math.ceil((arrivedAtEpoch + HINT_MS) / stepMs) * stepMs;
				const seconds = Math.ceil((dueAt - arrivedAtEpoch) / SECOND_MS);
				return arrivedAtEpoch < dueAt ? refuse({ seconds, dueAt }) : undefined;
			},
		],
		namedAtEpoch: () => dueAt,
	};
}

/** @param {Run} run */
function keepsTheWait({ early, answered, waitedMs = 0, requests }) {
	const came = `answer after ${(waitedMs / SECOND_MS).toFixed(1)} s`;
	if (!answered) return mark(false, `gives up after ${requests}`);
	return mark(early === 0, early === 0 ? came : `${early} too early, ${came}`);
}

/** @param {Run} run */
function recovers({ answered, requests }) {
	return mark(answered, answered ? "the answer" : `gives up after ${requests}`);
}

/** @param {Run} run */
function asksOnce({ requests, running }) {
	return mark(requests === 1, `${requests}${running ? ", and waits on" : ""}`);
}

/** @param {boolean} good @param {string} fact */
function mark(good, fact) {
	return `${good ? "✓" : "✗"} ${fact}`;
}
