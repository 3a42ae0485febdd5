// Pi's own retry and pi-retry in one session: one budget, and no wait shorter than the provider asked.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { LATE_MS, NOTE, assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { openaiError, openaiWrongKey, rateLimited, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { dataOf, outline } from "./session.js";

test("a default Pi waits as long as the provider asked, and hides the failure itself", async (t) => {
	const plan = [rateLimited("openai-completions", { headers: { "retry-after": "5" } }), { text: "the answer" }];
	const { gateway, rpc, sandbox } = await startRpc(t, { settings: {}, plan });
	await rpc.promptAndSettle("hello");
	assertWaited(gateway, 5000);
	assertSaid(rpc, [NOTE, hinted("5s"), succeeded(1)]);
	await rpc.close();
	const entries = await sandbox.sessionEntries();
	assert.deepEqual(outline(entries).filter((one) => one === "context_edit").length, 1);
	assert.deepEqual(dataOf(entries, "pi-retry").map(({ attempt, delayMs }) => [attempt, delayMs]), [[1, 5250]]);
});

test("what Pi repeats is left to it without a word, but for one note in a session", async (t) => {
	const plan = [unavailable, { text: "one" }, unavailable, { text: "two" }];
	const settings = { retry: { baseDelayMs: 50 } };
	const { gateway, rpc, sandbox } = await startRpc(t, { settings, plan });
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("again");
	assert.equal(gateway.requests.length, 4);
	assert.deepEqual(rpc.notifications, [{ text: NOTE, level: "info" }]);
	assert.deepEqual(rpc.statuses("pi-retry"), []);
	await rpc.close();
	const exchange = ["user", "assistant error", "context_edit", "assistant stop"];
	assert.deepEqual(outline(await sandbox.sessionEntries()), [...exchange, ...exchange]);
	assert.deepEqual(JSON.parse(await readFile(join(sandbox.agentDir, "settings.json"), "utf8")), settings);
});

test("a hint shorter than Pi's own wait prolongs nothing", async (t) => {
	const plan = [rateLimited("openai-completions", { headers: { "retry-after": "1" } }), { text: "the answer" }];
	const { gateway, rpc } = await startRpc(t, { settings: {}, plan });
	await rpc.promptAndSettle("hello");
	assertWaited(gateway, 2000);
	assertSaid(rpc, [NOTE, hinted("1s"), succeeded(1)]);
});

test("pi-retry goes on where Pi has used up its attempts, counts them, and backs off from the start", async (t) => {
	const settings = { retry: { baseDelayMs: 20 } };
	const plan = [...Array(4).fill(unavailable), { text: "the answer" }];
	const { gateway, rpc } = await startRpc(t, { settings, config: { baseDelayMs: 400 }, plan });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 5);
	assertSaid(rpc, [NOTE, /^pi-retry: server_error \(server_error: HTTP 503\); retry 4\/10 in (3\d\d|400)ms$/, succeeded(4)]);
	assert.ok(gateway.waitAfter(4) <= 400 + LATE_MS);
});

test("once maxRetries is used up, no hint is waited out for Pi", async (t) => {
	const limited = rateLimited("openai-completions", { headers: { "retry-after": "2" } });
	const settings = { retry: { baseDelayMs: 20 } };
	const { gateway, rpc } = await startRpc(t, { settings, config: { maxRetries: 1 }, plan: [() => limited] });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 4); // the first, and Pi's three
	assert.ok(gateway.waitAfter(1) >= 2000);
	assert.ok([2, 3].every((n) => gateway.waitAfter(n) < 1900));
	const reason = "rate_limit: HTTP 429; provider asked to wait 2s (header retry-after)";
	assertSaid(rpc, [NOTE, hinted("2s", { attempt: "1/1" }), `pi-retry: giving up after 3 retries: ${reason}`]);
});

test("what only Pi repeats is reported once Pi has stopped", async (t) => {
	const settings = { retry: { baseDelayMs: 20, maxRetries: 2 } };
	const echo = openaiError(400, { message: "Bad value: overloaded" });
	const { gateway, rpc, sandbox } = await startRpc(t, { settings, plan: [() => echo] });
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 3);
	assertSaid(rpc, [NOTE, "pi-retry: not retrying: invalid_request: HTTP 400"]);
	await rpc.close();
	assert.deepEqual(dataOf(await sandbox.sessionEntries(), "pi-retry-stop").map(({ attempts }) => attempts), [2]);
});

test("Pi's own retry is switched on and off during the session", async (t) => {
	const settings = { retry: { enabled: true, baseDelayMs: 20 } };
	const plan = [unavailable, { text: "one" }, unavailable, { text: "two" }, unavailable, { text: "three" }];
	const { gateway, rpc } = await startRpc(t, { settings, config: { baseDelayMs: 100 }, plan });
	await rpc.promptAndSettle("Pi's");
	await rpc.send({ type: "set_auto_retry", enabled: false });
	await rpc.promptAndSettle("ours");
	await rpc.send({ type: "set_auto_retry", enabled: true });
	await rpc.promptAndSettle("Pi's again");
	assert.equal(gateway.requests.length, 6);
	assert.equal(rpc.records.filter(({ type }) => type === "auto_retry_start").length, 2);
	assertSaid(rpc, [NOTE, /^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

test("Pi's own retry switched off leaves the next failure to pi-retry, and /retry off then leaves it to nobody", async (t) => {
	const settings = { retry: { enabled: true, baseDelayMs: 1000 } };
	const plan = [unavailable, unavailable, { text: "one" }, unavailable, unavailable];
	const { gateway, rpc } = await startRpc(t, { settings, config: { baseDelayMs: 100 }, plan });
	await rpc.prompt("hello");
	await rpc.until(({ type }) => type === "auto_retry_start", { what: "Pi's own wait" });
	await rpc.send({ type: "set_auto_retry", enabled: false });
	await rpc.settled();
	assert.equal(gateway.requests.length, 3);
	const said = [NOTE, /^pi-retry: server_error \(server_error: HTTP 503\); retry 2\/10 in \d+ms$/, succeeded(2)];
	assertSaid(rpc, said);
	await rpc.prompt("/retry off");
	await rpc.promptAndSettle("again");
	assert.equal(gateway.requests.length, 4);
	assertSaid(rpc, [...said, "pi-retry: off for this session"]);
});

test("a failing request is sent at most maxRetries + 1 + Pi's maxRetries times", async (t) => {
	const settings = { retry: { baseDelayMs: 20, maxRetries: 3 } };
	const { gateway, rpc } = await startRpc(t, {
		settings,
		config: { baseDelayMs: 100, maxRetries: 4 },
		plan: [() => unavailable],
	});
	await rpc.promptAndSettle("hello");
	assert.equal(gateway.requests.length, 8); // 4 + 1 + 3
	assert.equal(rpc.notifications.at(-1)?.text, "pi-retry: giving up after 7 retries: server_error: HTTP 503");
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

for (const type of ["abort_retry", "abort"]) {
	test(`Pi's own wait ended by ${type} is not overruled`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { settings: { retry: { baseDelayMs: 60_000 } }, plan: [unavailable] });
		await rpc.prompt("hello");
		await rpc.until(({ type }) => type === "auto_retry_start", { what: "Pi's own wait" });
		await rpc.send({ type });
		await rpc.settled();
		await rpc.promptAndSettle("again");
		assert.equal(gateway.requests.length, 2);
		assertSaid(rpc, [NOTE]);
	});
}

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
