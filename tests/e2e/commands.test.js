// The /retry command, answered in RPC mode by notifications.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";

/** @import { RpcClient } from "./rpc.js" */

/** Runs a command and resolves with what was said after it. @param {RpcClient} rpc @param {string} command */
async function say(rpc, command) {
	const from = rpc.records.length;
	const response = await rpc.prompt(command);
	assert.equal(response.data?.disposition, "handled");
	const said = await rpc.until(({ method }) => method === "notify", { from, what: `an answer to ${command}` });
	return /** @type {string} */ (said.message);
}

test("/retry tells the state while idle, while waiting and afterwards", async (t) => {
	const { rpc } = await startRpc(t, { plan: [openaiRateLimit("30s")] });
	assert.match(await say(rpc, "/retry"), /idle/);
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 30s$/);
	const waiting = await say(rpc, "/retry");
	assert.match(waiting, /waiting/);
	assert.match(waiting, /1\/10/);
	assert.match(waiting, /rate_limit: HTTP 429/);
	await rpc.send({ type: "abort" });
	assert.match(await say(rpc, "/retry"), /idle/);
});

test("an unknown argument of /retry gets the usage", async (t) => {
	const { rpc } = await startRpc(t);
	assert.match(await say(rpc, "/retry wibble"), /\/retry .*cancel/s);
});
