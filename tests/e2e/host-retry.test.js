// Pi's own retry and pi-retry in one session: one budget, and no wait shorter than the provider asked.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { openaiError, openaiWrongKey, rateLimited, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { dataOf, outline } from "./session.js";

const NOTE =
	"pi-retry: Pi's built-in retry is enabled and runs first; " +
	'set "retry": { "enabled": false } in Pi settings to let pi-retry govern every attempt';

test("a default Pi waits as long as the provider asked, and hides the failure itself", async (t) => {
	const plan = [rateLimited("openai-completions", { headers: { "retry-after": "3" } }), { text: "the answer" }];
	const { gateway, rpc, sandbox } = await startRpc(t, { settings: {}, plan });
	await rpc.promptAndSettle("hello");
	assertWaited(gateway, 3000);
	assertSaid(rpc, [NOTE, hinted("3s"), succeeded(1)]);
	await rpc.close();
	const entries = await sandbox.sessionEntries();
	assert.deepEqual(outline(entries).filter((one) => one === "context_edit").length, 1);
	assert.deepEqual(dataOf(entries, "pi-retry").map(({ attempt, delayMs }) => [attempt, delayMs]), [[1, 3250]]);
});

test("pi-retry goes on where Pi has used up its attempts, and counts them", async (t) => {
	const settings = { retry: { baseDelayMs: 50, maxRetries: 2 } };
	const plan = [unavailable, unavailable, unavailable, { text: "the answer" }];
	const { gateway, rpc } = await startRpc(t, { settings, config: { baseDelayMs: 100 }, plan });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 4);
	assertSaid(rpc, [NOTE, /^pi-retry: server_error \(server_error: HTTP 503\); retry 3\/10 in \d+ms$/, succeeded(3)]);
});

test("a failing request is sent at most maxRetries + 1 + Pi's maxRetries times", async (t) => {
	const settings = { retry: { baseDelayMs: 20, maxRetries: 3 } };
	const { gateway, rpc } = await startRpc(t, {
		settings,
		config: { baseDelayMs: 100, maxRetries: 4 },
		plan: [() => unavailable],
	});
	await rpc.promptAndSettle("hello");
	assert.ok(gateway.requests.length <= 4 + 1 + 3, `${gateway.requests.length} requests`);
	assert.match(rpc.notifications.at(-1)?.text ?? "", /^pi-retry: giving up after \d+ retries: server_error: HTTP 503$/);
});

test("what Pi does not repeat is taken up at once", async (t) => {
	const plan = [openaiError(409, { message: "Conflict" }), { text: "the answer" }];
	const { rpc } = await startRpc(t, { settings: {}, config: { baseDelayMs: 100 }, plan });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [NOTE, /^pi-retry: rate_limit \(rate_limit: HTTP 409\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

test("what neither repeats is reported", async (t) => {
	const { gateway, rpc } = await startRpc(t, { settings: {}, plan: [openaiWrongKey] });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [NOTE, "pi-retry: not retrying: auth: HTTP 401"]);
	assert.equal(gateway.requests.length, 1);
});

test("cancelling Pi's own wait is not overruled", async (t) => {
	const { gateway, rpc } = await startRpc(t, { settings: { retry: { baseDelayMs: 60_000 } }, plan: [unavailable] });
	await rpc.prompt("hello");
	await rpc.until(({ type }) => type === "auto_retry_start", { what: "Pi's own wait" });
	await rpc.send({ type: "abort_retry" });
	await rpc.settled();
	await rpc.promptAndSettle("again");
	assert.equal(gateway.requests.length, 2);
	assertSaid(rpc, [NOTE]);
});

test("/retry cancel during Pi's own wait aborts the run", async (t) => {
	const { gateway, rpc } = await startRpc(t, { settings: { retry: { baseDelayMs: 60_000 } }, plan: [unavailable] });
	await rpc.prompt("hello");
	await rpc.until(({ type }) => type === "auto_retry_start", { what: "Pi's own wait" });
	await rpc.prompt("/retry now");
	await rpc.prompt("/retry cancel");
	await rpc.settled();
	assertSaid(rpc, [NOTE, "pi-retry: Pi's own wait cannot be skipped", "pi-retry: retry cancelled"]);
	assert.equal(gateway.requests.length, 1);
});
