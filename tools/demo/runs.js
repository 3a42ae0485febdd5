// Runs the real Pi against a provider that limits the rate for 25 s, and records what it sent.

import { once } from "node:events";
import { forTheFirst, openaiError } from "../../tests/e2e/fates.js";
import { startGateway } from "../../tests/e2e/gateway.js";
import { runArguments, startPrint } from "../../tests/e2e/pi.js";
import { makeSandbox } from "../../tests/e2e/sandbox.js";
import { Failure } from "../run.js";
import { seconds } from "./timeline.js";

/**
 * @import { PlannedRequest } from "../../tests/e2e/gateway.js"
 *
 * @typedef {object} Attempt
 * @property {number} atMs when the request came, counted from the first one
 * @property {number} endedMs when its answer had ended, counted likewise
 * @property {number} status
 * @property {string} said what the provider answered, short
 * @property {boolean} early whether it was sent before the time the provider had named
 *
 * @typedef {object} Run
 * @property {string} name
 * @property {Attempt[]} attempts
 * @property {number} endMs when Pi ended, counted from the first request
 * @property {number | null} code
 * @property {boolean} answered
 */

const LIMIT_MS = 25_000;
const ANSWER = "The answer to your question.";

/**
 * @param {string} name
 * @param {{ extensions?: string[], settings: Record<string, unknown> }} options
 * @returns {Promise<Run>}
 */
export async function runAgainstTheLimit(name, { extensions, settings }) {
	/** @param {number} ms @param {string} what */
	const report = (ms, what) => console.log(`${seconds(ms).padStart(7)}  ${name}: ${what}`);
	const { gateway, sandbox } = await openWorld(settings, (attempt) => report(attempt.atMs, attempt.said));
	const { stdout, code, signal } = await startPrint(sandbox, { extensions, prompts: ["A question."] }).output;
	if (signal) throw new Failure("Interrupted.", { exitCode: 130 });
	const endMs = performance.now() - (gateway.requests[0]?.arrivedAt ?? 0);
	const answered = code === 0 && stdout.trim() === ANSWER;
	if (!answered) report(endMs, "gives up");
	return { name, attempts: gateway.requests.map(toAttempt), endMs, code, answered };
}

/** Opens Pi's interface with pi-retry, and returns its exit code. @returns {Promise<number>} */
export async function tryInTheTui() {
	const { sandbox } = await openWorld({ retry: { enabled: false }, quietStartup: true });
	console.log("Type a question and press Enter: the provider refuses everything for 25 s, then answers.");
	console.log("During the wait: /retry tells the state, Escape cancels. Ctrl+D quits.\n");
	const child = sandbox.spawn(["--tui-mode", "regular", ...runArguments()], "inherit");
	const [code] = await once(child, "exit");
	return code ?? 1;
}

/** What `closeAll` has to close. @type {Set<() => Promise<void>>} */
const open = new Set();

/** Ends every run that still goes on, and removes what all of them left. */
export async function closeAll() {
	await Promise.all([...open].map((close) => close()));
}

/**
 * Makes the provider and a home for Pi, until `closeAll`.
 *
 * @param {Record<string, unknown>} settings
 * @param {(attempt: Attempt) => void} [onAttempt]
 */
async function openWorld(settings, onAttempt = () => {}) {
	const gateway = await startGateway({
		plan: limitedPlan(),
		otherwise: { text: ANSWER },
		onAnswered: (request) => onAttempt(toAttempt(request, request.number - 1, gateway.requests)),
	});
	const sandbox = await makeSandbox({ gatewayUrl: gateway.url, settings });
	open.add(async () => {
		await gateway.close();
		await sandbox.remove();
	});
	return { gateway, sandbox };
}

/** The limit, in OpenAI's words with the true time left, and one overload after it. */
function limitedPlan() {
	const limited = forTheFirst(LIMIT_MS, (leftMs) =>
		openaiError(429, {
			message: `Rate limit reached for requests. Please try again in ${seconds(leftMs)}.`,
			type: "requests",
			code: "rate_limit_exceeded",
		}),
	);
	return [limited, openaiError(529, { message: "Overloaded", type: "overloaded_error" })];
}

/** @param {PlannedRequest} request @param {number} index @param {PlannedRequest[]} all @returns {Attempt} */
function toAttempt(request, index, all) {
	const start = all[0]?.arrivedAt ?? 0;
	const atMs = request.arrivedAt - start;
	const status = request.status ?? 0;
	return {
		atMs,
		endedMs: (request.endedAt ?? request.arrivedAt) - start,
		status,
		said: describeAnswer(request),
		early: index > 0 && atMs < LIMIT_MS,
	};
}

/** @param {PlannedRequest} request */
function describeAnswer({ status, step }) {
	if (status === 200) return "request → the answer";
	const message = JSON.stringify(step?.body);
	return `request → ${status} "${/try again in [\d.]+s/.exec(message)?.[0] ?? "overloaded"}"`;
}
