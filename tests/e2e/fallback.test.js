// Another model takes over in the same run and on the same context when one cannot answer.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { backOn, fellBack, OTHER } from "./fallback.js";
import { anthropicError, openaiError, openaiRateLimit, openaiWrongKey, rateLimited, unavailable } from "./fates.js";
import { nameOf } from "./models.js";
import { makeWorld, startPrint, startRpc } from "./pi.js";
import { parseJsonl } from "./sandbox.js";
import { conversation, dataOf, outline } from "./session.js";

/**
 * @import { Gateway } from "./gateway.js"
 * @import { ModelName } from "./models.js"
 * @import { Step } from "./step.js"
 */

const UNAVAILABLE = "server_error: HTTP 503";
const CHAT = "openai-completions";
const MESSAGES = "anthropic-messages";

/** Returns a configuration whose waits are short. @param {object} [fallback] @param {object} [more] */
function config(fallback, more) {
	return { baseDelayMs: 100, fallback: { models: [nameOf(OTHER)], ...fallback }, ...more };
}

/** @param {Gateway} gateway */
function apis(gateway) {
	return gateway.requests.map(({ api }) => api);
}

test("after its retries the next model takes over in the same run, visibly, and the first comes back", async (t) => {
	const plan = [unavailable, unavailable, unavailable, { text: "the answer" }];
	const { gateway, rpc, sandbox } = await startRpc(t, { config: config(), plan });
	const [settled] = await Promise.all([rpc.promptAndSettle("hello"), rpc.notified(backOn("openai"))]);
	assert.equal(settled.aborted, false);
	assert.deepEqual(apis(gateway), [CHAT, CHAT, CHAT, MESSAGES]);
	assert.deepEqual(conversation(gateway.requests[3]?.body), ["user: hello"]);
	assert.ok(gateway.waitAfter(3) < 1000);
	assertSaid(rpc, [
		/^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/,
		/^pi-retry: server_error \(server_error: HTTP 503\); retry 2\/10 in \d+ms$/,
		fellBack(OTHER, UNAVAILABLE),
		succeeded(3),
		backOn("openai"),
	]);
	assert.deepEqual(rpc.notifications.map(({ level }) => level), ["info", "info", "warning", "info", "info"]);
	assert.equal(rpc.records.filter(({ type }) => type === "agent_settled").length, 1);

	await rpc.promptAndSettle("more");
	assert.equal(apis(gateway)[4], CHAT);
	assert.deepEqual(conversation(gateway.requests[4]?.body), ["user: hello", "assistant: the answer", "user: more"]);

	await rpc.close();
	const entries = await sandbox.sessionEntries();
	const attempt = ["assistant error", "context_edit", "pi-retry"];
	assert.deepEqual(outline(entries), ["user", ...attempt, ...attempt, ...attempt, "assistant stop", "user", "assistant stop"]);
	const [, second, third] = dataOf(entries, "pi-retry");
	assert.equal(second.fallback, undefined);
	assert.deepEqual(third.fallback, { from: nameOf("openai"), to: nameOf(OTHER) });
	const { attempt: number, delayMs, outcome, provider, category } = third;
	assert.deepEqual({ number, delayMs, outcome, provider, category }, {
		number: 3,
		delayMs: 0,
		outcome: "scheduled",
		provider: "mock-openai",
		category: "server_error",
	});
});

test("in the middle of a tool loop the next model gets the tool's result, and back again", async (t) => {
	const read = { toolCall: { name: "read", arguments: { path: "note.txt" } } };
	const overloaded = anthropicError(529, { type: "overloaded_error", message: "Overloaded" });
	const { gateway, rpc, sandbox } = await startRpc(t, {
		model: "anthropic",
		config: config({ models: [nameOf("openai"), nameOf("anthropic")], afterRetries: 0 }),
		plan: [read, overloaded, read, { text: "the answer" }],
	});
	await writeFile(join(sandbox.cwd, "note.txt"), "what the note says");
	await rpc.promptAndSettle("read the note");
	assert.deepEqual(apis(gateway), [MESSAGES, MESSAGES, CHAT, CHAT]);
	const roles = gateway.requests[2]?.body.messages.map((/** @type {any} */ { role }) => role).filter((/** @type {string} */ role) => role !== "system");
	assert.deepEqual(roles, ["user", "assistant", "tool"]);
	assert.match(JSON.stringify(gateway.requests[2]?.body.messages.at(-1)), /what the note says/);
	assertSaid(rpc, [fellBack("openai", "overloaded: HTTP 529"), succeeded(1), backOn("anthropic")]);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
});

