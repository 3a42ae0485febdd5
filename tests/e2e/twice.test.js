// The same extension from two places in one session.

import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { assertSaid, succeeded } from "./announced.js";
import { openaiRateLimit } from "./fates.js";
import { startRpc } from "./pi.js";
import { PACKAGE } from "./sandbox.js";
import { outline } from "./session.js";

test("of two copies one acts, and the other says so and stays out of the way", async (t) => {
	const copy = await mkdtemp(join(tmpdir(), "pi-retry-copy-"));
	t.after(() => rm(copy, { recursive: true }));
	await cp(PACKAGE, copy, { recursive: true });
	const { rpc, sandbox } = await startRpc(t, {
		extensions: [PACKAGE, copy],
		plan: [openaiRateLimit("0.2s"), { text: "the answer" }],
	});
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [/^pi-retry: loaded twice; the first copy acts, /, /; retry 1\/10 in 200ms$/, succeeded(1)]);
	await rpc.send({ type: "new_session" });
	await rpc.prompt("/retry");
	await rpc.notified(/^pi-retry: idle\n/);
	await rpc.close();
	const [, , ...rest] = outline(await sandbox.sessionEntries());
	assert.equal(rest.filter((one) => one === "context_edit").length, 1);
});
