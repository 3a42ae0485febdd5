// Responses that come before the response.

import assert from "node:assert/strict";
import test from "node:test";
import { assertSaid, assertWaited, hinted, succeeded } from "./announced.js";
import { startRpc } from "./pi.js";

test("headers of a response 103 are not the error's", async (t) => {
	const raw = [
		"HTTP/1.1 103 Early Hints\r\nretry-after: 30\r\nlink: </a>; rel=preload\r\n\r\n",
		"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n",
	].join("");
	const { gateway, rpc } = await startRpc(t, { plan: [{ raw }, {}] });
	await rpc.promptAndSettle("hello");
	assertSaid(rpc, [hinted("1s"), succeeded(1)]);
	assertWaited(gateway, 1000);
	assert.equal(gateway.requests.length, 2);
});