test("after a half-streamed answer the next model starts afresh", async (t) => {
	const plan = [{ text: "half of it", cutAfterBytes: 200 }, { text: "the answer" }];
	const { gateway, rpc, sandbox } = await startRpc(t, { config: config({ afterRetries: 0 }), plan });
	await rpc.promptAndSettle("hello");
	assert.deepEqual(apis(gateway), [CHAT, MESSAGES]);
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: hello"]);
	await rpc.close();
	const [{ phase, category, fallback }] = dataOf(await sandbox.sessionEntries(), "pi-retry");
	assert.deepEqual([phase, category, fallback.to], ["stream", "transport", nameOf(OTHER)]);
});

test("the list is gone through, then the usual rules go on, and all attempts share maxRetries", async (t) => {
	/** @type {ModelName[]} */
	const models = ["anthropic", "responses", "google"];
	const { gateway, rpc } = await startRpc(t, {
		config: config({ models: models.map(nameOf), afterRetries: 0 }, { maxRetries: 4 }),
		plan: [() => unavailable],
	});
	await rpc.promptAndSettle("hello");
	const google = "google-generative-ai";
	assert.deepEqual(apis(gateway), [CHAT, MESSAGES, "openai-responses", google, google]);
	assertSaid(rpc, [
		...models.map((model) => fellBack(model, UNAVAILABLE)),
		/^pi-retry: server_error \(server_error: HTTP 503\); retry 4\/4 in \d+ms$/,
		`pi-retry: giving up after 4 retries: ${UNAVAILABLE}`,
		backOn("openai"),
	]);
});

test("with Pi's own retry on, its repeats count, and its next one goes to the next model", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, {
		settings: { retry: { baseDelayMs: 50 } },
		config: config({ afterRetries: 2 }),
		plan: [unavailable, unavailable, unavailable, { text: "the answer" }],
	});
	await rpc.promptAndSettle("hello");
	assert.deepEqual(apis(gateway), [CHAT, CHAT, CHAT, MESSAGES]);
	assertSaid(rpc, [/^pi-retry: Pi's built-in retry is enabled/, fellBack(OTHER, UNAVAILABLE), succeeded(3), backOn("openai")]);
	await rpc.close();
	const entries = await sandbox.sessionEntries();
	assert.deepEqual(outline(entries).filter((word) => word === "context_edit").length, 3);
	assert.deepEqual(dataOf(entries, "pi-retry").map(({ attempt, delayMs, fallback }) => [attempt, delayMs, fallback.to]), [[3, 200, nameOf(OTHER)]]);
});

test("with Pi's own retry on, what Pi does not repeat switches, too, and so does a long wait", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		settings: { retry: { baseDelayMs: 50 } },
		config: config(),
		plan: [openaiWrongKey, { text: "one" }, openaiRateLimit("31s"), { text: "two" }],
	});
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("more");
	assert.deepEqual(apis(gateway), [CHAT, MESSAGES, CHAT, MESSAGES]);
	assert.ok(gateway.waitAfter(3) < 5000);
});

/** @type {{ name: string, more?: object, limits?: object, failure: Step, reason: string }[]} */
const AT_ONCE = [
	{
		name: "a wait longer than maxWaitMs",
		failure: openaiRateLimit("31s"),
		reason: "rate_limit: HTTP 429; provider asked to wait 31s (text try again in)",
	},
	{
		name: "a wait longer than maxRetryAfterMs, though maxWaitMs would allow it,",
		more: { maxWaitMs: 86_400_000 },
		failure: openaiRateLimit("40m0s"),
		reason: "provider asked to wait 40m0s, limit is 30m0s",
	},
	{ name: "a wrong key", failure: openaiWrongKey, reason: "auth: HTTP 401" },
	{ name: "a model that is not there", failure: openaiError(404, { message: "The model does not exist" }), reason: "not_found: HTTP 404" },
	{
		name: "an empty purse",
		failure: openaiError(402, { message: "Payment Required" }),
		reason: "quota: HTTP 402",
	},
	{ name: "a bad request that is listed", more: { on: ["invalid_request"] }, failure: { status: 400 }, reason: "invalid_request: HTTP 400" },
];

