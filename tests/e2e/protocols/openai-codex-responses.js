// OpenAI's Codex for ChatGPT plans: the events of Responses, over server-sent events or a WebSocket.

import { responseEvents } from "./openai-responses.js";

/** @import { Protocol } from "./index.js" */

/** @type {Protocol} */
export const openaiCodexResponses = {
	path: /^\/backend-api\/codex\/responses$/,
	events: responseEvents,
	rateLimited: (message) => ({ error: { type: "usage_limit_reached", message, plan_type: "plus" } }),
};

/**
 * Returns the event that tells an error where the response has begun, or on a WebSocket.
 *
 * @param {number} status
 * @param {unknown} body of the same error as an HTTP response
 * @param {Record<string, unknown>} [headers]
 */
export function errorEvent(status, body, headers) {
	const error = body && typeof body === "object" && "error" in body ? body.error : { message: String(body) };
	return { type: "error", status, error, headers };
}
