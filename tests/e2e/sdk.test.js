// A session embedded in a program through Pi's SDK.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import test from "node:test";
import { assertWaited, hinted, LATE_MS, succeeded } from "./announced.js";
import { embed, makeEmbedded, makeUi } from "./embedded.js";
import { openaiRateLimit, openaiWrongKey, rateLimited, unavailable } from "./fates.js";
import { MODELS } from "./models.js";
import { conversation, dataOf, outline } from "./session.js";

/** @import { AgentSession } from "@earendil-works/pi-coding-agent" */

/** Resolves when a request has failed. @param {AgentSession} session @returns {Promise<void>} */
function failed(session) {
	return new Promise((resolve) => {
		session.subscribe((event) => {
			if (event.type === "message_end" && event.message.role === "assistant" && event.message.stopReason === "error") resolve();
		});
	});
}

for (const model of /** @type {const} */ (["openai", "anthropic"])) {
	test(`a session of ${model} that never announced its start recovers, as the header asks and the configuration says`, async (t) => {
		const limited = rateLimited(MODELS[model].api, { headers: { "retry-after": "1" } });
		const plan = [unavailable, limited, { text: "the answer" }];
		const { gateway, sandbox } = await makeEmbedded(t, { plan, config: { baseDelayMs: 100 } });
		const session = await embed(t, sandbox, model);
		await session.prompt("hello");
		assert.equal(session.getLastAssistantText(), "the answer");
		assert.ok(gateway.waitAfter(1) <= 100 + LATE_MS);
		assertWaited(gateway, 1000, 2);
		for (const { body } of gateway.requests) assert.deepEqual(body, gateway.requests[0]?.body);
		const hidden = ["assistant error", "context_edit", "pi-retry"];
		const entries = session.sessionManager.getEntries();
		assert.deepEqual(outline(entries), ["user", ...hidden, ...hidden, "assistant stop"]);
		const [, { reason, status }] = dataOf(entries, "pi-retry");
		assert.deepEqual([reason, status], ["rate_limit: HTTP 429; provider asked to wait 1s (header retry-after)", 429]);
		assert.deepEqual(session.messages.flatMap(({ role }) => (role === "system" ? [] : [role])), ["user", "assistant"]);
		assert.deepEqual(outline(await sandbox.sessionEntries()), outline(entries));
	});
}

test("session.abort() ends the wait at once, and the next prompt works", async (t) => {
	const { gateway, sandbox } = await makeEmbedded(t, { plan: [openaiRateLimit("30s")] });
	const session = await embed(t, sandbox);
	const waiting = failed(session);
	const prompt = session.prompt("hello");
	await waiting;
	const start = performance.now();
	await session.abort();
	await prompt;
	assert.ok(performance.now() - start < LATE_MS);
	assert.deepEqual(outline(session.sessionManager.getEntries()), ["user", "assistant error"]);
	await session.prompt("again");
	assert.deepEqual(conversation(gateway.requests[1]?.body), ["user: hello", "user: again"]);
	assert.equal(gateway.requests.length, 2);
});

test("a program that gives its sessions a user interface hears what is said, and its commands are answered", async (t) => {
	const { gateway, sandbox } = await makeEmbedded(t, { plan: [openaiRateLimit("1.2s"), { text: "the answer" }, openaiWrongKey] });
	const session = await embed(t, sandbox);
	const { ui, said, statuses } = makeUi();
	await session.bindExtensions({ uiContext: ui });
	await session.prompt("hello");
	assert.deepEqual(said, [hinted("1.2s", { source: "text try again in" }), succeeded(1)]);
	assert.deepEqual([statuses[0], statuses.at(-1)], ["retry 1/10 in 2s", undefined]);
	await session.prompt("again");
	assert.equal(said.at(-1), "pi-retry: not retrying: auth: HTTP 401");
	await session.prompt("/retry");
	assert.match(said.at(-1) ?? "", /^pi-retry: idle\n.*\nheaderHints: on\n/s);
	await session.prompt("/retry now");
	await session.waitForIdle();
	assert.equal(session.getLastAssistantText(), "ok");
	assert.deepEqual(gateway.requests[3]?.body, gateway.requests[2]?.body);
});

test("a session that is disposed of while it waits sends nothing and disturbs nobody", async (t) => {
	const { gateway, sandbox } = await makeEmbedded(t, { plan: [openaiRateLimit("1s"), openaiRateLimit("1s")] });
	const [first, second] = [await embed(t, sandbox), await embed(t, sandbox)];
	const waiting = failed(first);
	void first.prompt("first").catch(() => undefined);
	await waiting;
	const other = second.prompt("second");
	first.dispose();
	await other;
	assert.equal(second.getLastAssistantText(), "ok");
	assert.deepEqual(gateway.requests.map(({ body }) => conversation(body)), [["user: first"], ["user: second"], ["user: second"]]);
	assertWaited(gateway, 1000, 2);
});
