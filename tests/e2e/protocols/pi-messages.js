// Pi's own protocol, which its gateways speak.

/** @import { Answer, Protocol, ToolCall } from "./index.js" */

/** @type {Protocol} */
export const piMessages = {
	path: /^\/pi\/messages$/,
	events,
	rateLimited: (message) => ({ error: { code: "rate_limit_exceeded", message } }),
};

/** @param {Answer} answer */
function events({ text, toolCall }) {
	const blocks = [text === undefined ? [] : message(text), toolCall ? call(toolCall) : []];
	const usage = {
		input: 10,
		output: 5,
		cacheRead: 0,
		cacheWrite: 0,
		totalTokens: 15,
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
	};
	return [
		{ type: "start" },
		...blocks.filter((events) => events.length > 0).flatMap((events, contentIndex) => events.map((event) => ({ ...event, contentIndex }))),
		{ type: "done", reason: toolCall ? "toolUse" : "stop", usage, responseId: "response-1" },
	];
}

/** @param {string} content */
function message(content) {
	return [{ type: "text_start" }, { type: "text_delta", delta: content }, { type: "text_end", content }];
}

/** @param {ToolCall} call */
function call({ name, arguments: input }) {
	const id = "call_1";
	return [
		{ type: "toolcall_start", id, toolName: name },
		{ type: "toolcall_delta", delta: JSON.stringify(input) },
		{ type: "toolcall_end", toolCall: { type: "toolCall", id, name, arguments: input } },
	];
}
