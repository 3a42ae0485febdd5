// Virtual models: what they route to stays theirs, and nobody claims to know it before a response names it.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, succeeded } from "./announced.js";
import { VIRTUAL_MODEL } from "./extensions/index.js";
import { active, backOn, fellBack, OTHER, standing } from "./fallback.js";
import { unavailable } from "./fates.js";
import { MODELS, nameOf } from "./models.js";
import { startRpc } from "./pi.js";
import { PACKAGE } from "./sandbox.js";
import { dataOf } from "./session.js";

const VIRTUAL = "router/auto";
const [CHAT, RESPONSES, MESSAGES] = [MODELS.openai.api, MODELS.responses.api, MODELS[OTHER].api];
const extensions = [PACKAGE, VIRTUAL_MODEL];

/** @param {Awaited<ReturnType<typeof startRpc>>} world */
async function chooseVirtual({ rpc }) {
	await rpc.send({ type: "set_model", provider: "router", modelId: "auto" });
	assert.equal((await active(rpc))[0], VIRTUAL);
}

test("a virtual model gives way after its retries, comes back, and routes as ever", async (t) => {
	const models = [nameOf("openai"), nameOf(OTHER)];
	const world = await startRpc(t, {
		extensions,
		config: { baseDelayMs: 100, fallback: { models, afterRetries: 1 } },
		plan: [unavailable, unavailable, { text: "one" }, { text: "two" }],
	});
	const { gateway, rpc, sandbox } = world;
	await chooseVirtual(world);
	await rpc.promptAndSettle("hello");
	assert.deepEqual(gateway.requests.map(({ api }) => api), [CHAT, CHAT, MESSAGES]);
	assertSaid(rpc, [/; retry 1\/10 in \d+ms$/, fellBack(OTHER, "server_error: HTTP 503"), succeeded(2), "pi-retry: back on router/auto"]);
	assert.match((await standing(rpc)) ?? "", /skipped mock-openai\/gpt-mock \(the active model\)/); // It is the one that failed.
	assert.equal((await active(rpc))[0], VIRTUAL);
	await rpc.promptAndSettle("more");
	assert.equal(gateway.requests[3]?.api, CHAT);
	assert.deepEqual(rpc.stderr.match(/route .*/g), ["route user -", "route user -", "route user -"]);
	await rpc.close();
	const { provider, model, fallback } = dataOf(await sandbox.sessionEntries(), "pi-retry")[1];
	assert.deepEqual([provider, model], [MODELS.openai.provider, MODELS.openai.id]);
	assert.deepEqual(fallback, { from: VIRTUAL, to: nameOf(OTHER) });
});

test("a virtual model takes over under its own name, and routes as it likes", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, {
		model: OTHER,
		extensions,
		config: { fallback: { models: [VIRTUAL], afterRetries: 0 } },
		plan: [unavailable, { text: "the answer" }],
	});
	await rpc.promptAndSettle("hello");
	assert.deepEqual(gateway.requests.map(({ api }) => api), [MESSAGES, CHAT]);
	assertSaid(rpc, ["pi-retry: falling back to router/auto after server_error (server_error: HTTP 503)", succeeded(1), backOn(OTHER)]);
	await rpc.close();
	const entries = await sandbox.sessionEntries();
	assert.deepEqual(dataOf(entries, "pi-retry")[0].fallback, { from: nameOf(OTHER), to: VIRTUAL });
	assert.equal(entries.find(({ message }) => message?.stopReason === "stop").message.provider, MODELS.openai.provider);
});

test("what Pi repeats is routed by the virtual model, until another one is due", async (t) => {
	const world = await startRpc(t, {
		extensions,
		settings: { retry: { baseDelayMs: 50 } },
		config: { fallback: { models: [nameOf(OTHER)], afterRetries: 1 } },
		plan: [unavailable, unavailable, { text: "the answer" }],
	});
	const { gateway, rpc } = world;
	await chooseVirtual(world);
	await rpc.promptAndSettle("hello");
	assert.deepEqual(gateway.requests.map(({ api }) => api), [CHAT, RESPONSES, MESSAGES]);
	assert.deepEqual(rpc.stderr.match(/route .*/g), ["route user -", "route retry gpt-mock"]);
	await rpc.notified("pi-retry: back on router/auto");
});
