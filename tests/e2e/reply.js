// Gives an HTTP request the answer that its step describes.

import { setTimeout as sleep } from "node:timers/promises";
import zlib from "node:zlib";
import { encodeAnswer, encodeEvents } from "./answers.js";

/**
 * @import { ServerResponse } from "node:http"
 * @import { Api } from "./protocols/index.js"
 * @import { PlannedRequest } from "./request.js"
 * @import { Step } from "./step.js"
 */

const COMPRESS = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync, zstd: zlib.zstdCompressSync };

/**
 * @param {PlannedRequest} request
 * @param {Step} step
 * @param {ServerResponse} response
 * @param {() => void} ended to be called just before the last byte leaves
 */
export async function reply(request, step, response, ended) {
	if (step.delayMs && !(await pause(step.delayMs, response))) return;
	const abandon = () => {
		ended();
		response.socket?.destroy();
	};
	if (step.drop) return abandon();
	if (step.raw !== undefined) {
		ended();
		response.socket?.end(step.raw, "latin1");
		return;
	}
	if (step.earlyLink) response.writeEarlyHints({ link: step.earlyLink });
	const { status, type, body } = render(request.api, step);
	request.status = status;
	response.writeHead(status, { "content-type": type, ...encoded(step), ...step.headers });
	if (step.cutAfterBytes !== undefined) {
		response.flushHeaders();
		response.write(body.subarray(0, step.cutAfterBytes), abandon);
		return;
	}
	if (step.chunkBytes) {
		for (let at = 0; at < body.length; at += step.chunkBytes) {
			await new Promise((resolve) => response.write(body.subarray(at, at + (step.chunkBytes ?? 0)), resolve));
		}
	}
	ended();
	response.end(step.chunkBytes ? undefined : body);
}

/**
 * Waits, and returns whether the client is still there.
 *
 * @param {number} ms
 * @param {ServerResponse} response
 */
async function pause(ms, response) {
	const left = new AbortController();
	response.once("close", () => left.abort());
	return sleep(ms, true, { signal: left.signal }).catch(() => false);
}

/** @param {Api | undefined} api @param {Step} step */
function render(api, step) {
	const { status = 200, type, content } = describe(api, step);
	const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
	return { status, type, body: step.encoding ? COMPRESS[step.encoding](bytes) : bytes };
}

/** @param {Api | undefined} api @param {Step} step @returns {{ status?: number, type: string, content: string | Uint8Array }} */
function describe(api, { status, body, events, text, toolCall }) {
	if (api && events) return { status, type: "text/event-stream", content: encodeEvents(api, events) };
	if (api && status === undefined && body === undefined) {
		const answer = { text: text ?? (toolCall ? undefined : "ok"), toolCall };
		return { type: "text/event-stream", content: encodeAnswer(api, answer) };
	}
	if (body instanceof Uint8Array) return { status, type: "application/octet-stream", content: body };
	if (typeof body === "object") return { status, type: "application/json", content: JSON.stringify(body) };
	return { status, type: "text/plain", content: body ?? "" };
}

/** @param {Step} step */
function encoded({ encoding }) {
	return encoding ? { "content-encoding": encoding } : {};
}
