// Requests that Pi makes for itself, compaction and branch summaries: their responses are nobody's failure.

import assert from "node:assert/strict";
import test from "node:test";
import { succeeded } from "./announced.js";
import { SUMMARIZE_BRANCH } from "./extensions/index.js";
import { rateLimited, unavailable } from "./fates.js";
import { startRpc } from "./pi.js";
import { PACKAGE } from "./sandbox.js";

/** @import { RpcClient } from "./rpc.js" */

const limited = rateLimited("openai-completions", { headers: { "retry-after": "30" } });
const BACKOFF = /^pi-retry: server_error \(server_error: HTTP 503\); retry 1\/10 in \d+ms$/;

/** @type {Record<string, (rpc: RpcClient) => Promise<unknown>>} */
const SUMMARIES = {
	"a compaction": (rpc) => rpc.send({ type: "compact" }).catch(() => undefined),
	"a branch summary": (rpc) => rpc.prompt("/branch").then(() => rpc.notified("went back")),
};

for (const [name, summarize] of Object.entries(SUMMARIES)) {
	test(`the response to ${name} is not the next failure's`, async (t) => {
		const { gateway, rpc } = await startRpc(t, {
			extensions: [SUMMARIZE_BRANCH, PACKAGE],
			settings: { retry: { enabled: false }, compaction: { keepRecentTokens: 1 } },
			config: { baseDelayMs: 100 },
			plan: [{ text: "one" }, { text: "two" }, limited, unavailable, { text: "three" }],
		});
		await rpc.promptAndSettle("hello");
		await rpc.promptAndSettle("more");
		await summarize(rpc);
		assert.equal(gateway.requests.length, 3);
		await rpc.promptAndSettle("again");
		assert.deepEqual(gateway.requests.map(({ status }) => status), [200, 200, 429, 503, 200]);
		const said = rpc.notifications.filter(({ text }) => text.startsWith("pi-retry"));
		assert.match(said[0]?.text ?? "", BACKOFF);
		assert.equal(said[1]?.text, succeeded(1));
	});
}
