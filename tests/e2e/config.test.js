// pi-retry.json: off means off, and a broken file never disables pi-retry.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { outline } from "./session.js";

test("enabled: false does nothing at all", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, { plan: [openaiRateLimit("100ms")], config: { enabled: false } });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 1);
	assert.deepEqual(rpc.notifications, []);
	assert.deepEqual(rpc.statuses("pi-retry"), []);
	await rpc.close();
	assert.deepEqual(outline(await sandbox.sessionEntries()), ["user", "assistant error"]);
});

test("a pi-retry.json that is not JSON is named in one warning, and the defaults apply", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("100ms")], config: '{ "maxRetries": 3,' });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 2);
	const [warning, wait, success, ...rest] = rpc.notifications;
	assert.equal(warning?.level, "warning");
	assert.match(warning?.text ?? "", /^pi-retry: .*pi-retry\.json/);
	assert.match(wait?.text ?? "", /; retry 1\/10 in 100ms$/);
	assert.equal(success?.text, "pi-retry: succeeded on retry 1");
	assert.deepEqual(rest, []);
});
