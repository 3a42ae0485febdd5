// Tells the model's requests from those beside them.

/** @import { PlannedRequest } from "./request.js" */

/** Whether an extension of the tests sent it. @param {PlannedRequest} request */
export function isFromSamePath({ body }) {
	return body?.from === "same-path";
}

/** Whether Pi sent it to warm a prompt cache. @param {PlannedRequest} request */
export function isWarming({ body }) {
	return (body?.max_completion_tokens ?? body?.max_tokens) === 1;
}
