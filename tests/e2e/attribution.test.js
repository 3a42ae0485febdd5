// Which response belongs to the failed request, beside others to the same place at the same time.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { EMPTY, FORCE_WARMING, SAME_PATH } from "./extensions/index.js";
import { rateLimited } from "./fates.js";
import { startGateway, waitBetween } from "./gateway.js";
import { isFromSamePath, isWarming } from "./neighbours.js";
import { makeWorld, openRpc, startRpc } from "./pi.js";
import { startProxy } from "./proxy.js";
import { headerNames } from "./request.js";
import { PACKAGE } from "./sandbox.js";

/**
 * @import { TestContext } from "node:test"
 * @import { WorldOptions } from "./pi.js"
 * @import { PlannedRequest } from "./request.js"
 * @import { PlanItem, Step } from "./step.js"
 */

const limited = rateLimited("openai-completions", { headers: { "retry-after": "1" } });

/**
 * Plans one thing for the model's requests, in order, and another for those beside them.
 *
 * @param {(request: PlannedRequest) => boolean} isBeside
 * @param {Step} beside
 * @param {Step[]} own
 * @returns {PlanItem[]}
 */
function apart(isBeside, beside, ...own) {
	const left = [...own];
	return [(request) => (isBeside(request) ? beside : (left.shift() ?? {}))];
}

/**
 * Runs a prompt beside another extension's requests to the same URL.
 *
 * @param {TestContext} t
 * @param {PlanItem[]} plan
 * @param {{ count?: number, hooks?: string[] }} [others]
 * @param {string[]} [extensions]
 */
async function runBeside(t, plan, others = {}, extensions = [SAME_PATH, PACKAGE]) {
	const { gateway, sandbox } = await makeWorld(t, { plan, config: { baseDelayMs: 100 } });
	await sandbox.write("same-path.json", others);
	const rpc = openRpc(sandbox, { extensions });
	await rpc.promptAndSettle("hello");
	const [failed, next, ...more] = gateway.requests.filter((request) => !isFromSamePath(request));
	assert.ok(failed && next);
	assert.equal(more.length, 0);
	return { gateway, rpc, waited: waitBetween(failed, next) };
}

const OTHERS = [
	{ name: "faster", step: { status: 429, headers: { "retry-after": "30" } }, delayMs: 300 },
	{ name: "slower", step: { status: 503, headers: { "retry-after": "30" }, delayMs: 300 }, delayMs: 0 },
	{ name: "successful", step: { text: "beside" }, delayMs: 100 },
	{ name: "dropped", step: { drop: true }, delayMs: 100 },
];

for (const { name, step, delayMs } of OTHERS) {
	for (const hook of ["before_provider_headers", "before_provider_request"]) {
		test(`another extension's ${name} request in ${hook} is not taken for the model's`, async (t) => {
			const { rpc, waited } = await runBeside(t, apart(isFromSamePath, step, { ...limited, delayMs }), { hooks: [hook] });
			assertSaid(rpc, [hinted("1s"), succeeded(1)]);
			assert.ok(waited >= 1000 && waited <= 2000, `waited ${waited} ms`);
		});
	}
}

