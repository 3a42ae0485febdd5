// Failures that some versions of Pi repeat and others decline: whichever runs, each is repeated once.

import assert from "node:assert/strict";
import test from "node:test";
import { openaiError } from "./fates.js";
import { startRpc } from "./pi.js";

/**
 * @import { ModelName } from "./models.js"
 * @import { Step } from "./step.js"
 *
 * @type {{ name: string, model: ModelName, failure: Step }[]}
 */
const DISPUTED = [
	{
		name: "a connection closed in the stream, which Pi declines before 1.6",
		model: "anthropic",
		failure: { events: [{ type: "error", error: { type: "api_error", message: "Connection closed." } }] },
	},
	{
		name: "a conflict with 429 in an id, which Pi repeats before 1.4",
		model: "openai",
		failure: openaiError(409, { message: "Conflict with request req_a429b" }),
	},
];

for (const { name, model, failure } of DISPUTED) {
	test(`${name}, is repeated once`, async (t) => {
		const settings = { retry: { baseDelayMs: 50 } };
		const plan = [failure, { text: "the answer" }];
		const { gateway, rpc } = await startRpc(t, { model, settings, config: { baseDelayMs: 100 }, plan });
		await rpc.promptAndSettle("hello");
assert.equal(gateway.requests.length, 2);
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
		assert.match(rpc.notifications[0]?.text ?? "", /^pi-retry: Pi's built-in retry is enabled/);
		assert.ok(rpc.notifications.every(({ level }) => level === "info"));
	});
}
