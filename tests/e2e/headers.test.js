// What only the response's status and headers say, for every API.

import assert from "node:assert/strict";
import test from "node:test";
import { ADAPTERS } from "./adapters.js";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { EMPTY } from "./extensions/index.js";
import { rateLimited } from "./fates.js";
import { MODELS } from "./models.js";
import { startRpc } from "./pi.js";
import { headerNames } from "./request.js";

/**
 * @import { TestContext } from "node:test"
 * @import { Adapter } from "./adapters.js"
 */

/** A text in a language whose words pi-retry does not know. */
const LOCALIZED = "Qanda darajada ko‘p so‘rov yuborildi";

/**
 * What is found in a 429, where it is not the status and the header of a response.
 *
 * @type {Record<string, { evidence: string, source?: string }>}
 */
const FOUND = {
	"openai-codex-responses over SSE": { evidence: 'quota: "You have hit your ChatGPT usage limit"' },
	"openai-codex-responses over WebSocket": { evidence: 'quota: "usage_limit_reached"', source: "text retry-after" },
};

/** Returns the headers of Pi's requests without pi-retry. @param {TestContext} t @param {Adapter} adapter */
async function namesAlone(t, { model, settings }) {
	const { gateway, rpc } = await startRpc(t, { model, settings, extensions: [EMPTY] });
	await rpc.promptAndSettle("hello");
	await rpc.close();
	return { requests: gateway.requests.map(headerNames), handshakes: gateway.handshakes.map(headerNames) };
}

for (const adapter of ADAPTERS) {
	const { name, model, settings } = adapter;
	const { api } = MODELS[model];

	test(`a wait that only a header of ${name} names is waited exactly, and nothing is added to what is sent`, async (t) => {
		const plan = [rateLimited(api, { headers: { "retry-after": "2" } }), { text: "the answer" }];
		const { gateway, rpc } = await startRpc(t, { model, settings, plan });
		await rpc.promptAndSettle("hello");
		assertSaid(rpc, [hinted("2s", FOUND[name]), succeeded(1)]);
		assertWaited(gateway, 2000);
		assert.equal(gateway.requests.length, 2);
		assert.deepEqual(gateway.requests[1]?.body, gateway.requests[0]?.body);
		await rpc.close();
		assert.equal(rpc.stderr, "");

		const alone = await namesAlone(t, adapter);
		for (const request of gateway.requests) assert.deepEqual(headerNames(request), alone.requests[0]);
		for (const handshake of gateway.handshakes) assert.deepEqual(headerNames(handshake), alone.handshakes[0]);
		assert.doesNotMatch(JSON.stringify([...gateway.requests, ...gateway.handshakes].map(({ headers }) => headers)), /pi-retry/i);
	});

	test(`localized and empty errors of ${name} are known by their status`, async (t) => {
		const plan = [
			{ status: 503, body: { error: { message: LOCALIZED } } },
			{ status: 529, body: { message: LOCALIZED } },
			{ status: 429, body: "" },
			{},
			{ status: 401, body: { error: { message: LOCALIZED } } },
		];
		const { gateway, rpc } = await startRpc(t, { model, settings, plan, config: { baseDelayMs: 100 } });
		await rpc.promptAndSettle("hello");
		await rpc.promptAndSettle("more");
		assertSaid(rpc, [
			/^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/,
			/^pi-retry: overloaded \(overloaded: HTTP 529\); retry 2\/10 in \d+ms$/,
			/^pi-retry: rate_limit \(rate_limit: HTTP 429\); retry 3\/10 in \d+ms$/,
			succeeded(3),
			"pi-retry: not retrying: auth: HTTP 401",
		]);
		assert.equal(gateway.requests.length, 5);
	});
}
