// Every way in which Pi talks to a provider through its own HTTP client, for tests that hold for all of them.

import { MODELS } from "./models.js";

/**
 * @import { ModelName } from "./models.js"
 *
 * @typedef {object} Adapter
 * @property {string} name
 * @property {ModelName} model
 * @property {Record<string, unknown>} settings
 * @property {string} credential the header with the key
 * @property {RegExp} limited what Pi says of a 429
 */

const settings = { retry: { enabled: false } };

/** @type {Adapter[]} */
export const ADAPTERS = [
	adapter("openai", "authorization", /^429: \{.*Too many requests\./),
	adapter("responses", "authorization", /^mock-responses API error \(429\): .*Too many requests\./),
	adapter("azure", "api-key", /^Azure OpenAI API error \(429\): .*Too many requests\./),
	adapter("anthropic", "x-api-key", /^429 \{.*Too many requests\./),
	adapter("google", "x-goog-api-key", /^\{"error":\{"code":429.*Too many requests\./),
	adapter("mistral", "authorization", /^Mistral API error \(429\): .*Too many requests\./),
	adapter("pi", "authorization", /^429 Too Many Requests: Too many requests\. \(rate_limit_exceeded\)$/),
	{
		...adapter("codex", "authorization", /^You have hit your ChatGPT usage limit \(plus plan\)\.$/),
		name: "openai-codex-responses over SSE",
		settings: { ...settings, transport: "sse" },
	},
	{
		...adapter("codex", "authorization", /^Codex error: Too many requests\.$/),
		name: "openai-codex-responses over WebSocket",
		settings: { ...settings, transport: "websocket" },
	},
];

/** @param {ModelName} model @param {string} credential @param {RegExp} limited @returns {Adapter} */
function adapter(model, credential, limited) {
	return { name: MODELS[model].api, model, settings, credential, limited };
}