test("a hint of another extension's response is not borrowed by a failure without one", async (t) => {
	const beside = rateLimited("openai-completions", { headers: { "retry-after": "30" } });
	const { rpc } = await runBeside(t, apart(isFromSamePath, beside, { status: 500, delayMs: 200 }));
	assertSaid(rpc, [/^pi-retry: server_error \(server_error: HTTP 500\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

test("a request without a response borrows none", async (t) => {
	const beside = rateLimited("openai-completions", { headers: { "retry-after": "30" } });
	const { rpc } = await runBeside(t, apart(isFromSamePath, beside, { drop: true, delayMs: 200 }));
	assertSaid(rpc, [/^pi-retry: transport \(transport: [^;]*\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

test("a hundred requests in parallel do not confuse it", async (t) => {
	const beside = rateLimited("openai-completions", { headers: { "retry-after": "30" }, delayMs: 50 });
	const plan = apart(isFromSamePath, beside, { ...limited, delayMs: 50 });
	const { gateway, rpc, waited } = await runBeside(t, plan, { count: 100, hooks: ["before_provider_headers"] }, [PACKAGE, SAME_PATH]);
	assertSaid(rpc, [hinted("1s"), succeeded(1)]);
	assert.ok(waited >= 1000 && waited <= 2000, `waited ${waited} ms`);
	assert.equal(gateway.requests.filter(isFromSamePath).length, 200); // a hundred beside each
});

/** @param {TestContext} t @param {PlanItem[]} plan */
async function runWarmed(t, plan) {
	const extensions = [FORCE_WARMING, PACKAGE];
	const world = await startRpc(t, { model: "warmed", plan, extensions, config: { baseDelayMs: 1500 } });
	await world.rpc.promptAndSettle("hello");
	const own = world.gateway.requests.filter((request) => !isWarming(request));
	const [failed, next] = own;
	assert.ok(failed?.endedAt !== undefined && next);
	// On a busy machine a warming may still go out between the answer and the wait.
	const beganAt = world.rpc.arrivedAt(await world.rpc.notified(/; retry 1\/10 in /));
	const warming = world.gateway.requests.filter(isWarming);
	const inTheWait = warming.filter(({ arrivedAt }) => arrivedAt > beganAt && arrivedAt < next.arrivedAt);
	return { ...world, own, warming, inTheWait, waited: waitBetween(failed, next) };
}

for (const status of [200, 429]) {
	test(`a cache warmed with ${status} during a slow request is not taken for it`, async (t) => {
		const warmed = status === 200 ? {} : { status, headers: { "retry-after": "30" } };
		const plan = apart(isWarming, warmed, { ...limited, delayMs: 1200 });
		const { rpc, warming, waited } = await runWarmed(t, plan);
		assert.ok(warming.length > 0);
		assertSaid(rpc, [hinted("1s"), succeeded(1)]);
		assert.ok(waited >= 1000 && waited <= 2000, `waited ${waited} ms`);
	});
}

test("the cache is not warmed while a provider-requested wait runs", async (t) => {
	const { inTheWait } = await runWarmed(t, apart(isWarming, {}, limited));
	assert.equal(inTheWait.length, 0);
});

test("the cache may be warmed while a backoff wait runs", async (t) => {
	const { inTheWait } = await runWarmed(t, apart(isWarming, {}, { status: 503 }));
	assert.ok(inTheWait.length > 0);
});

/** @param {TestContext} t @param {WorldOptions} options */
async function run(t, options) {
	const world = await startRpc(t, { config: { baseDelayMs: 100 }, ...options });
	await world.rpc.promptAndSettle("hello");
	return world;
}

const PROVIDER_RETRIES = { retry: { enabled: false, provider: { maxRetries: 2 } } };

/** @param {number} status @param {Record<string, string>} headers @returns {Step} */
function soon(status, headers = {}) {
	return { status, headers: { ...headers, "retry-after-ms": "100" } };
}

test("with provider-level retries the last response decides", async (t) => {
	const plan = [soon(503), soon(429), { status: 429, headers: { "retry-after": "1" } }, {}];
	const { gateway, rpc } = await run(t, { settings: PROVIDER_RETRIES, plan });
	assertSaid(rpc, [hinted("1s"), succeeded(1)]);
	assertWaited(gateway, 1000, 3);
	assert.equal(gateway.requests.length, 4);
});

test("with provider-level retries an earlier hint is gone", async (t) => {
	const plan = [soon(429, { "x-ratelimit-reset": "30" }), soon(429), { status: 500 }, {}];
	const { rpc } = await run(t, { settings: PROVIDER_RETRIES, plan });
	assertSaid(rpc, [/^pi-retry: server_error \(server_error: HTTP 500\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

test("with provider-level retries a response before a dropped connection is gone", async (t) => {
	const plan = [soon(429, { "x-ratelimit-reset": "30" }), soon(429), { drop: true }, {}];
	const { rpc } = await run(t, { settings: PROVIDER_RETRIES, plan });
	assertSaid(rpc, [/^pi-retry: transport \(transport: [^;]*\); retry 1\/10 in \d+ms$/, succeeded(1)]);
});

test("a proxy's refusal is not the provider's, and through the proxy the provider's is", async (t) => {
	const proxy = await startProxy([{ status: 407, headers: { "retry-after": "30", "proxy-authenticate": "Basic" } }]);
	t.after(() => proxy.close());
	const settings = { retry: { enabled: false }, httpProxy: proxy.url };
	const { gateway, rpc } = await run(t, { settings, plan: [limited, {}] });
	const refused = /^pi-retry: transport \(transport: [^;]*\); retry 1\/10 in \d+ms$/;
	assertSaid(rpc, [refused, hinted("1s", { attempt: "2/10" }), succeeded(2)]);
	assert.equal(proxy.connects[0]?.status, 407);
	assertWaited(gateway, 1000);
	const alone = await startRpc(t, { settings, extensions: [EMPTY] });
	await alone.rpc.promptAndSettle("hello");
	const [names] = alone.gateway.requests.map(headerNames);
	for (const request of gateway.requests) assert.deepEqual(headerNames(request), names);
});

for (const where of ["the same", "another"]) {
	test(`behind a redirect to ${where} origin, the last response decides, and nothing is added on the way`, async (t) => {
		const there = await startGateway({ plan: [limited, {}] });
		t.after(() => there.close());
		/** @param {string} [origin] @returns {Step} */
		const moved = (origin = "") => ({ status: 307, headers: { location: `${origin}/v1/chat/completions?moved`, "retry-after": "30" } });
		const plan = where === "another" ? [moved(there.url), moved(there.url)] : [moved(), limited, moved(), {}];
		const { gateway, rpc } = await run(t, { plan });
		assertSaid(rpc, [hinted("1s"), succeeded(1)]);

		const alone = await startRpc(t, { plan: where === "another" ? [moved(there.url)] : [moved(), {}], extensions: [EMPTY] });
		await alone.rpc.promptAndSettle("hello");
		const [first, second = there.requests.at(-1)] = alone.gateway.requests;
		assert.ok(first && second);
		const hops = where === "another" ? there.requests : gateway.requests.filter((_, i) => i % 2 === 1);
		const starts = where === "another" ? gateway.requests : gateway.requests.filter((_, i) => i % 2 === 0);
		for (const request of starts) assert.deepEqual(headerNames(request), headerNames(first));
		for (const request of hops) assert.deepEqual(headerNames(request), headerNames(second));
	});
}
