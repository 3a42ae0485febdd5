// OpenAI's Chat Completions.

/** @import { Answer, Protocol, ToolCall } from "./index.js" */

/** @type {Protocol} */
export const openaiCompletions = {
	path: /^\/v1\/chat\/completions$/,
	events,
	end: "data: [DONE]\n\n",
	rateLimited: (message) => ({ error: { message, type: "requests", param: null, code: "rate_limit_exceeded" } }),
};

/** @param {Answer} answer */
function events({ text, toolCall }) {
	/** @type {object[]} */
	const choices = [];
	if (text !== undefined) choices.push({ index: 0, delta: { role: "assistant", content: text }, finish_reason: null });
	if (toolCall) choices.push({ index: 0, delta: { role: "assistant", tool_calls: [call(toolCall)] }, finish_reason: null });
	choices.push({ index: 0, delta: {}, finish_reason: toolCall ? "tool_calls" : "stop" });
	const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "mock" };
	const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
	return [...choices.map((choice) => ({ ...head, choices: [choice] })), { ...head, choices: [], usage }];
}

/** @param {ToolCall} call */
function call({ name, arguments: input }) {
	return { index: 0, id: "call_1", type: "function", function: { name, arguments: JSON.stringify(input) } };
}
