// Google's Gemini API.

/** @import { Answer, Protocol } from "./index.js" */

/** @type {Protocol} */
export const googleGenerativeAi = {
	path: /^\/v1beta\/models\/[^/:]+:streamGenerateContent$/,
	events,
	rateLimited: (message) => ({ error: { code: 429, message, status: "RESOURCE_EXHAUSTED" } }),
};

/** @param {Answer} answer */
function events({ text, toolCall }) {
	const parts = [
		...(text === undefined ? [] : [{ text }]),
		...(toolCall ? [{ functionCall: { name: toolCall.name, args: toolCall.arguments } }] : []),
	];
	return [
		{
			responseId: "response-1",
			modelVersion: "mock",
			candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
			usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
		},
	];
}
