// Writes a model's answer as each API streams it (server-sent events).

/**
 * @typedef {"openai-completions" | "anthropic-messages"} Api
 * @typedef {{ name: string, arguments: Record<string, unknown> }} ToolCall
 * @typedef {{ text?: string, toolCall?: ToolCall }} Answer
 */

/** @type {Record<Api, (answer: Answer) => string>} */
const ENCODERS = { "openai-completions": openaiStream, "anthropic-messages": anthropicStream };

/**
 * Returns the whole body of a streamed answer.
 *
 * @param {Api} api
 * @param {Answer} answer
 */
export function encodeAnswer(api, answer) {
	return ENCODERS[api](answer);
}

/** @param {Answer} answer */
function openaiStream({ text, toolCall }) {
	/** @type {object[]} */
	const choices = [];
	if (text !== undefined) choices.push({ index: 0, delta: { role: "assistant", content: text }, finish_reason: null });
	if (toolCall) choices.push({ index: 0, delta: { role: "assistant", tool_calls: [openaiCall(toolCall)] }, finish_reason: null });
	choices.push({ index: 0, delta: {}, finish_reason: toolCall ? "tool_calls" : "stop" });
	const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "mock" };
	const chunks = choices.map((choice) => ({ ...head, choices: [choice] }));
	const usage = { ...head, choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } };
	return [...chunks, usage].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";
}

/** @param {ToolCall} call */
function openaiCall(call) {
	return { index: 0, id: "call_1", type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } };
}

/** @param {Answer} answer */
function anthropicStream({ text, toolCall }) {
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
	const events = [
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
	return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
