// Every API, seen through the real Pi without pi-retry.

import assert from "node:assert/strict";
import test from "node:test";
import { ADAPTERS } from "./adapters.js";
import { EMPTY } from "./extensions/index.js";
import { rateLimited } from "./fates.js";
import { MODELS } from "./models.js";
import { startRpc } from "./pi.js";
import { headerNames } from "./request.js";

for (const { name, model, settings, credential, limited } of ADAPTERS) {
	const { api } = MODELS[model];
	const plan = [{ text: "hello there" }, { toolCall: { name: "ls", arguments: { path: "." } } }, { text: "done" }, rateLimited(api)];

	test(`pi gets answers through ${name}, runs a tool, and shows a 429`, async (t) => {
		const { gateway, rpc } = await startRpc(t, { model, settings, plan, extensions: [EMPTY] });
		await rpc.promptAndSettle("hello");
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "hello there");
		await rpc.promptAndSettle("use a tool");
		assert.equal((await rpc.send({ type: "get_last_assistant_text" })).data.text, "done");
		await rpc.promptAndSettle("again");
		const { messages } = (await rpc.send({ type: "get_messages" })).data;
		assert.match(messages.at(-1).errorMessage, limited);

		assert.deepEqual(gateway.requests.map(({ api, status }) => [api, status]), [200, 200, 200, 429].map((status) => [api, status]));
		for (const request of gateway.requests) assert.ok(headerNames(request).includes(credential), headerNames(request).join());
		assert.equal(new Set(gateway.requests.map((request) => headerNames(request).join())).size, 1);
		assert.deepEqual(await rpc.close(), { code: 0, signal: null });
	});
}
