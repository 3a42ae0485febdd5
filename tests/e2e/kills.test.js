// Pi is ended at random moments of waits and retries: what is left goes on where it was, and nothing is half written.
//
//   PI_RETRY_KILLS   how many times (10)
//   PI_RETRY_SEED    begins the moments (1)

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "node:test";
import { dice } from "./dice.js";
import { EMPTY } from "./extensions/index.js";
import { unavailable } from "./fates.js";
import { openRpc, startRpc } from "./pi.js";
import { parseJsonl, PACKAGE } from "./sandbox.js";
import { conversation } from "./session.js";

/**
 * @import { TestContext } from "node:test"
 * @import { RpcClient } from "./rpc.js"
 * @import { Sandbox } from "./sandbox.js"
 */

const KILLS = Number(process.env.PI_RETRY_KILLS ?? 10);
const SEED = Number(process.env.PI_RETRY_SEED ?? 1);

/** The last moment, in milliseconds after the prompt: by then the retries are used up. */
const LAST_MS = 1600;

/** Starts a session whose requests all fail, soon after they came. @param {TestContext} t @param {{ hostRetries: boolean, extension?: string }} options */
async function startFailing(t, { hostRetries, extension = PACKAGE }) {
	const state = { healed: false };
	const world = await startRpc(t, {
		plan: [() => (state.healed ? undefined : { ...unavailable, delayMs: 30 })],
		settings: { retry: { enabled: hostRetries, baseDelayMs: 60 } },
		config: { baseDelayMs: 100, maxBackoffMs: 150, maxRetries: 8, log: "pi-retry.log" },
		extensions: [extension],
	});
	await world.rpc.prompt("hello");
	return { ...world, heal: () => void (state.healed = true) };
}

for (let round = 1; round <= KILLS; round++) {
	const roll = dice(SEED * 1000 + round);
	const moment = roll(LAST_MS);
	const hostRetries = roll(2) === 0;

	test(`killed after ${moment} ms${hostRetries ? ", while Pi retries, too" : ""}, a session is there again, sends nothing by itself, and goes on with /retry now`, async (t) => {
		const { gateway, rpc, sandbox, heal } = await startFailing(t, { hostRetries });
		await sleep(moment);
		await rpc.kill("SIGKILL");
		heal();
		await assertWholeLines(sandbox);
		const resumed = openRpc(sandbox, { resume: true });
		const { data } = await resumed.send({ type: "get_messages" });
		const sent = gateway.requests.length;
		if (!data.messages.some((/** @type {{ role: string }} */ { role }) => role === "user")) {
			return t.diagnostic("Pi had not written the session yet");
		}
		const from = resumed.records.length;
		await resumed.prompt("/retry now");
		await resumed.settled(from);
		assert.equal(gateway.requests.length, sent + 1);
		assert.deepEqual(conversation(gateway.requests.at(-1)?.body), ["user: hello"]);
		assert.equal((await resumed.send({ type: "get_last_assistant_text" })).data.text, "ok");
		await resumed.close();
		await assertWholeLines(sandbox);
	});
}

/** @type {Record<string, (rpc: RpcClient) => Promise<unknown>>} */
const ENDS = {
	SIGTERM: (rpc) => rpc.kill("SIGTERM"),
	SIGHUP: (rpc) => rpc.kill("SIGHUP"),
	"closing stdin": (rpc) => rpc.close(),
};

for (const [name, end] of Object.entries(ENDS)) {
	test(`${name} at any moment ends Pi as without pi-retry, and leaves whole lines`, async (t) => {
		const alone = await startFailing(t, { hostRetries: true, extension: EMPTY });
		await alone.gateway.request(1);
		const expected = await end(alone.rpc);
		const roll = dice(SEED);
		for (let round = 0; round < Math.ceil(KILLS / 4); round++) {
			const moment = roll(LAST_MS);
			const { rpc, sandbox } = await startFailing(t, { hostRetries: roll(2) === 0 });
			await sleep(moment);
			assert.deepEqual(await end(rpc), expected, `after ${moment} ms`);
			assert.equal(rpc.stderr, "");
			await assertWholeLines(sandbox);
		}
	});
}

/** Asserts that no line of the session files and of the log is cut. @param {Sandbox} sandbox */
async function assertWholeLines({ agentDir }) {
	const files = await readdir(agentDir, { recursive: true });
	for (const file of files.filter((name) => /\.jsonl$|^pi-retry\.log$/.test(name))) {
		const text = await readFile(join(agentDir, file), "utf8");
		assert.ok(text === "" || text.endsWith("\n"), file);
		parseJsonl(text);
	}
}
