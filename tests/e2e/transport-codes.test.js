// Failures without a response, known by the client's error code.

import assert from "node:assert/strict";
import test from "node:test";
import { ADAPTERS } from "./adapters.js";
import { assertSaid, succeeded } from "./announced.js";
import { startRpc } from "./pi.js";

for (const { name, model, settings } of ADAPTERS) {
	test(`a port where nobody listens is told by its code through ${name}`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { model, settings, config: { baseDelayMs: 30_000 } });
		await rpc.prompt("/retry"); // Pi is up
		await gateway.close();
		await rpc.prompt("hello");
		await rpc.notified(/^pi-retry: transport \(transport: code ECONNREFUSED[^;]*\); retry 1\/10 in /);
		await rpc.send({ type: "abort" });
	});

	test(`a dropped connection is told by its code through ${name}`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { model, settings, plan: [{ drop: true }, {}], config: { baseDelayMs: 100 } });
		await rpc.promptAndSettle("hello");
		if (gateway.handshakes.length > 0) return; // Pi itself falls back to SSE
		assertSaid(rpc, [/^pi-retry: transport \(transport: code (UND_ERR_SOCKET|ECONNRESET)[^;]*\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	});
}

test("an answer cut in its stream is told by its code", async (t) => {
	const { rpc } = await startRpc(t, { plan: [{ text: "hello there", cutAfterBytes: 200 }, {}], config: { baseDelayMs: 100 } });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [/^pi-retry: transport \(transport: code UND_ERR_SOCKET[^;]*\); retry 1\/10 in \d+ms$/, succeeded(1)]);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
});
