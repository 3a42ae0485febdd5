// Requests of a fetch that an extension put in the place of Pi's: their client cannot be watched.

import assert from "node:assert/strict";
import test from "node:test";
import { EMPTY, FETCH_OVER_HTTP } from "./extensions/index.js";
import { rateLimited } from "./fates.js";
import { makeWorld, openRpc } from "./pi.js";
import { headerNames } from "./request.js";
import { PACKAGE } from "./sandbox.js";

/** @import { TestContext } from "node:test" */

/** Runs two prompts that fail twice each, and returns what was sent. @param {TestContext} t @param {string[]} extensions */
async function run(t, extensions) {
	const { gateway, sandbox } = await makeWorld(t, {
		unwatched: true,
		config: { maxRetries: 1, baseDelayMs: 100 },
		plan: [() => rateLimited("openai-completions")],
	});
	const rpc = openRpc(sandbox, { extensions });
	await rpc.promptAndSettle("hello");
	await rpc.promptAndSettle("more");
	await rpc.prompt("/retry");
	return { rpc, sent: gateway.requests.map((request) => headerNames(request).join("\n")) };
}

test("a mark that cannot be taken out ends marking for the session, and /retry says so", async (t) => {
	const alone = await run(t, [FETCH_OVER_HTTP, EMPTY]);
	for (const extensions of [[PACKAGE, FETCH_OVER_HTTP], [FETCH_OVER_HTTP, PACKAGE]]) {
		const { rpc, sent } = await run(t, extensions);
		assert.equal(sent.length, 4);
		for (const names of sent.slice(1)) assert.equal(names, alone.sent[0]);
		await rpc.notified(/^pi-retry: idle\n/);
		const text = rpc.notifications.at(-1)?.text ?? "";
		assert.match(text, /^headerHints: (on|off) \(.*a marked request never showed in Pi's HTTP client/m);
	}
});
