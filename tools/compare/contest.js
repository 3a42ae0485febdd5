// Runs the real Pi in print mode against one provider's story, and records what it sent.
import { startGateway, waitBetween } from "../../tests/e2e/gateway.js";
import { startPrint } from "../../tests/e2e/pi.js";
import { makeSandbox } from "../../tests/e2e/sandbox.js";
import { Failure } from "../run.js";

/**
 * @import { PlannedRequest } from "../../tests/e2e/gateway.js"
 * @import { RunOptions } from "../../tests/e2e/pi.js"
 * @import { Sandbox } from "../../tests/e2e/sandbox.js"
 * @import { Contestant } from "./contestants.js"
 * @import { Scenario } from "./scenarios.js"
 *
 * @typedef {object} Run
 * @property {number} requests how many were sent
 * @property {number} early how many came after the first, and before the time that the provider had named
 * @property {number | undefined} waitedMs from the end of the first answer to the first later request that was not early
 * @property {boolean} answered standard output holds the answer alone, and the exit code is 0
 * @property {number | null} code
 * @property {boolean} running Pi was still there when the time was up
 */

export const ANSWER = "The answer to your question.";
const PATIENCE_MS = 40_000;

/** What `closeAll` has to close. @type {Set<() => Promise<void>>} */
const open = new Set();
let closed = false;

/** Ends every run that still goes on, removes what it left, and lets no other begin. */
export async function closeAll() {
	closed = true;
	await Promise.all([...open].map((close) => close()));
}

/**
 * @param {Contestant} contestant
 * @param {string[]} extensions
 * @param {Scenario} scenario
 * @returns {Promise<Run>}
 */
export async function compete({ retry = {} }, extensions, { provider, model, quick, patienceMs = PATIENCE_MS }) {
	const { plan, namedAtEpoch = () => 0 } = provider();
	const gateway = await startGateway({ plan, otherwise: { text: ANSWER } });
	const sandbox = await makeSandbox({
		gatewayUrl: gateway.url,
		settings: { retry: quick ? { baseDelayMs: 100, ...retry } : retry },
		config: quick ? { baseDelayMs: 100, maxBackoffMs: 200 } : undefined,
	});
	const close = async () => {
		await sandbox.remove();
		await gateway.close();
	};
	open.add(close);
	try {
		const end = await playOut(sandbox, { model, extensions, patienceMs });
		return { ...end, ...timing(gateway.requests, namedAtEpoch()) };
	} finally {
		await close();
		open.delete(close);
	}
}

/**
 * Asks one question and waits for Pi to end.
 *
 * @param {Sandbox} sandbox
 * @param {RunOptions & { patienceMs: number }} options
 */
async function playOut(sandbox, { patienceMs, ...options }) {
	stopIfClosed();
	const { child, output } = startPrint(sandbox, { ...options, prompts: ["A question."] });
	let running = false;
	const limit = setTimeout(() => {
		running = true;
		child.kill("SIGKILL");
	}, patienceMs);
	const { stdout, code } = await output;
	clearTimeout(limit);
	stopIfClosed();
	return { answered: code === 0 && stdout === `${ANSWER}\n`, code, running };
}

function stopIfClosed() {
	if (closed) throw new Failure("Interrupted.", { exitCode: 130 });
}

/** @param {PlannedRequest[]} requests @param {number} namedAtEpoch */
function timing([first, ...later], namedAtEpoch) {
	const inTime = later.filter(({ arrivedAtEpoch }) => arrivedAtEpoch >= namedAtEpoch);
	const waitedMs = first && inTime[0] ? waitBetween(first, inTime[0]) : undefined;
	return { requests: later.length + Number(first !== undefined), early: later.length - inTime.length, waitedMs };
}
