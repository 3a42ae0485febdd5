// The model that the user chose comes back, with its thinking level, as configured.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { assertSaid, succeeded } from "./announced.js";
import { active, backOn, fellBack, OTHER } from "./fallback.js";
import { openaiRateLimit, unavailable } from "./fates.js";
import { MODELS, nameOf } from "./models.js";
import { makeWorld, openRpc, startPrint, startRpc } from "./pi.js";
import { outline } from "./session.js";

/**
 * @import { TestContext } from "node:test"
 * @import { RpcClient } from "./rpc.js"
 * @import { WorldOptions } from "./pi.js"
 */

const CHOSEN = [nameOf("thinker"), "high"];
const STAND_IN = [nameOf(OTHER), "off"];
const WAITS_LONG = openaiRateLimit("20m0s");

/**
 * Starts a session on a model that thinks hard.
 *
 * @param {TestContext} t
 * @param {object} [fallback]
 * @param {WorldOptions} [options]
 */
async function startThinking(t, fallback, options) {
	const config = { baseDelayMs: 100, fallback: { models: [nameOf(OTHER)], afterRetries: 0, ...fallback } };
	const world = await startRpc(t, { model: "thinker", config, ...options });
	await world.rpc.send({ type: "set_thinking_level", level: "high" });
	return world;
}

/** @param {RpcClient} rpc @param {string} provider */
function requestsOf(rpc, provider) {
	return rpc.records.filter(({ type, message }) => type === "message_end" && message.provider === provider).length;
}

test("when ready, model and thinking level come back as the run settles, and Pi's settings are as they were", async (t) => {
	const { gateway, rpc, sandbox } = await startThinking(t, {}, { plan: [unavailable, { text: "one" }, { text: "two" }] });
	const settings = () => readFile(join(sandbox.agentDir, "settings.json"));
	const before = await settings();
	await rpc.promptAndSettle("hello");
	assert.deepEqual(await active(rpc), CHOSEN);
	assertSaid(rpc, [fellBack(OTHER, "server_error: HTTP 503"), succeeded(1), backOn("thinker")]);
	await rpc.promptAndSettle("more");
	assert.equal(gateway.requests[2]?.body.reasoning_effort, "high");
	assert.deepEqual(await active(rpc), CHOSEN);
	await rpc.close();
	assert.deepEqual(await settings(), before);
});

test("a wait that still runs is waited for, across two prompts and then between them", async (t) => {
	const plan = [openaiRateLimit("4s"), { text: "one" }, { text: "two" }, { text: "three" }];
	const { gateway, rpc } = await startThinking(t, { maxWaitMs: 1000 }, { plan });
	await rpc.promptAndSettle("hello");
	assert.deepEqual(await active(rpc), STAND_IN);
	await rpc.promptAndSettle("more");
	assert.deepEqual(await active(rpc), STAND_IN);
	await rpc.notified(backOn("thinker"));
	assert.deepEqual(await active(rpc), CHOSEN);
	await rpc.promptAndSettle("again");
	assert.deepEqual(gateway.requests.map(({ api }) => api === MODELS[OTHER].api), [false, true, true, false]);
	const [failed] = gateway.requests;
	assert.ok((gateway.requests[3]?.arrivedAt ?? 0) - (failed?.endedAt ?? Infinity) >= 4000);
});

test("with next-prompt they come back with the next prompt, ready or not", async (t) => {
	const plan = [WAITS_LONG, { text: "one" }, { text: "two" }];
	const { gateway, rpc } = await startThinking(t, { return: "next-prompt" }, { plan });
	await rpc.promptAndSettle("hello");
	assert.deepEqual(await active(rpc), STAND_IN);
	await rpc.promptAndSettle("more");
	assert.deepEqual(await active(rpc), CHOSEN);
	assert.equal(gateway.requests[2]?.body.reasoning_effort, "high");
	assert.equal(rpc.notifications.at(-1)?.text, backOn("thinker"));
});

test("with stay nothing comes back, neither later nor on the next start", async (t) => {
	const { gateway, rpc, sandbox } = await startThinking(t, { return: "stay" }, { plan: [unavailable, { text: "one" }] });
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("more");
	assert.deepEqual(await active(rpc), STAND_IN);
	assert.equal(gateway.requests[2]?.api, MODELS[OTHER].api);
	await rpc.close();
	const next = openRpc(sandbox, { model: null, resume: true });
	assert.deepEqual(await active(next), STAND_IN);
	assert.deepEqual(next.notifications, []);
});

