// Messages given during a provider-requested wait: none is lost, and none goes early.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { conversation } from "./session.js";

test("a steered message goes with the retry at the deadline, a follow-up after the answer", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("1.2s"), { text: "the answer" }] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 1\.2s$/);
	await rpc.send({ type: "follow_up", message: "later" });
	await rpc.send({ type: "steer", message: "more" });
	await rpc.settled();
	assert.ok(gateway.waitAfter(1) >= 1200);
	const sent = ["user: hello", "user: more", "assistant: the answer", "user: later"];
	const requests = gateway.requests.map(({ body }) => conversation(body));
	assert.deepEqual(requests, [sent.slice(0, 1), sent.slice(0, 2), sent]);
	assert.equal(rpc.notifications.at(-1)?.text, "pi-retry: succeeded on retry 1");
});
