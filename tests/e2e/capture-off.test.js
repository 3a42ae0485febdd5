// captureHeaders: false, and the source that is left then.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { PRETEND_BUN } from "./extensions/index.js";
import { rateLimited } from "./fates.js";
import { MODELS } from "./models.js";
import { startRpc } from "./pi.js";
import { PACKAGE } from "./sandbox.js";

/** @import { RpcClient } from "./rpc.js" */

const OFF = { captureHeaders: false, baseDelayMs: 100 };
const NO_HINT = /^pi-retry: rate_limit \(rate_limit: HTTP 429\); retry 1\/10 in \d+ms$/;

/** @param {RpcClient} rpc @returns {Promise<string>} the line about header hints in what `/retry` says */
async function headerHints(rpc) {
	const from = rpc.records.length;
	await rpc.prompt("/retry");
	const { message } = await rpc.until(({ method }) => method === "notify", { from, what: "an answer to /retry" });
	return /headerHints: .*/.exec(message)?.[0] ?? message;
}

test("/retry says that header hints are on", async (t) => {
	const { rpc } = await startRpc(t);
	assert.equal(await headerHints(rpc), "headerHints: on");
	await rpc.promptAndSettle("hello");
	assert.equal(await headerHints(rpc), "headerHints: on");
});

test("captureHeaders: false ignores headers, and /retry says why", async (t) => {
	for (const model of /** @type {const} */ (["openai", "mistral"])) {
		const plan = [rateLimited(MODELS[model].api, { headers: { "retry-after": "2" } }), {}];
		const { rpc } = await startRpc(t, { model, plan, config: OFF });
		assert.match(await headerHints(rpc), /^headerHints: off \(.+\)$/);
		await rpc.promptAndSettle("hello");
		assert.match(rpc.notifications[1]?.text ?? "", NO_HINT);
		assert.match(await headerHints(rpc), /^headerHints: off \(.+\)$/);
	}
});

test("captureHeaders: false leaves Pi's own report of a response, where it is certain", async (t) => {
	const plan = [rateLimited("mistral-conversations", { headers: { "retry-after": "1" } }), {}];
	const settings = { retry: { enabled: false }, cacheWarming: "off" };
	const { gateway, rpc } = await startRpc(t, { model: "mistral", settings, plan, config: OFF });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [hinted("1s"), succeeded(1)]);
	assertWaited(gateway, 1000);
});

test("Pi's own report is not certain with provider-level retries", async (t) => {
	const plan = [rateLimited("mistral-conversations", { headers: { "retry-after": "1" } }), {}];
	const settings = { retry: { enabled: false, provider: { maxRetries: 1 } }, cacheWarming: "off" };
	const { rpc } = await startRpc(t, { model: "mistral", settings, plan, config: OFF });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [NO_HINT, succeeded(1)]);
	assert.match(await headerHints(rpc), /^headerHints: off \(.+\)$/);
});

test("a runtime whose HTTP client cannot be watched does without, and /retry says why", async (t) => {
	const plan = [rateLimited("openai-completions", { headers: { "retry-after": "2" } }), {}];
	const { rpc } = await startRpc(t, { extensions: [PRETEND_BUN, PACKAGE], plan, config: { baseDelayMs: 100 } });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [NO_HINT, succeeded(1)]);
	assert.match(await headerHints(rpc), /^headerHints: off \(Pi's HTTP client cannot be watched in this runtime, and .+\)$/);
});
