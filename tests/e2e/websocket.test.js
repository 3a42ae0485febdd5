// The gateway's WebSocket, seen by Node's own client.

import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";
import { rateLimited } from "./fates.js";
import { startGateway } from "./gateway.js";

/**
 * @import { TestContext } from "node:test"
 * @import { Step } from "./step.js"
 */

/** @param {TestContext} t @param {Step[]} plan */
async function open(t, ...plan) {
	const gateway = await startGateway({ plan });
	t.after(() => gateway.close());
	const socket = new WebSocket(`${gateway.url.replace("http", "ws")}/backend-api/codex/responses`);
	return { gateway, socket };
}

test("messages of every length arrive, and events come back", async (t) => {
	const events = [{ type: "short" }, { type: "x".repeat(300) }, { type: "x".repeat(70_000) }];
	const { gateway, socket } = await open(t, { events: events.slice(0, 1) }, { events: events.slice(1, 2) }, { events: events.slice(2) });
	await once(socket, "open");
	for (const [i, event] of events.entries()) {
		socket.send(JSON.stringify(event));
		const [message] = await once(socket, "message");
		assert.deepEqual(JSON.parse(message.data), event);
		assert.deepEqual(gateway.requests[i]?.body, event);
		assert.deepEqual([gateway.requests[i]?.method, gateway.requests[i]?.connection], ["WEBSOCKET", 1]);
	}
	assert.equal(gateway.handshakes.length, 1);
	socket.close(1000);
	assert.equal((await once(socket, "close"))[0].code, 1000);
});

test("a failure with a status becomes an event with its headers", async (t) => {
	const { socket } = await open(t, rateLimited("openai-codex-responses", { headers: { "retry-after": "2" } }));
	await once(socket, "open");
	socket.send("{}");
	const { status, error, headers } = JSON.parse((await once(socket, "message"))[0].data);
	assert.deepEqual([status, error.type, headers], [429, "usage_limit_reached", { "retry-after": "2" }]);
});

test("the server can close after the events, or cut", async (t) => {
	const closed = await open(t, { events: [{ type: "x" }], close: { code: 1011, reason: "upset" } });
	await once(closed.socket, "open");
	closed.socket.send("{}");
	const [event] = await once(closed.socket, "close");
	assert.deepEqual([event.code, event.reason, event.wasClean], [1011, "upset", true]);

	const cut = await open(t, { drop: true });
	await once(cut.socket, "open");
	cut.socket.send("{}");
	assert.equal((await once(cut.socket, "close"))[0].code, 1006);
});

test("a handshake is refused only where the plan says so", async (t) => {
	const { gateway, socket } = await open(t, { handshake: true, status: 429, headers: { "retry-after": "2" } });
	await once(socket, "error");
	assert.deepEqual(gateway.handshakes.map(({ status }) => status), [429]);
	assert.equal(gateway.requests.length, 0);
});