for (const { name, more, failure, reason } of AT_ONCE) {
	test(`${name} switches at once`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { config: config(more), plan: [failure, { text: "the answer" }] });
		await rpc.promptAndSettle("hello");
		assert.deepEqual(apis(gateway), [CHAT, MESSAGES]);
		assert.ok(gateway.waitAfter(1) < 5000);
		const category = /limit is/.test(reason) ? "rate_limit" : reason.split(":")[0];
		assert.equal(rpc.notifications[0]?.text, `pi-retry: falling back to ${nameOf(OTHER)} after ${category} (${reason})`);
	});
}

test("a wait that maxWaitMs allows is waited", async (t) => {
	const plan = [rateLimited(CHAT, { headers: { "retry-after": "2" } }), { text: "the answer" }];
	const { gateway, rpc } = await startRpc(t, { config: config({ maxWaitMs: 2000 }), plan });
	await rpc.promptAndSettle("hello");
	assert.deepEqual(apis(gateway), [CHAT, CHAT]);
	assertWaited(gateway, 2000);
	assertSaid(rpc, [hinted("2s"), succeeded(1)]);
});

/** @type {{ name: string, more?: object, failure: Step, said: RegExp }[]} */
const NEVER = [
	{ name: "a bad request", failure: { status: 400 }, said: /^pi-retry: not retrying: invalid_request: HTTP 400$/ },
	{
		name: "a refusal",
		failure: openaiError(400, { message: "Rejected", code: "content_policy_violation" }),
		said: /^pi-retry: not retrying: content_policy: /,
	},
	{
		name: "an overflow, even if listed,",
		more: { on: ["context_overflow", "rate_limit"] },
		failure: openaiError(400, { message: "This model's maximum context length is 10 tokens", code: "context_length_exceeded" }),
		said: /^pi-retry: not retrying: context_overflow: /,
	},
	{ name: "a category that is not listed", more: { on: ["quota"] }, failure: openaiWrongKey, said: /^pi-retry: not retrying: auth: HTTP 401$/ },
];

for (const { name, more, failure, said } of NEVER) {
	test(`${name} does not switch`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { config: config({ afterRetries: 0, ...more }), plan: [() => failure] });
		await rpc.promptAndSettle("hello");
		await rpc.notified(said);
		assert.deepEqual([...new Set(apis(gateway))], [CHAT]);
		assert.ok(!rpc.notifications.some(({ text }) => text.includes("falling back")));
	});
}

test("print mode writes the other model's answer and nothing else", async (t) => {
	const { gateway, sandbox } = await makeWorld(t, { config: config({ afterRetries: 0 }), plan: [unavailable, { text: "the answer" }] });
	assert.deepEqual(await startPrint(sandbox).output, { stdout: "the answer\n", stderr: "", code: 0, signal: null });
	assert.deepEqual(apis(gateway), [CHAT, MESSAGES]);
	const changes = (await sandbox.sessionEntries()).filter(({ type }) => type === "model_change");
	assert.deepEqual(changes.map(({ provider }) => provider), ["mock-openai", "mock-anthropic", "mock-openai"]);
});

test("JSON mode shows the attempt, the switch and the answer", async (t) => {
	const { sandbox } = await makeWorld(t, { config: config({ afterRetries: 0 }), plan: [unavailable, { text: "the answer" }] });
	const { stdout, code } = await startPrint(sandbox, { mode: "json" }).output;
	assert.equal(code, 0);
	const events = parseJsonl(stdout);
	const answers = events.filter(({ type, message }) => type === "message_end" && message.role === "assistant");
	assert.deepEqual(answers.map(({ message }) => [message.provider, message.stopReason]), [["mock-openai", "error"], ["mock-anthropic", "stop"]]);
	const entries = events.flatMap(({ type, entry }) => (type === "entry_appended" ? [entry] : []));
	assert.deepEqual(dataOf(entries, "pi-retry").map(({ fallback }) => fallback), [{ from: nameOf("openai"), to: nameOf(OTHER) }]);
});
