// Requests beside the model's: other extensions' and Pi's cache warming, without pi-retry.

import assert from "node:assert/strict";
import test from "node:test";
import { FORCE_WARMING, SAME_PATH } from "./extensions/index.js";
import { isFromSamePath, isWarming } from "./neighbours.js";
import { startRpc } from "./pi.js";

test("another extension's requests go where the model's goes, at the same moment", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, {
		plan: [(request) => (isFromSamePath(request) ? { status: 503 } : { delayMs: 500 })],
		extensions: [SAME_PATH],
	});
	await sandbox.write("same-path.json", { count: 20 });
	await rpc.promptAndSettle("hello");
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
	const others = gateway.requests.filter(isFromSamePath);
	assert.deepEqual([others.length, gateway.requests.length], [40, 41]);
	assert.ok(others.every(({ path, status }) => path === "/v1/chat/completions" && status === 503));
});

test("the cache is warmed during a slow request", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		model: "warmed",
		plan: [(request) => (isWarming(request) ? { status: 429 } : { delayMs: 800 })],
		extensions: [FORCE_WARMING],
	});
	await rpc.promptAndSettle("hello");
	assert.deepEqual(gateway.requests.slice(0, 2).map(isWarming), [false, true]);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
});
