// Failures without a response, known by the client's error code.

import assert from "node:assert/strict";
import test from "node:test";
import { ADAPTERS } from "./adapters.js";
import { assertSaid, succeeded } from "./announced.js";
import { startRpc } from "./pi.js";
import { dataOf } from "./session.js";

for (const { name, model, settings } of ADAPTERS) {
	test(`a port where nobody listens is told by its code through ${name}`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { model, settings, config: { baseDelayMs: 30_000 } });
		await rpc.prompt("/retry"); // Pi is up
		await gateway.close();
		await rpc.prompt("hello");
		await rpc.notified(/^pi-retry: transport \(transport: code ECONNREFUSED[^;]*\); retry 1\/10 in /);
		await rpc.send({ type: "abort" });
	});
}

// Over a WebSocket a dropped handshake is no failure: Pi falls back to SSE by itself.
for (const { name, model, settings } of ADAPTERS.filter(({ settings }) => settings.transport !== "websocket")) {
	test(`a dropped connection is told by its code through ${name}`, async (t) => {
		const { rpc } = await startRpc(t, { model, settings, plan: [{ drop: true }, {}], config: { baseDelayMs: 100 } });
		await rpc.promptAndSettle("hello");
		assertSaid(rpc, [/^pi-retry: transport \(transport: code (UND_ERR_SOCKET|ECONNRESET)[^;]*\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	});
}

test("an answer cut in its stream is told by its code, and the entry says that the stream had begun", async (t) => {
	const { rpc, sandbox } = await startRpc(t, { plan: [{ text: "hello there", cutAfterBytes: 200 }, {}], config: { baseDelayMs: 100 } });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [/^pi-retry: transport \(transport: code UND_ERR_SOCKET[^;]*\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
	await rpc.close();
	const [{ phase }] = dataOf(await sandbox.sessionEntries(), "pi-retry");
	assert.equal(phase, "stream");
});
