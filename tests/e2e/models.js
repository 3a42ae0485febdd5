// The models that stand for each API, and Pi's models.json with all of them.

/** @import { Api } from "./protocols/index.js" */

/**
 * @typedef {object} MockModel
 * @property {string} provider
 * @property {string} id
 * @property {Api} api
 * @property {string} path what follows the gateway's address in the base URL
 * @property {string} [apiKey]
 * @property {{ short: number }} [promptCache] how long a prompt stays cached, in seconds
 * @property {boolean} [reasoning] whether it has thinking levels
 * @property {string[]} [input] what it takes besides text
 * @property {number} [contextWindow] in tokens
 */

/** The first is the default. */
export const MODELS = /** @satisfies {Record<string, MockModel>} */ ({
	openai: { provider: "mock-openai", id: "gpt-mock", api: "openai-completions", path: "/v1" },
	openaiMini: { provider: "mock-openai", id: "gpt-mock-mini", api: "openai-completions", path: "/v1" },
	anthropic: { provider: "mock-anthropic", id: "claude-mock", api: "anthropic-messages", path: "" },
	responses: { provider: "mock-responses", id: "gpt-mock", api: "openai-responses", path: "/v1" },
	azure: { provider: "mock-azure", id: "gpt-mock", api: "azure-openai-responses", path: "/openai/v1" },
	google: { provider: "mock-google", id: "gemini-mock", api: "google-generative-ai", path: "/v1beta" },
	mistral: { provider: "mock-mistral", id: "mistral-mock", api: "mistral-conversations", path: "/mistral" },
	pi: { provider: "mock-pi", id: "pi-mock", api: "pi-messages", path: "/pi" },
	codex: {
		provider: "mock-codex",
		id: "codex-mock",
		api: "openai-codex-responses",
		path: "/backend-api",
		apiKey: unsignedToken({ "https://api.openai.com/auth": { chatgpt_account_id: "account-mock" } }),
	},
	// A prompt cached for 10.3 s is warmed 300 ms after its request, where an extension insists.
	warmed: { provider: "mock-warmed", id: "gpt-mock", api: "openai-completions", path: "/v1", promptCache: { short: 10.3 } },
	thinker: { provider: "mock-thinker", id: "o/mock:free", api: "openai-completions", path: "/v1", reasoning: true, input: ["text", "image"] },
	// Cannot take over: from whom depends on the conversation, or on nothing.
	small: { provider: "mock-small", id: "gpt-mock", api: "openai-completions", path: "/v1", input: ["text", "image"], contextWindow: 500 },
	locked: { provider: "mock-locked", id: "gpt-mock", api: "openai-completions", path: "/v1", apiKey: "$A_KEY_THAT_NOBODY_HAS" },
});

/** @typedef {keyof typeof MODELS} ModelName */

/** Returns a model's two names as people write them. @param {ModelName} model */
export function nameOf(model) {
	const { provider, id } = MODELS[model];
	return `${provider}/${id}`;
}

/** @param {string} gatewayUrl */
export function modelsFile(gatewayUrl) {
	/** @type {Record<string, { models: object[] } & Record<string, unknown>>} */
	const providers = {};
	for (const { provider, path, api, apiKey = "a-key-for-tests", ...model } of /** @type {MockModel[]} */ (Object.values(MODELS))) {
		providers[provider] ??= { baseUrl: gatewayUrl + path, api, apiKey, models: [] };
		providers[provider].models.push(model);
	}
	return { providers };
}

/** Returns a JSON Web Token that nobody signed. @param {object} claims */
function unsignedToken(claims) {
	const parts = [{ alg: "none", typ: "JWT" }, claims].map((part) => btoa(JSON.stringify(part)));
	return [...parts, "unsigned"].join(".");
}
