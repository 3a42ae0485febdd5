// A Pi whose boundaries take no answer: pi-retry says what it needs, and changes nothing.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid } from "../e2e/announced.js";
import { unavailable } from "../e2e/fates.js";
import { makeWorld, startPrint, startRpc } from "../e2e/pi.js";

const NEEDS = "pi-retry: needs Pi 1.3 or later, where extensions can wait at the end of a turn; it stays out of the way";

test("on a Pi that is too old one sentence says so, and Pi goes on by itself", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		settings: { retry: { baseDelayMs: 50 } },
		plan: [unavailable, { text: "the answer" }],
	});
	await rpc.notified(NEEDS);
	await rpc.promptAndSettle("hello");
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
	assert.equal(gateway.requests.length, 2);
	const commands = (await rpc.send({ type: "get_commands" })).data.commands;
	assert.ok(!commands.some((/** @type {{ name: string }} */ { name }) => name === "retry"));
	assertSaid(rpc, [NEEDS]);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	assert.equal(rpc.stderr, "");
});

test("a script sees nothing of it", async (t) => {
	const { sandbox } = await makeWorld(t, { plan: [{ text: "the answer" }] });
	assert.deepEqual(await startPrint(sandbox).output, { stdout: "the answer\n", stderr: "", code: 0, signal: null });
});
