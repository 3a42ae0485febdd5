// Writes what an API streams, as server-sent events.

import { PROTOCOLS } from "./protocols/index.js";

/** @import { Answer, Api, Protocol } from "./protocols/index.js" */

/**
 * Returns the whole body of a streamed answer.
 *
 * @param {Api} api
 * @param {Answer} answer
 */
export function encodeAnswer(api, answer) {
	/** @type {Protocol} */
	const { events, end = "" } = PROTOCOLS[api];
	return encodeEvents(api, events(answer)) + end;
}

/**
 * Returns the body of a stream that has these events and then ends.
 *
 * @param {Api} api
 * @param {object[]} events
 */
export function encodeEvents(api, events) {
	/** @type {Protocol} */
	const { frame = (event) => `data: ${JSON.stringify(event)}\n\n` } = PROTOCOLS[api];
	return events.map(frame).join("");
}
