// Mistral's Chat Completions.

import { openaiCompletions } from "./openai-completions.js";

/** @import { Protocol } from "./index.js" */

/** @type {Protocol} */
export const mistralConversations = {
	...openaiCompletions,
	path: /^\/mistral\/v1\/chat\/completions$/,
	rateLimited: (message) => ({ object: "error", message, type: "rate_limited", param: null, code: "1300" }),
};
