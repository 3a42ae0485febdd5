// Makes the failures that a gateway's plan is written in, in each provider's true shape.

import { PROTOCOLS } from "./protocols/index.js";

/**
 * @import { Api } from "./protocols/index.js"
 * @import { PlannedRequest } from "./request.js"
 * @import { Step } from "./step.js"
 */

/**
 * Returns a 429 as the API's provider words it, with no word of how long to wait.
 *
 * @param {Api} api
 * @param {Step} [more] what else is to be said of it, and a body or status that is to take the place of the usual one
 * @returns {Step}
 */
export function rateLimited(api, more) {
	return { status: 429, body: PROTOCOLS[api].rateLimited("Too many requests."), ...more };
}

/**
 * Returns a failure as OpenAI words it.
 *
 * @param {number} status
 * @param {{ message: string, type?: string | null, code?: string | null }} error
 * @param {Record<string, string>} [headers]
 * @returns {Step}
 */
export function openaiError(status, { message, type = null, code = null }, headers) {
	return { status, headers, body: { error: { message, type, param: null, code } } };
}

/**
 * Returns a failure as Anthropic words it.
 *
 * @param {number} status
 * @param {{ message: string, type: string }} error
 * @param {Record<string, string>} [headers]
 * @returns {Step}
 */
export function anthropicError(status, error, headers) {
	return { status, headers, body: { type: "error", error, request_id: "req_011CSHoEeqs5C35K2UUqR7Fy" } };
}

/**
 * Returns OpenAI's 429 for a limit of tokens a minute.
 *
 * @param {string} wait as OpenAI writes it, `1.2s`, `6m0s` or `250ms`
 * @returns {Step}
 */
export function openaiRateLimit(wait) {
	return openaiError(429, {
		message:
			"Rate limit reached for gpt-mock in organization org-mock on tokens per min (TPM): " +
			`Limit 30000, Used 29500, Requested 1100. Please try again in ${wait}. ` +
			"Visit https://platform.openai.com/account/rate-limits to learn more.",
		type: "tokens",
		code: "rate_limit_exceeded",
	});
}

/** OpenAI's 401 for a wrong key. */
export const openaiWrongKey = openaiError(401, {
	message: "Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.",
	type: "invalid_request_error",
	code: "invalid_api_key",
});

/** A gateway's bare 503. @type {Step} */
export const unavailable = { status: 503 };

/**
 * Returns a plan's step that answers everything for a while, counted from the first request it sees.
 *
 * @param {number} ms
 * @param {(leftMs: number) => Step} fate
 * @returns {(request: PlannedRequest) => Step | undefined}
 */
export function forTheFirst(ms, fate) {
	/** @type {number | undefined} */
	let end;
	return ({ arrivedAt }) => {
		end ??= arrivedAt + ms;
		return arrivedAt < end ? fate(end - arrivedAt) : undefined;
	};
}