test("who picks a model meanwhile has decided", async (t) => {
	const plan = [openaiRateLimit("2s"), { text: "one" }, { text: "two" }, { text: "three" }];
	const { gateway, rpc } = await startThinking(t, { maxWaitMs: 1000 }, { plan });
	await rpc.promptAndSettle("hello");
	const { provider, id } = MODELS.google;
	await rpc.send({ type: "set_model", provider, modelId: id });
	await rpc.promptAndSettle("more");
	await new Promise((resolve) => setTimeout(resolve, 2500));
	await rpc.promptAndSettle("again");
	assert.deepEqual((await active(rpc))[0], nameOf("google"));
	assert.deepEqual(gateway.requests.slice(2).map(({ api }) => api), [MODELS.google.api, MODELS.google.api]);
	assert.ok(!rpc.notifications.some(({ text }) => text.includes("back on")));
});

test("an abort on the other model ends the run, and the first comes back", async (t) => {
	const plan = [unavailable, { delayMs: 60_000 }];
	const { gateway, rpc } = await startThinking(t, {}, { plan });
	await rpc.prompt("hello");
	await gateway.request(2);
	await rpc.send({ type: "abort" });
	await rpc.settled();
	await rpc.notified(backOn("thinker"));
	assert.deepEqual(await active(rpc), CHOSEN);
	assert.equal(gateway.requests.length, 2);
});

for (const [name, options] of /** @type {const} */ ([
	["as Pi finds it", { model: null }],
	["with the model on the command line", { model: "thinker" }],
])) {
	test(`a process killed on the other model gets the first one back on the next start, ${name}`, async (t) => {
		const plan = [unavailable, { delayMs: 60_000 }, { text: "the answer" }];
		const { gateway, rpc, sandbox } = await startThinking(t, {}, { plan });
		await rpc.prompt("hello");
		await gateway.request(2);
		await rpc.kill("SIGKILL");
		const next = openRpc(sandbox, { ...options, resume: true });
		await next.notified(backOn("thinker"));
		assert.deepEqual(await active(next), CHOSEN);
		await next.promptAndSettle("more");
		assert.equal(gateway.requests[2]?.body.reasoning_effort, "high");
		await next.close();

		const third = openRpc(sandbox, { model: null, resume: true });
		assert.deepEqual(await active(third), CHOSEN);
		assert.deepEqual(third.notifications, []);
		await third.close();
		assert.equal(outline(await sandbox.sessionEntries()).at(-1), "assistant stop");
	});
}

test("print mode that ended on the other model goes on with the first one", async (t) => {
	const config = { fallback: { models: [nameOf(OTHER)] } };
	const { gateway, sandbox } = await makeWorld(t, { config, plan: [WAITS_LONG, { text: "one" }, { text: "two" }] });
	assert.equal((await startPrint(sandbox, { model: "thinker" }).output).stdout, "one\n");
	assert.equal((await startPrint(sandbox, { model: null, resume: true }).output).stdout, "two\n");
	assert.deepEqual(gateway.requests.map(({ body }) => body.model), [MODELS.thinker.id, MODELS[OTHER].id, MODELS.thinker.id]);
});

for (const command of ["new_session", "fork", "clone"]) {
	test(`${command} carries nothing over`, async (t) => {
		const plan = [openaiRateLimit("3s"), { text: "one" }, { text: "two" }];
		const { rpc } = await startThinking(t, { maxWaitMs: 1000 }, { plan });
		await rpc.promptAndSettle("hello");
		const { messages } = (await rpc.send({ type: "get_fork_messages" })).data;
		const from = rpc.records.length;
		await rpc.send({ type: command, ...(command === "fork" && { entryId: messages[0].entryId }) });
		const before = await active(rpc);
		await new Promise((resolve) => setTimeout(resolve, 4000));
		assert.deepEqual(await active(rpc), before);
		await rpc.promptAndSettle("elsewhere");
		assert.deepEqual(await active(rpc), before);
		const said = rpc.records.slice(from).filter(({ method }) => method === "notify");
		assert.deepEqual(said, []);
		assert.equal(rpc.exit, undefined);
	});
}

test("another session that is opened meanwhile keeps its own model, and the first gets its back when it is opened again", async (t) => {
	const plan = [{ text: "zero" }, WAITS_LONG, { text: "one" }];
	const { rpc } = await startThinking(t, {}, { plan });
	await rpc.promptAndSettle("in the other session");
	const { sessionFile: other } = (await rpc.send({ type: "get_state" })).data;
	await rpc.send({ type: "new_session" });
	await rpc.send({ type: "set_thinking_level", level: "high" });
	await rpc.promptAndSettle("hello");
	const { sessionFile: fallenBack } = (await rpc.send({ type: "get_state" })).data;
	assert.deepEqual(await active(rpc), STAND_IN);
	const from = rpc.records.length;
	await rpc.send({ type: "switch_session", sessionPath: other });
	assert.deepEqual(await active(rpc), CHOSEN);
	assert.deepEqual(rpc.records.slice(from).filter(({ method }) => method === "notify"), []);
	await rpc.send({ type: "switch_session", sessionPath: fallenBack });
	await rpc.notified(backOn("thinker"));
	assert.deepEqual(await active(rpc), CHOSEN);
	assert.equal(requestsOf(rpc, MODELS[OTHER].provider), 1);
});
