// Failures that are not retried, or not any more, seen by an RPC client.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiWrongKey, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { MODELS } from "./models.js";
import { dataOf, outline } from "./session.js";

const { provider, id: model } = MODELS.openai;

test("a wrong key is reported at once and not retried", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, { plan: [openaiWrongKey] });
	await rpc.promptAndSettle("hello");
	assert.deepEqual(rpc.notifications, [{ text: "pi-retry: not retrying: auth: HTTP 401", level: "warning" }]);
	assert.equal(gateway.requests.length, 1);
	const messages = (await rpc.send({ type: "get_messages" })).data.messages;
	assert.equal(messages.at(-1).stopReason, "error");

	await rpc.close();
	const entries = await sandbox.sessionEntries();
	assert.deepEqual(outline(entries), ["user", "assistant error", "pi-retry-stop"]);
	const { error, ...data } = dataOf(entries, "pi-retry-stop")[0];
	assert.match(error, /^401.*Incorrect API key provided/);
	assert.deepEqual(data, { category: "auth", reason: "auth: HTTP 401", attempts: 0, provider, model, status: 401, phase: "request" });
});

test("when maxRetries is used up it gives up, and the last failure stays", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, {
		plan: Array(4).fill(unavailable),
		config: { maxRetries: 2, baseDelayMs: 100 },
	});
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 3);
	assert.equal(rpc.notifications.length, 3);
	assert.match(rpc.notifications[0]?.text ?? "", /; retry 1\/2 in /);
	assert.match(rpc.notifications[1]?.text ?? "", /; retry 2\/2 in /);
	assert.deepEqual(rpc.notifications[2], {
		text: "pi-retry: giving up after 2 retries: server_error: HTTP 503",
		level: "warning",
	});

	await rpc.close();
	const hidden = ["assistant error", "context_edit", "pi-retry"];
	const entries = await sandbox.sessionEntries();
	assert.deepEqual(outline(entries), ["user", ...hidden, ...hidden, "assistant error", "pi-retry-stop"]);
});
