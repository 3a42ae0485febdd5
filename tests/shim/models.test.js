// What the core is told of models, whatever an extension has registered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf } from "../../pkg/models.js";

/** @import { ExtensionContext } from "@earendil-works/pi-coding-agent" */

for (const contextWindow of [Infinity, NaN, undefined]) {
	test(`a context window of ${contextWindow} is none`, () => {
		const modelRegistry = { find: () => ({ input: ["text"], contextWindow }), hasConfiguredAuth: () => true };
		const ctx = /** @type {ExtensionContext} */ (/** @type {unknown} */ ({ modelRegistry }));
		const [facts] = factsOf([{ provider: "p", model: "m" }], ctx);
		assert.deepEqual(facts, { provider: "p", model: "m", known: true, credentials: true, images: false, contextWindow: 0 });
	});
}
