// OpenAI's Responses, at OpenAI and at Azure.

/** @import { Answer, Protocol, ToolCall } from "./index.js" */

/** @type {Protocol} */
export const openaiResponses = {
	path: /^\/v1\/responses$/,
	events: responseEvents,
	rateLimited: (message) => ({ error: { message, type: "requests", param: null, code: "rate_limit_exceeded" } }),
};

/** @type {Protocol} */
export const azureOpenaiResponses = {
	path: /^\/openai\/v1\/responses$/,
	events: responseEvents,
	rateLimited: (message) => ({ error: { code: "429", message } }),
};

/** @param {Answer} answer */
export function responseEvents({ text, toolCall }) {
	const response = { id: "resp_1", object: "response", model: "mock", output: [] };
	const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
	const items = [text === undefined ? [] : message(text), toolCall ? call(toolCall) : []];
	return [
		{ type: "response.created", response: { ...response, status: "in_progress" } },
		...items.filter((events) => events.length > 0).flatMap((events, output_index) => events.map((event) => ({ ...event, output_index }))),
		{ type: "response.completed", response: { ...response, status: "completed", usage } },
	].map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** @param {string} text */
function message(text) {
	const item = { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: /** @type {object[]} */ ([]) };
	const part = { type: "output_text", text, annotations: [] };
	return [
		{ type: "response.output_item.added", item },
		{ type: "response.content_part.added", item_id: item.id, content_index: 0, part: { ...part, text: "" } },
		{ type: "response.output_text.delta", item_id: item.id, content_index: 0, delta: text },
		{ type: "response.output_item.done", item: { ...item, status: "completed", content: [part] } },
	];
}

/** @param {ToolCall} call */
function call({ name, arguments: input }) {
	const item = { id: "fc_1", type: "function_call", call_id: "call_1", name, arguments: "", status: "in_progress" };
	const text = JSON.stringify(input);
	return [
		{ type: "response.output_item.added", item },
		{ type: "response.function_call_arguments.delta", item_id: item.id, delta: text },
		{ type: "response.output_item.done", item: { ...item, arguments: text, status: "completed" } },
	];
}
