// The gateway and the harness, seen through the real Pi without pi-retry.

import assert from "node:assert/strict";
import test from "node:test";
import { anthropicError, forTheFirst, openaiRateLimit } from "./fates.js";
import { makeWorld, startPrint, startRpc } from "./pi.js";

/**
 * @import { TestContext } from "node:test"
 * @import { ModelName } from "./models.js"
 * @import { WorldOptions } from "./pi.js"
 */

/** Asks Pi alone for one answer. @param {TestContext} t @param {WorldOptions} world @param {ModelName} [model] */
async function ask(t, world, model) {
	const { gateway, sandbox } = await makeWorld(t, world);
	const output = await startPrint(sandbox, { model, extensions: [] }).output;
	return { gateway, output };
}

for (const model of /** @type {const} */ (["openai", "anthropic"])) {
	test(`pi gets an answer through ${model}'s API, and the request is on record`, async (t) => {
		const { gateway, output } = await ask(t, { plan: [{ text: "hello there" }] }, model);
		assert.deepEqual(output, { stdout: "hello there\n", stderr: "", code: 0, signal: null });
		assert.equal(gateway.requests.length, 1);
		const request = await gateway.answered(1);
		assert.equal(request.path, { openai: "/v1/chat/completions", anthropic: "/v1/messages" }[model]);
		assert.equal(request.body.stream, true);
		assert.match(JSON.stringify(request.body.messages), /hello/);
		assert.equal(request.status, 200);
		assert.ok(request.endedAt >= request.arrivedAt);
		assert.ok(request.headers.some(([name]) => name.toLowerCase() === "user-agent"));
	});
}

test("a tool that the answer calls is run, and its result comes with the next request", async (t) => {
	const plan = [{ toolCall: { name: "ls", arguments: { path: "." } } }, { text: "done" }];
	for (const model of /** @type {const} */ (["openai", "anthropic"])) {
		const { gateway, output } = await ask(t, { plan }, model);
		assert.equal(output.stdout, "done\n");
		assert.equal(gateway.requests.length, 2);
	}
});

test("a planned status, headers and body reach Pi", async (t) => {
	const error = anthropicError(529, { type: "overloaded_error", message: "Overloaded" }, { "retry-after": "7" });
	const { gateway, output } = await ask(t, { plan: [error] }, "anthropic");
	assert.equal(output.code, 1);
	assert.match(output.stderr, /^529 .*"Overloaded"/);
	assert.equal(gateway.requests[0]?.step?.headers?.["retry-after"], "7");
});

test("a dropped and a cut connection reach Pi as failures of the transport", async (t) => {
	const dropped = await ask(t, { plan: [{ drop: true }] });
	assert.match(dropped.output.stderr, /Connection error/);
	const cut = await ask(t, { plan: [{ text: "hello there", cutAfterBytes: 20 }] });
	assert.match(cut.output.stderr, /terminated/);
});

test("one fate serves every request until a moment, then the plan goes on", async (t) => {
	const limited = forTheFirst(400, (leftMs) => openaiRateLimit(`${Math.ceil(leftMs)}ms`));
	const { gateway, output } = await ask(t, {
		plan: [limited, { text: "late", delayMs: 300 }],
		settings: { retry: { enabled: true, baseDelayMs: 300 } },
	});
	const statuses = gateway.requests.map(({ status }) => status);
	assert.deepEqual(new Set(statuses.slice(0, -1)), new Set([429]));
	assert.equal(output.stdout, "late\n");
	const last = await gateway.answered(statuses.length);
	assert.ok(last.endedAt - last.arrivedAt >= 300);
});

test("an RPC session answers commands, keeps its records and ends when stdin closes", async (t) => {
	const { gateway, rpc, sandbox } = await startRpc(t, { plan: [{ text: "first" }], extensions: [] });
	await rpc.promptAndSettle("one");
	await rpc.promptAndSettle("two");
	assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "ok");
	assert.equal((await rpc.send({ type: "no_such_command" })).success, false);
	assert.equal(gateway.requests.length, 2);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	const roles = (await sandbox.sessionEntries()).map(({ message }) => message?.role).filter(Boolean);
	assert.deepEqual(roles, ["system", "user", "assistant", "user", "assistant"]);
});
