// The proxy, seen through the real Pi without pi-retry.

import assert from "node:assert/strict";
import test from "node:test";
import { makeWorld, startPrint } from "./pi.js";
import { startProxy } from "./proxy.js";

test("pi's requests go through the proxy, which can refuse", async (t) => {
	const proxy = await startProxy([{ status: 407, headers: { "proxy-authenticate": "Basic" } }]);
	t.after(() => proxy.close());
	const settings = { retry: { enabled: false }, httpProxy: proxy.url };
	const { gateway, sandbox } = await makeWorld(t, { settings, plan: [{ text: "hello there" }] });
	const target = gateway.url.replace("http://", "");

	assert.match((await startPrint(sandbox, { extensions: [] }).output).stderr, /Connection error/);
	assert.equal((await startPrint(sandbox, { extensions: [] }).output).stdout, "hello there\n");
	assert.deepEqual(proxy.connects, [{ target, status: 407 }, { target, status: 200 }]);
	assert.equal(gateway.requests.length, 1);
});
