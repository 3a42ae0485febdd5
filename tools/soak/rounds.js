// Rounds of a thousand failing requests, each in a session of its own of one and the same Pi.

import { fileURLToPath } from "node:url";
import { openaiRateLimit, rateLimited, unavailable } from "../../tests/e2e/fates.js";
import { startGateway } from "../../tests/e2e/gateway.js";
import { openRpc } from "../../tests/e2e/pi.js";
import { makeSandbox, PACKAGE } from "../../tests/e2e/sandbox.js";

/**
 * @import { Figures } from "./figures.js"
 * @import { RpcClient } from "../../tests/e2e/rpc.js"
 * @import { Step } from "../../tests/e2e/step.js"
 */

const FAILURES = 1000;

/** A prompt is answered after so many failures. */
const FAILURES_A_PROMPT = 10;

/** How much more memory is no sign of anything: caches of Pi and of the runtime. */
const ALLOWED_BYTES = 2_000_000;

/** Every kind of failure whose wait is short. @type {Step[]} */
const FATES = [
	unavailable,
	rateLimited("openai-completions", { headers: { "retry-after-ms": "1" } }),
	{ drop: true },
	openaiRateLimit("1ms"),
	{ status: 529, body: { error: { message: "x".repeat(100_000) } }, encoding: "gzip" },
	{ text: "half an answer", cutAfterBytes: 60 },
	{ status: 500, body: "<html><title>500</title></html>" },
];

/**
 * Prints the figures of each round, and returns whether nothing has grown but what a session itself keeps.
 *
 * @param {number} ms how long to go on; the round that has begun is finished
 * @param {{ alone?: boolean }} [options] whether Pi's own retry is to be measured, without pi-retry
 */
export async function soak(ms, { alone = false } = {}) {
	let served = 0;
	const plan = [() => (++served % (FAILURES_A_PROMPT + 1) === 0 ? { text: "the answer" } : FATES[served % FATES.length])];
	const gateway = await startGateway({ plan });
	const sandbox = await makeSandbox({
		gatewayUrl: gateway.url,
		settings: { retry: { enabled: alone, baseDelayMs: 100, maxAgentDelayMs: 100, maxRetries: 1000 } },
		config: { baseDelayMs: 100, maxBackoffMs: 100, maxRetries: 1000 },
	});
	const figures = fileURLToPath(new URL("figures.js", import.meta.url));
	const rpc = openRpc(sandbox, { extensions: alone ? [figures] : [PACKAGE, figures] });
	const [end, since] = [Date.now() + ms, Date.now()];
	try {
		await fail(rpc, FAILURES / 10);
		const start = await inNewSession(rpc);
		print("start", start);
		let left = start;
		for (let round = 1; round === 1 || Date.now() < end; round++) {
			await fail(rpc, FAILURES);
			print(`${round * FAILURES} failures, in their session`, await measured(rpc));
			left = await inNewSession(rpc);
			print(`${round * FAILURES} failures, in the next one`, left);
			gateway.requests.length = 0;
		}
		console.log(`${served} requests in ${Math.round((Date.now() - since) / 1000)} s`);
		return isNoMore(left, start);
	} finally {
		await rpc.close();
		await gateway.close();
		await sandbox.remove();
	}
}

/** @param {RpcClient} rpc @param {number} count */
async function fail(rpc, count) {
	for (let failed = 0; failed < count; failed += FAILURES_A_PROMPT) {
		rpc.records.length = 0;
		await rpc.promptAndSettle("again");
	}
}

/** @param {RpcClient} rpc */
async function inNewSession(rpc) {
	await rpc.send({ type: "new_session" });
	return measured(rpc);
}

/** @param {RpcClient} rpc @returns {Promise<Figures>} */
async function measured(rpc) {
	rpc.records.length = 0;
	await rpc.prompt("/figures");
	const { message } = await rpc.notified(/^figures /);
	return JSON.parse(message.slice("figures ".length));
}

/** @param {string} when @param {Figures} figures */
function print(when, { heap, outside, ...counts }) {
	const MB = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
	const rest = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
	console.log(`${when.padEnd(32)} heap ${MB(heap)}, outside ${MB(outside)}, ${rest.join(", ")}`);
}

/** @param {Figures} left @param {Figures} start */
function isNoMore(left, start) {
	const counted = /** @type {const} */ (["timers", "listeners", "subscribers"]).every((name) => left[name] <= start[name]);
	return counted && left.heap + left.outside <= start.heap + start.outside + ALLOWED_BYTES;
}
