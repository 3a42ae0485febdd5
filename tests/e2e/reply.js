// Gives an HTTP request the answer that its step describes.

import { setTimeout as sleep } from "node:timers/promises";
import zlib from "node:zlib";
import { encodeAnswer, encodeEvents } from "./answers.js";

/**
 * @import { ServerResponse } from "node:http"
 * @import { Writable } from "node:stream"
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
		if (response.socket) await send(response.socket, Buffer.from(step.raw, "latin1"), step, ended);
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
	await send(response, body, step, ended);
}

/**
 * Sends bytes in the chunks that a step asks for, the last of them with the end.
 *
 * @param {Writable} to
 * @param {Uint8Array} bytes
 * @param {Step} step
 * @param {() => void} ended
 */
async function send(to, bytes, { chunkBytes = bytes.length, dripMs, endless }, ended) {
	let at = 0;
	for (; endless || at + chunkBytes < bytes.length; at = at + chunkBytes < bytes.length ? at + chunkBytes : 0) {
		await new Promise((resolve) => to.write(bytes.subarray(at, at + chunkBytes), resolve));
		if (to.destroyed || (dripMs && !(await pause(dripMs, to)))) return;
	}
	ended();
	to.end(bytes.subarray(at));
}

/**
 * Waits, and returns whether the client is still there.
 *
 * @param {number} ms
 * @param {Writable} to
 */
async function pause(ms, to) {
	const left = new AbortController();
	const leave = () => left.abort();
	to.once("close", leave);
	const stayed = await sleep(ms, true, { signal: left.signal }).catch(() => false);
	to.off("close", leave);
	return stayed;
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
