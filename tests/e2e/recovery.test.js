// Failures that a retry cures, seen by an RPC client, by the provider and in the session file.

import assert from "node:assert/strict";
import test from "node:test";
import { anthropicError, openaiRateLimit, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { MODELS } from "./models.js";
import { dataOf, outline } from "./session.js";

/**
 * @import { ModelName } from "./models.js"
 * @import { Step } from "./step.js"
 */

/** How much later than due a request may come. */
const LATE_MS = 1000;

/** @type {{ model: ModelName, failure: Step }[]} */
const RATE_LIMITS = [
	{ model: "openai", failure: openaiRateLimit("1.2s") },
	{
		model: "anthropic",
		failure: anthropicError(429, {
			type: "rate_limit_error",
			message: "This request would exceed your organization's rate limit. Please try again in 1.2s.",
		}),
	},
];

for (const { model, failure } of RATE_LIMITS) {
	test(`a rate limit of ${model} is waited out as long as the provider asked, then the answer comes`, async (t) => {
		const { gateway, rpc, sandbox } = await startRpc(t, { model, plan: [failure, { text: "the answer" }] });
		await rpc.promptAndSettle("hello");

		const wait = gateway.waitAfter(1);
		assert.ok(wait >= 1200 && wait <= 1200 + LATE_MS, `waited ${wait} ms`);
		assert.equal(gateway.requests.length, 2);
		assert.deepEqual(gateway.requests[1]?.body, gateway.requests[0]?.body);

		const reason = "rate_limit: HTTP 429; provider asked to wait 1.2s (text try again in)";
		assert.deepEqual(rpc.notifications, [
			{ text: `pi-retry: rate_limit (${reason}); retry 1/10 in 1.2s`, level: "info" },
			{ text: "pi-retry: succeeded on retry 1", level: "info" },
		]);
		assertCountdown(rpc.statuses("pi-retry"));

		await rpc.close();
		const entries = await sandbox.sessionEntries();
		assert.deepEqual(outline(entries), ["user", "assistant error", "context_edit", "pi-retry", "assistant stop"]);
		const failed = entries.find(({ message }) => message?.stopReason === "error");
		const edit = entries.find(({ type }) => type === "context_edit");
		assert.deepEqual([edit.targetId, edit.replacement], [failed.id, null]);
		const { error, ...data } = dataOf(entries, "pi-retry")[0];
		assert.match(error, /^429.*Please try again in 1\.2s/);
		assert.deepEqual(data, {
			phase: "request",
			attempt: 1,
			category: "rate_limit",
			reason,
			delayMs: 1450, // what was asked and the margin of 250 ms
			hintSource: "text",
			provider: MODELS[model].provider,
			model: MODELS[model].id,
			status: 429,
			outcome: "scheduled",
			failedEntryId: failed.id,
		});
	});
}

/** A wait of 1.45 s shows 2 s, then 1 s, rounded up, and is cleared at the end. @param {(string | undefined)[]} statuses */
function assertCountdown(statuses) {
	assert.equal(statuses[0], "retry 1/10 in 2s");
	assert.equal(statuses.at(-1), undefined);
	const seconds = statuses.slice(0, -1).map((text) => Number(/^retry 1\/10 in (\d+)s$/.exec(text ?? "")?.[1]));
	assert.deepEqual(seconds, [...seconds].sort().reverse());
	assert.ok(seconds.every((value) => value <= 2), statuses.join(", "));
}

test("a client sees the status each second, its end, and the entries as they are written", async (t) => {
	const { rpc } = await startRpc(t, { plan: [openaiRateLimit("2.3s"), { text: "the answer" }] });
	await rpc.promptAndSettle("hello");
	const shown = rpc.records.filter(({ statusKey }) => statusKey === "pi-retry");
	assert.deepEqual(shown.map(({ statusText }) => statusText), ["retry 1/10 in 3s", "retry 1/10 in 2s", "retry 1/10 in 1s", undefined]);
	const [, second = NaN, third = NaN, end = NaN] = shown.map((record) => rpc.arrivedAt(record));
	for (const ms of [third - second, end - third]) assert.ok(ms > 500 && ms < 1000 + LATE_MS, `${ms} ms`);
	const appended = rpc.records.filter(({ type }) => type === "entry_appended").map(({ entry }) => entry);
	assert.deepEqual(outline(appended.filter(({ type }) => type !== "message")), ["context_edit", "pi-retry"]);
});

test("without a hint the waits double up to the cap, with a quarter of jitter, until an answer comes", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		plan: [...Array(5).fill(unavailable), { text: "the answer" }],
		config: { baseDelayMs: 100, maxBackoffMs: 150 },
	});
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 6);
	for (const [i, planned] of [100, 150, 150, 150, 150].entries()) {
		const wait = gateway.waitAfter(i + 1);
		assert.ok(wait >= planned * 0.75 && wait <= planned + LATE_MS, `wait ${i + 1} took ${wait} ms`);
		assert.match(
			rpc.notifications[i]?.text ?? "",
			new RegExp(`^pi-retry: server_error \\(server_error: HTTP 503\\); retry ${i + 1}/10 in \\d+ms$`),
		);
	}
	assert.deepEqual(rpc.notifications.slice(5), [{ text: "pi-retry: succeeded on retry 5", level: "info" }]);
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "the answer");
});

test("the hidden attempts stay out of the following requests", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		plan: [unavailable, { text: "first answer" }, { text: "second answer" }],
		config: { baseDelayMs: 100 },
	});
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("more");
	const roles = (await rpc.send({ type: "get_messages" })).data.messages.map((/** @type {any} */ { role }) => role);
	assert.deepEqual(roles.filter((/** @type {string} */ role) => role !== "system"), ["user", "assistant", "user", "assistant"]);
	assert.equal(gateway.requests.length, 3);
});

test("the counter starts again after an answer", async (t) => {
	const { rpc } = await startRpc(t, {
		plan: [unavailable, { text: "one" }, unavailable, { text: "two" }],
		config: { baseDelayMs: 100 },
	});
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("more");
	const attempts = rpc.notifications.map(({ text }) => /(?<=; )retry \d+\/\d+|succeeded on retry \d+/.exec(text)?.[0]);
	assert.deepEqual(attempts, ["retry 1/10", "succeeded on retry 1", "retry 1/10", "succeeded on retry 1"]);
});
