// Requests that do not go through Pi's own HTTP client: nothing is added to them.

import assert from "node:assert/strict";
import test from "node:test";
import { EMPTY } from "./extensions/index.js";
import { makeWorld, openRpc } from "./pi.js";
import { headerNames } from "./request.js";
import { PACKAGE } from "./sandbox.js";

/**
 * @import { TestContext } from "node:test"
 * @import { WorldOptions } from "./pi.js"
 */

/**
 * Runs two prompts.
 *
 * @param {TestContext} t
 * @param {WorldOptions & { extensions: string[], api: string, path: string }} options
 */
async function run(t, { extensions, api, path, ...options }) {
	const { gateway, sandbox } = await makeWorld(t, { config: { maxRetries: 1, baseDelayMs: 100 }, ...options });
	const provider = { baseUrl: gateway.url + path, api, apiKey: "a-key-for-tests", models: [{ id: "gpt-mock" }] };
	await sandbox.write("models.json", { providers: { "mock-openai": provider } });
	const rpc = openRpc(sandbox, { extensions });
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("more");
	assert.ok(gateway.requests.length > 0);
	return { rpc, names: new Set(gateway.requests.map((request) => headerNames(request).join("\n"))) };
}

test("nothing is added to what Bedrock receives", async (t) => {
	const bedrock = { api: "bedrock-converse-stream", path: "", env: { AWS_BEDROCK_FORCE_HTTP1: "1", AWS_EC2_METADATA_DISABLED: "true" } };
	const alone = await run(t, { ...bedrock, extensions: [EMPTY] });
	const beside = await run(t, { ...bedrock, extensions: [PACKAGE] });
	assert.deepEqual(beside.names, alone.names);
});
