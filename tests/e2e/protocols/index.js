// The APIs that the gateway speaks, and the one that a request speaks.

import { anthropicMessages } from "./anthropic-messages.js";
import { googleGenerativeAi } from "./google-generative-ai.js";
import { mistralConversations } from "./mistral-conversations.js";
import { openaiCodexResponses } from "./openai-codex-responses.js";
import { openaiCompletions } from "./openai-completions.js";
import { azureOpenaiResponses, openaiResponses } from "./openai-responses.js";
import { piMessages } from "./pi-messages.js";

/**
 * @typedef {{ name: string, arguments: Record<string, unknown> }} ToolCall
 * @typedef {{ text?: string, toolCall?: ToolCall }} Answer
 *
 * @typedef {object} Protocol
 * @property {RegExp} path where requests are sent, without the query
 * @property {(answer: Answer) => object[]} events what a streamed answer consists of
 * @property {(event: any) => string} [frame] writes an event; by default as one line of data
 * @property {string} [end] what follows the last event
 * @property {(message: string) => object} rateLimited the body of a 429
 */

export const PROTOCOLS = /** @satisfies {Record<string, Protocol>} */ ({
	"openai-completions": openaiCompletions,
	"openai-responses": openaiResponses,
	"azure-openai-responses": azureOpenaiResponses,
	"anthropic-messages": anthropicMessages,
	"google-generative-ai": googleGenerativeAi,
	"mistral-conversations": mistralConversations,
	"pi-messages": piMessages,
	"openai-codex-responses": openaiCodexResponses,
});

/** @typedef {keyof typeof PROTOCOLS} Api */

/** Returns the API whose requests go to `path`. @param {string} path */
export function apiAt(path) {
	const apis = /** @type {Api[]} */ (Object.keys(PROTOCOLS));
	return apis.find((api) => PROTOCOLS[api].path.test(path));
}
