// Anthropic's Messages.

/** @import { Answer, Protocol } from "./index.js" */

/** @type {Protocol} */
export const anthropicMessages = {
	path: /^\/v1\/messages$/,
	events,
	frame: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
	rateLimited: (message) => ({
		type: "error",
		error: { type: "rate_limit_error", message },
		request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
	}),
};

/** @param {Answer} answer */
function events({ text, toolCall }) {
	const message = {
		id: "msg_1",
		type: "message",
		role: "assistant",
		model: "mock",
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage: { input_tokens: 10, output_tokens: 1 },
	};
	/** @type {[object, object][]} */
	const blocks = [];
	if (text !== undefined) blocks.push([{ type: "text", text: "" }, { type: "text_delta", text }]);
	if (toolCall) {
		blocks.push([
			{ type: "tool_use", id: "toolu_1", name: toolCall.name, input: {} },
			{ type: "input_json_delta", partial_json: JSON.stringify(toolCall.arguments) },
		]);
	}
	return [
		{ type: "message_start", message },
		...blocks.flatMap(([content_block, delta], index) => [
			{ type: "content_block_start", index, content_block },
			{ type: "content_block_delta", index, delta },
			{ type: "content_block_stop", index },
		]),
		{
			type: "message_delta",
			delta: { stop_reason: toolCall ? "tool_use" : "end_turn", stop_sequence: null },
			usage: { output_tokens: 5 },
		},
		{ type: "message_stop" },
	];
}
