// Failures in the middle of a run: it goes on where it was, no tool runs twice, and half an answer is never seen again.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { encodeAnswer } from "./answers.js";
import { rateLimited, unavailable } from "./fates.js";
import { MODELS } from "./models.js";
import { makeWorld, startPrint, startRpc } from "./pi.js";
import { conversation, outline } from "./session.js";

/**
 * @import { Api, Answer } from "./protocols/index.js"
 * @import { Step } from "./step.js"
 */

const config = { baseDelayMs: 100 };
const HALF = "half of the ans";

/** A tool call that leaves a mark each time it is made. @param {string} mark @returns {Answer} */
function calls(mark) {
	return { toolCall: { name: "bash", arguments: { command: `echo ${mark} >> marks` } } };
}

/** What ends an answer, and is not there yet where it is cut off. */
const LAST_EVENT = { "openai-completions": '"finish_reason":"', "anthropic-messages": "event: message_delta" };

/** Streams an answer and cuts the connection when all of it was sent, but for its end. @param {keyof typeof LAST_EVENT} api @param {Answer} answer @returns {Step} */
function cutOff(api, answer) {
	const cutAfterBytes = encodeAnswer(api, answer).indexOf(LAST_EVENT[api]);
	return { ...answer, cutAfterBytes };
}

/** @type {Step} */
const overloadedInStream = {
	events: [
		{ type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "mock", content: [], usage: {} } },
		{ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
		{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: HALF } },
		{ type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
	],
};

for (const model of /** @type {const} */ (["openai", "anthropic"])) {
	const { api } = MODELS[model];

	test(`with ${api}, a long tool sequence goes on where it failed, and no tool runs twice`, async (t) => {
		const plan = [
			calls("one"),
			unavailable,
			calls("two"),
			cutOff(api, { text: HALF }),
			{ drop: true },
			calls("three"),
			cutOff(api, calls("never")),
			rateLimited(api, { headers: { "retry-after-ms": "200" } }),
			{ text: "done" },
		];
		const { gateway, rpc, sandbox } = await startRpc(t, { model, plan, config });
		await rpc.promptAndSettle("hello");
		assert.equal(await readFile(join(sandbox.cwd, "marks"), "utf8"), "one\ntwo\nthree\n");
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "done");

		const bodies = gateway.requests.map(({ body }) => body);
		assert.equal(bodies.length, plan.length);
		const repeated = [1, 3, 4, 6, 7]; // the requests that failed, counted from 0
		for (const n of repeated) assert.deepEqual(bodies[n + 1], bodies[n]);
		assert.equal(JSON.stringify(bodies).includes(HALF), false);
		assert.equal(JSON.stringify(bodies).includes("never"), false);

		const said = rpc.notifications.map(({ text }) => /(?<=; )retry \d+\/\d+|succeeded on retry \d+/.exec(text)?.[0]);
		const twice = ["retry 1/10", "retry 2/10", "succeeded on retry 2"];
		assert.deepEqual(said, ["retry 1/10", "succeeded on retry 1", ...twice, ...twice]);

		await rpc.close();
		const hidden = ["assistant error", "context_edit", "pi-retry"];
		const called = ["assistant toolUse", "toolResult"];
		assert.deepEqual(outline(await sandbox.sessionEntries()), [
			"user",
			...called,
			...hidden,
			...called,
			...hidden,
			...hidden,
			...called,
			...hidden,
			...hidden,
			"assistant stop",
		]);
	});

	test(`with ${api}, /retry now goes on where a tool sequence was given up`, async (t) => {
		const plan = [calls("one"), unavailable, calls("two"), unavailable, { text: "done" }];
		const { gateway, rpc, sandbox } = await startRpc(t, { model, plan, config: { maxRetries: 0 } });
		await rpc.promptAndSettle("hello");
		for (const command of ["/retry now", "/retry now"]) await rpc.promptAndSettle(command);
		assert.equal(await readFile(join(sandbox.cwd, "marks"), "utf8"), "one\ntwo\n");
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "done");
		const bodies = gateway.requests.map(({ body }) => body);
		assert.deepEqual([bodies.length, bodies[2], bodies[4]], [5, bodies[1], bodies[3]]);
	});

	test(`with ${api}, a tool called by an answer that was cut off runs once`, async (t) => {
		const plan = [cutOff(api, calls("one")), calls("one"), { text: "done" }];
		const { sandbox } = await makeWorld(t, { plan, config });
		const { stdout } = await startPrint(sandbox, { model }).output;
		assert.equal(stdout, "done\n");
		assert.equal(await readFile(join(sandbox.cwd, "marks"), "utf8"), "one\n");
	});

	/** @type {Record<string, Step>} */
	const breaks = {
		"was cut off": cutOff(api, { text: HALF }),
		...(model === "anthropic" && { "failed in its stream": overloadedInStream }),
	};
	for (const [how, failure] of Object.entries(breaks)) {
		test(`with ${api}, what was streamed of an answer that ${how} is neither sent nor printed`, async (t) => {
			const plan = [failure, { text: "the whole answer" }, failure, { text: "more" }];
			const { gateway, rpc } = await startRpc(t, { model, plan, config });
			await rpc.promptAndSettle("hello");
			await rpc.promptAndSettle("again");
			const sent = gateway.requests.map(({ body }) => conversation(body));
			const first = ["user: hello"];
			const second = [...first, "assistant: the whole answer", "user: again"];
			assert.deepEqual(sent, [first, first, second, second]);
			const { messages } = (await rpc.send({ type: "get_messages" })).data;
			assert.equal(JSON.stringify(messages).includes(HALF), false);

			const other = await makeWorld(t, { plan, config });
			assert.equal((await startPrint(other.sandbox, { model }).output).stdout, "the whole answer\n");
		});
	}
}
