// A provider on loopback whose every answer is planned: OpenAI Chat Completions and Anthropic Messages.

import { createServer } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeAnswer } from "./answers.js";
import { Watch } from "./watch.js";

/**
 * @import { IncomingMessage, Server, ServerResponse } from "node:http"
 * @import { AddressInfo } from "node:net"
 * @import { Answer, Api, ToolCall } from "./answers.js"
 */

/**
 * What becomes of one request. With neither `status` nor `body`, it is answered with a stream.
 *
 * @typedef {object} Step
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {string | object} [body] an object is sent as JSON
 * @property {string} [text] the streamed answer's text
 * @property {ToolCall} [toolCall] a tool that the streamed answer calls
 * @property {number} [delayMs] time before the first byte
 * @property {number} [cutAfterBytes] cuts the connection after so many bytes of the body
 * @property {boolean} [drop] closes the connection without an answer
 */

/**
 * A step serves one request. A function serves every request until it returns `undefined`.
 *
 * @typedef {Step | ((request: PlannedRequest) => Step | undefined)} PlanItem
 */

/**
 * @typedef {object} PlannedRequest
 * @property {number} number counted from 1
 * @property {Api | undefined} api
 * @property {string} method
 * @property {string} path
 * @property {[name: string, value: string][]} headers as they came, in order and case
 * @property {any} body parsed, when it is JSON
 * @property {number} arrivedAt `performance.now()`
 * @property {number} arrivedAtEpoch `Date.now()`
 * @property {Step} [step] the fate it got
 * @property {number} [status] the status sent, none when the connection was dropped
 * @property {number} [endedAt] `performance.now()` when the last byte was handed over, or the client left
 */

/** @type {Record<string, Api>} */
const APIS = { "/v1/chat/completions": "openai-completions", "/v1/messages": "anthropic-messages" };

/**
 * @typedef {object} GatewayOptions
 * @property {PlanItem[]} [plan]
 * @property {Step} [otherwise] answers when the plan is used up
 * @property {(request: PlannedRequest) => void} [onAnswered] called when an answer has ended
 */

/** Starts a gateway on a free port of loopback. @param {GatewayOptions} [options] */
export async function startGateway(options) {
	const gateway = new Gateway(options);
	await gateway.listen();
	return gateway;
}

export class Gateway {
	/** @type {PlannedRequest[]} */
	requests = [];
	#plan;
	#otherwise;
	#onAnswered;
	/** @type {Server} */
	#server;
	#watch = new Watch(() => this.requests.map(outline).join("\n"));

	/** @param {GatewayOptions} [options] */
	constructor({ plan = [], otherwise = { text: "ok" }, onAnswered = () => {} } = {}) {
		this.#plan = [...plan];
		this.#otherwise = otherwise;
		this.#onAnswered = onAnswered;
		this.#server = createServer((request, response) => void this.#serve(request, response));
	}

	async listen() {
		await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve(undefined)));
	}

	/** Where the gateway listens, without a path. */
	get url() {
		const { port } = /** @type {AddressInfo} */ (this.#server.address());
		return `http://127.0.0.1:${port}`;
	}

	/** Resolves when the n-th request has arrived, counted from 1. @param {number} n */
	request(n) {
		return this.#watch.until(`request ${n}`, () => this.requests[n - 1]);
	}

	/** Resolves when the answer to the n-th request has ended. @param {number} n */
	answered(n) {
		return this.#watch.until(`the end of answer ${n}`, () => {
			const request = this.requests[n - 1];
			return request?.endedAt === undefined ? undefined : { ...request, endedAt: request.endedAt };
		});
	}

	/** Returns the time between the end of answer n and the arrival of the next request. @param {number} n */
	waitAfter(n) {
		const [failed, next] = [this.requests[n - 1], this.requests[n]];
		if (failed?.endedAt === undefined || !next) throw new Error(`no request came after answer ${n}`);
		return next.arrivedAt - failed.endedAt;
	}

	async close() {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		this.#server.closeAllConnections();
		await closed;
	}

	/** @param {IncomingMessage} incoming @param {ServerResponse} response */
	async #serve(incoming, response) {
		const request = await this.#receive(incoming);
		response.on("close", () => this.#ended(request));
		request.step = request.api ? this.#nextStep(request) : { status: 404 };
		this.#watch.changed();
		await answer(request, request.step, response, () => this.#ended(request));
	}

	/** @param {IncomingMessage} incoming @returns {Promise<PlannedRequest>} */
	async #receive(incoming) {
		const [arrivedAt, arrivedAtEpoch] = [performance.now(), Date.now()];
		const path = (incoming.url ?? "").replace(/\?.*/, "");
		const body = await readBody(incoming);
		/** @type {PlannedRequest} */
		const request = {
			number: this.requests.length + 1,
			api: incoming.method === "POST" ? APIS[path] : undefined,
			method: incoming.method ?? "",
			path,
			headers: headerPairs(incoming.rawHeaders),
			body,
			arrivedAt,
			arrivedAtEpoch,
		};
		this.requests.push(request);
		return request;
	}

	/** @param {PlannedRequest} request @returns {Step} */
	#nextStep(request) {
		for (let item = this.#plan[0]; item; item = this.#plan[0]) {
			if (typeof item !== "function") return /** @type {Step} */ (this.#plan.shift());
			const step = item(request);
			if (step) return step;
			this.#plan.shift();
		}
		return this.#otherwise;
	}

	/** @param {PlannedRequest} request */
	#ended(request) {
		if (request.endedAt !== undefined) return;
		request.endedAt = performance.now();
		this.#onAnswered(request);
		this.#watch.changed();
	}
}

/** @param {IncomingMessage} incoming */
async function readBody(incoming) {
	const chunks = [];
	for await (const chunk of incoming) chunks.push(chunk);
	const text = Buffer.concat(chunks).toString("utf8");
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

/**
 * @param {PlannedRequest} request
 * @param {Step} step
 * @param {ServerResponse} response
 * @param {() => void} ended to be called just before the last byte leaves
 */
async function answer(request, step, response, ended) {
	if (step.delayMs && !(await pause(step.delayMs, response))) return;
	const abandon = () => {
		ended();
		response.socket?.destroy();
	};
	if (step.drop) return abandon();
	const { status, type, body } = render(request.api, step);
	request.status = status;
	response.writeHead(status, { "content-type": type, ...step.headers });
	if (step.cutAfterBytes === undefined) {
		ended();
		response.end(body);
	} else {
		response.flushHeaders();
		response.write(Buffer.from(body).subarray(0, step.cutAfterBytes), abandon);
	}
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
	if (api && step.status === undefined && step.body === undefined) {
		const text = step.text ?? (step.toolCall ? undefined : "ok");
		return { status: 200, type: "text/event-stream", body: encodeAnswer(api, { text, toolCall: step.toolCall }) };
	}
	const { status = 200, body = "" } = step;
	return typeof body === "string"
		? { status, type: "text/plain", body }
		: { status, type: "application/json", body: JSON.stringify(body) };
}

/** @param {PlannedRequest} request */
function outline({ number, method, path, status, step }) {
	return `${number}. ${method} ${path} -> ${status ?? (step?.drop ? "dropped" : "no answer yet")}`;
}
