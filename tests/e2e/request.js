// Reads a request into the record that a test looks at.

import { performance } from "node:perf_hooks";
import zlib from "node:zlib";
import { apiAt } from "./protocols/index.js";

/**
 * @import { IncomingMessage } from "node:http"
 * @import { Api } from "./protocols/index.js"
 * @import { Step } from "./step.js"
 */

/**
 * @typedef {object} PlannedRequest
 * @property {number} number counted from 1
 * @property {Api | undefined} api
 * @property {string} method `WEBSOCKET` for a message on a WebSocket
 * @property {string} path
 * @property {[name: string, value: string][]} headers as they came, in order and case; for a message, its handshake's
 * @property {any} body parsed, when it is JSON
 * @property {number} arrivedAt `performance.now()`
 * @property {number} arrivedAtEpoch `Date.now()`
 * @property {Step} [step] the fate it got
 * @property {number} [status] the status sent, none when the connection was dropped
 * @property {number} [endedAt] `performance.now()` when the last byte was handed over, or the client left
 * @property {number} [connection] which handshake opened the WebSocket, counted from 1
 */

/**
 * @param {IncomingMessage} incoming
 * @param {string} [text] the body, where it is known
 * @returns {Promise<Omit<PlannedRequest, "number">>}
 */
export async function readRequest(incoming, text) {
	const [arrivedAt, arrivedAtEpoch] = [performance.now(), Date.now()];
	const path = (incoming.url ?? "").replace(/\?.*/, "");
	const body = parse(text ?? (await readBody(incoming)));
	const method = incoming.method ?? "";
	return { api: apiAt(path), method, path, headers: headerPairs(incoming.rawHeaders), body, arrivedAt, arrivedAtEpoch };
}

/** Returns the names of a request's headers, in order, in small letters. @param {Pick<PlannedRequest, "headers">} request */
export function headerNames({ headers }) {
	return headers.map(([name]) => name.toLowerCase());
}

/** @param {IncomingMessage} incoming */
async function readBody(incoming) {
	const chunks = [];
	for await (const chunk of incoming) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	return (incoming.headers["content-encoding"] === "zstd" ? zlib.zstdDecompressSync(bytes) : bytes).toString("utf8");
}

/** @param {string} text */
function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** @param {string[]} raw @returns {[string, string][]} */
function headerPairs(raw) {
	return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}
