// Messages given during a provider-requested wait: none is lost, and none goes early.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { conversation } from "./session.js";

/** @type {Record<string, { commands: { type: string, [key: string]: string }[], requests: string[][] }>} */
const QUEUES = {
	"a steered message goes with the retry at the deadline, a follow-up after the answer": {
		commands: [
			{ type: "follow_up", message: "later" },
			{ type: "steer", message: "more" },
		],
		requests: [
			["user: hello", "user: more"],
			["assistant: one", "user: later"],
		],
	},
	"of several steered messages one goes with the retry, and one with each request after it": {
		commands: [
			{ type: "steer", message: "more" },
			{ type: "steer", message: "most" },
		],
		requests: [
			["user: hello", "user: more"],
			["assistant: one", "user: most"],
		],
	},
	"where Pi is told to send all steered messages at once, all go with the retry": {
		commands: [
			{ type: "set_steering_mode", mode: "all" },
			{ type: "steer", message: "more" },
			{ type: "steer", message: "most" },
		],
		requests: [["user: hello", "user: more", "user: most"]],
	},
	"of several follow-ups each goes after an answer": {
		commands: [
			{ type: "follow_up", message: "later" },
			{ type: "follow_up", message: "last" },
		],
		requests: [["user: hello"], ["assistant: one", "user: later"], ["assistant: two", "user: last"]],
	},
	"where Pi is told to send all follow-ups at once, all go after the answer": {
		commands: [
			{ type: "set_follow_up_mode", mode: "all" },
			{ type: "follow_up", message: "later" },
			{ type: "follow_up", message: "last" },
		],
		requests: [["user: hello"], ["assistant: one", "user: later", "user: last"]],
	},
};

for (const [name, { commands, requests }] of Object.entries(QUEUES)) {
	test(name, async (t) => {
		const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("1s"), { text: "one" }, { text: "two" }] });
		await rpc.prompt("hello");
		await rpc.notified(/; retry 1\/10 in 1s$/);
		for (const command of commands) assert.equal((await rpc.send(command)).success, true);
		await rpc.settled();
		assert.ok(gateway.waitAfter(1) >= 1000);
		const added = gateway.requests.map(({ body }) => conversation(body));
		assert.deepEqual(added.slice(1).map((sent, i) => (i === 0 ? sent : sent.slice(added[i]?.length))), requests);
		assert.equal(rpc.notifications.at(-1)?.text, "pi-retry: succeeded on retry 1");
		assert.equal((await rpc.send({ type: "get_state" })).data.pendingMessageCount, 0);
	});
}
