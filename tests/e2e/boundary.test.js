// Other extensions that answer the questions which pi-retry answers.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, hinted, succeeded } from "./announced.js";
import { ANSWER_TOO } from "./extensions/index.js";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { PACKAGE } from "./sandbox.js";
import { conversation, outline } from "./session.js";

const WAIT = hinted("200ms", { source: "text try again in" });

/** @type {[order: string, extensions: string[]][]} */
const ORDERS = [
	["before pi-retry", [ANSWER_TOO, PACKAGE]],
	["after pi-retry", [PACKAGE, ANSWER_TOO]],
];

for (const [order, extensions] of ORDERS) {
	test(`where an extension ${order} asks for one more request, the two are one`, async (t) => {
		const plan = [openaiRateLimit("200ms"), { text: "the answer" }];
		const { gateway, rpc } = await startRpc(t, { plan, extensions, env: { ANSWER_TOO: "continue" } });
		await rpc.promptAndSettle("hello");
		assertSaid(rpc, [WAIT, succeeded(1)]);
		assert.equal(gateway.requests.length, 2);
	});
}

test("an extension that compacts the conversation has the failure to itself", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		plan: [openaiRateLimit("200ms")],
		extensions: [ANSWER_TOO, PACKAGE],
		env: { ANSWER_TOO: "compact" },
	});
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, []);
	assert.equal(gateway.requests.length, 1);
	const { entries } = (await rpc.send({ type: "get_entries" })).data;
	assert.deepEqual(entries.filter((/** @type {any} */ { type }) => type === "compaction").length, 1);
});

test("where an extension's answer makes Pi drop ours, the failure is hidden all the same", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		plan: [openaiRateLimit("200ms"), { text: "the answer" }],
		extensions: [PACKAGE, ANSWER_TOO],
		env: { ANSWER_TOO: "invalid" },
	});
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [WAIT, succeeded(1)]);
	await rpc.promptAndSettle("again");
	assert.deepEqual(conversation(gateway.requests[2]?.body), ["user: hello", "assistant: the answer", "user: again"]);
	const { entries } = (await rpc.send({ type: "get_entries" })).data;
	assert.equal(outline(entries).filter((one) => one === "context_edit").length, 1);
});
