// Codex's two transports, seen through the real Pi without pi-retry.

import assert from "node:assert/strict";
import test from "node:test";
import { rateLimited } from "./fates.js";
import { openRpc, startRpc } from "./pi.js";
import { errorEvent } from "./protocols/openai-codex-responses.js";

/**
 * @import { TestContext } from "node:test"
 * @import { PlanItem } from "./step.js"
 */

/** @param {TestContext} t @param {string} transport @param {PlanItem[]} plan */
function startCodex(t, transport, plan) {
	return startRpc(t, { model: "codex", settings: { retry: { enabled: false }, transport }, plan, extensions: [] });
}

/** @param {ReturnType<typeof openRpc>} rpc */
async function lastError(rpc) {
	return (await rpc.send({ type: "get_messages" })).data.messages.at(-1).errorMessage;
}

test("one WebSocket serves the requests of a session until one of them fails", async (t) => {
	const { gateway, rpc } = await startCodex(t, "auto", [{}, {}, rateLimited("openai-codex-responses"), {}]);
	for (const prompt of ["one", "two", "three", "four"]) await rpc.promptAndSettle(prompt);
	assert.deepEqual(gateway.requests.map(({ method, connection }) => [method, connection]), [1, 1, 1, 2].map((n) => ["WEBSOCKET", n]));
	assert.deepEqual(gateway.requests.map(({ body }) => Boolean(body.previous_response_id)), [false, true, true, false]);
	assert.deepEqual(await rpc.close(), { code: 0, signal: null });
});

test("a refused handshake makes Pi send the request over SSE, and stay there", async (t) => {
	const { gateway, rpc } = await startCodex(t, "auto", [{ handshake: true, status: 503 }]);
	await rpc.promptAndSettle("one");
	await rpc.promptAndSettle("two");
	assert.deepEqual(gateway.handshakes.map(({ status }) => status), [503]);
	assert.deepEqual(gateway.requests.map(({ method, status }) => [method, status]), [["POST", 200], ["POST", 200]]);
});

test("an error within the stream reaches Pi over SSE as over a WebSocket", async (t) => {
	const resets_at = Math.floor(Date.now() / 1000) + 60;
	const error = { type: "usage_limit_reached", message: "The usage limit has been reached", resets_at };
	for (const transport of ["sse", "websocket"]) {
		const { rpc } = await startCodex(t, transport, [{ events: [errorEvent(429, { error }, { "retry-after": "60" })] }]);
		await rpc.promptAndSettle("hello");
		assert.equal(await lastError(rpc), "Codex error: The usage limit has been reached");
	}
});

test("a WebSocket closed in the middle reaches Pi", async (t) => {
	const created = { type: "response.created", response: { id: "resp_1" } };
	const { rpc } = await startCodex(t, "websocket", [{ events: [created], close: { code: 1011, reason: "upset" } }]);
	await rpc.promptAndSettle("hello");
	assert.match(await lastError(rpc), /WebSocket closed 1011 upset/);
});
