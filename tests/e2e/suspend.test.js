// A machine that sleeps during a wait; a stopped process stands for it.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import test from "node:test";
import { assertSaid, hinted, LATE_MS, succeeded } from "./announced.js";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";

const ANNOUNCED = hinted("1s", { source: "text try again in" });

test("who wakes before the deadline waits for the rest", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("2s"), {}] });
	await rpc.prompt("hello");
	await rpc.notified(/; retry 1\/10 in 2s$/);
	rpc.signal("SIGSTOP");
	await sleep(500);
	rpc.signal("SIGCONT");
	await rpc.settled();
	assert.ok(gateway.waitAfter(1) >= 2000);
	assert.equal(gateway.requests.length, 2);
});

test("who wakes after the deadline sends the retry at once, and once", async (t) => {
	const { gateway, rpc } = await startRpc(t, { plan: [openaiRateLimit("1s"), {}] });
	await rpc.prompt("hello");
	await rpc.notified(ANNOUNCED);
	rpc.signal("SIGSTOP");
	await sleep(2500);
	assert.equal(gateway.requests.length, 1);
	const woken = performance.now();
	rpc.signal("SIGCONT");
	const { arrivedAt } = await gateway.request(2);
	assert.ok(arrivedAt - woken < LATE_MS, `${arrivedAt - woken} ms after it woke`);
	await rpc.settled();
	assertSaid(rpc, [ANNOUNCED, succeeded(1)]);
	assert.equal(gateway.requests.length, 2);
});
