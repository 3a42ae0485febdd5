// Watches Pi's HTTP client: ties a marked request to its response, and takes the mark out before anything is sent.

import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { decode } from "./body.js";

/** The header that marks a request. No request leaves with it. */
const MARK = "x-pi-retry-mark";

/** How much of an error body is kept, as it was sent. */
const LONGEST_BODY = 1024 * 1024;

/**
 * @typedef {object} UndiciRequest
 * @property {string[]} headers names and values in turn
 */

/** What became of one marked request. With provider-level retries the last response counts. */
export class Capture {
	/** Whether the mark showed, and was taken out. */
	seen = false;
	/** @type {number | undefined} */
	status;
	/** @type {Record<string, string[]>} */
	headers = {};
	/** The client's error code where no whole response came. @type {string | undefined} */
	code;
	/** @type {Buffer[]} */
	#chunks = [];
	#length = 0;

	begin() {
		this.seen = true;
		this.status = undefined;
		this.headers = {};
		this.code = undefined;
		this.#chunks = [];
		this.#length = 0;
	}

	/** Takes a response, which may follow an informational one. @param {number} status @param {Buffer[]} headers names and values in turn */
	respond(status, headers) {
		this.status = status;
		this.headers = {};
		for (let i = 0; i + 1 < headers.length; i += 2) {
			(this.headers[text(headers[i]).toLowerCase()] ??= []).push(text(headers[i + 1]));
		}
	}

	/** @param {Buffer} chunk */
	receive(chunk) {
		if (this.#length >= LONGEST_BODY) return;
		this.#chunks.push(Buffer.from(chunk.subarray(0, LONGEST_BODY - this.#length)));
		this.#length += chunk.length;
	}

	/** The error body as a text. */
	get body() {
		return decode(Buffer.concat(this.#chunks), this.headers["content-encoding"]?.join(",") ?? "");
	}

	/** Whether bodies of this status are worth keeping: those of answers are not read. */
	get failed() {
		return (this.status ?? 0) >= 400;
	}
}

/** Captures that wait for their request, by mark. @type {Map<string, Capture>} */
const marked = new Map();

/** @type {WeakMap<UndiciRequest, Capture>} */
const captures = new WeakMap();

/** @type {Record<string, (message: any) => void>} */
const channels = {
	"undici:request:create": ({ request }) => {
		const { headers } = request;
		for (let i = headers.length - 2; i >= 0; i -= 2) {
			if (String(headers[i]).toLowerCase() !== MARK) continue;
			const capture = marked.get(headers[i + 1]);
			headers.splice(i, 2);
			capture?.begin();
			if (capture) captures.set(request, capture);
		}
	},
	"undici:request:headers": ({ request, response }) => {
		if (response.headers) captures.get(request)?.respond(response.statusCode, response.headers);
	},
	"undici:request:bodyChunkReceived": ({ request, chunk }) => {
		const capture = captures.get(request);
		if (capture?.failed) capture.receive(chunk);
	},
	"undici:request:error": ({ request, error }) => {
		const capture = captures.get(request);
		if (capture) capture.code = codeOf(error);
	},
};

/** No subscriber may throw: it would end Pi. */
const subscribers = Object.entries(channels).map(([name, handle]) => ({
	name,
	/** @param {unknown} message */
	safely(message) {
		try {
			handle(message);
		} catch {
			// A message of another shape than undici's: it is not about our request.
		}
	},
}));

let sessions = 0;

/** Whether this runtime's HTTP client can be watched. */
export const watchable = !process.versions.bun;

/** Watches for one more session. @returns {() => void} ends that, once */
export function watch() {
	if (sessions++ === 0) for (const { name, safely } of subscribers) subscribe(name, safely);
	let watching = true;
	return () => {
		if (!watching) return;
		watching = false;
		if (--sessions === 0) for (const { name, safely } of subscribers) unsubscribe(name, safely);
	};
}

/**
 * Marks a request by its open headers.
 *
 * @param {Record<string, string | null>} headers
 * @returns {{ capture: Capture, release: () => void }} `release` forgets the mark
 */
export function mark(headers) {
	const token = randomUUID();
	const capture = new Capture();
	marked.set(token, capture);
	headers[MARK] = token;
	return { capture, release: () => void marked.delete(token) };
}

/** The innermost code: fetch wraps what the socket said. @param {any} error @returns {string | undefined} */
function codeOf(error) {
	const cause = error?.cause ?? error?.errors?.[0];
	const inner = cause && codeOf(cause);
	return inner || (typeof error?.code === "string" ? error.code : undefined);
}

/** @param {Buffer | string | undefined} value */
function text(value) {
	return Buffer.isBuffer(value) ? value.toString("latin1") : String(value ?? "");
}
