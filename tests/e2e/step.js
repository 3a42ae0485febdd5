// What a plan can make of a request.

/**
 * @import { PlannedRequest } from "./request.js"
 * @import { ToolCall } from "./protocols/index.js"
 */

/**
 * What becomes of one request. With neither `status`, `body` nor `events`, it is answered with a stream.
 *
 * @typedef {object} Step
 * @property {number} [status]
 * @property {Record<string, string | string[]>} [headers]
 * @property {string | Uint8Array | object} [body] what is neither text nor bytes is sent as JSON
 * @property {"gzip" | "deflate" | "br" | "zstd"} [encoding] compresses the body
 * @property {string} [text] the streamed answer's text
 * @property {ToolCall} [toolCall] a tool that the streamed answer calls
 * @property {object[]} [events] streams these in place of an answer
 * @property {number} [delayMs] time before the first byte
 * @property {number} [chunkBytes] sends the body, or `raw`, in chunks of so many bytes
 * @property {number} [dripMs] time between two chunks
 * @property {boolean} [endless] sends the body again and again until the client leaves
 * @property {number} [cutAfterBytes] cuts the connection after so many bytes of the body
 * @property {boolean} [drop] closes the connection without an answer
 * @property {string} [earlyLink] a `link` header that goes ahead in a response 103
 * @property {string} [raw] sent in place of a response, one byte for a character, before the connection is closed
 * @property {boolean} [handshake] serves the next handshake of a WebSocket, and no request
 * @property {{ code: number, reason?: string }} [close] closes the WebSocket after the events
 */

/**
 * A step serves one request. A function serves every request until it returns `undefined`.
 *
 * @typedef {Step | ((request: PlannedRequest) => Step | undefined)} PlanItem
 */

/** A plan, used up step by step. */
export class Plan {
	#items;
	#otherwise;

	/** @param {PlanItem[]} items @param {Step} otherwise serves when the plan is used up */
	constructor(items, otherwise) {
		this.#items = [...items];
		this.#otherwise = otherwise;
	}

	/** Returns the step for a request. @param {PlannedRequest} request @returns {Step} */
	next(request) {
		for (let item = this.#items[0]; item; item = this.#items[0]) {
			if (typeof item !== "function") return /** @type {Step} */ (this.#items.shift());
			const step = item(request);
			if (step) return step;
			this.#items.shift();
		}
		return this.#otherwise;
	}

	/** Returns the step for a handshake, unless it is to be accepted. @returns {Step | undefined} */
	nextHandshake() {
		const item = this.#items[0];
		if (!item || typeof item === "function" || !item.handshake) return undefined;
		this.#items.shift();
		return item;
	}
}
