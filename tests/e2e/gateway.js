// A provider on loopback whose every answer is planned, over HTTP and over WebSockets.

import { createServer, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { reply } from "./reply.js";
import { readRequest } from "./request.js";
import { replyOnSocket } from "./socket-reply.js";
import { Plan } from "./step.js";
import { Watch } from "./watch.js";
import { WebSocketServerConnection } from "./websocket.js";

/**
 * @import { IncomingMessage, Server } from "node:http"
 * @import { AddressInfo, Socket } from "node:net"
 * @import { PlanItem, Step } from "./step.js"
 *
 * @typedef {import("./request.js").PlannedRequest} PlannedRequest
 *
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
	/** The requests for a model's answer, and those that went astray. @type {PlannedRequest[]} */
	requests = [];
	/** The handshakes of WebSockets. @type {PlannedRequest[]} */
	handshakes = [];
	#plan;
	#onAnswered;
	/** @type {Server} */
	#server;
	/** @type {Set<Socket>} */
	#sockets = new Set();
	#watch = new Watch(() => [...this.handshakes, ...this.requests].map(outline).join("\n"));

	/** @param {GatewayOptions} [options] */
	constructor({ plan = [], otherwise = { text: "ok" }, onAnswered = () => {} } = {}) {
		this.#plan = new Plan(plan, otherwise);
		this.#onAnswered = onAnswered;
		this.#server = createServer((request, response) => void this.#serve(request, response));
		this.#server.on("upgrade", (request, socket) => void this.#upgrade(request, /** @type {Socket} */ (socket)));
		this.#server.on("connection", (socket) => {
			this.#sockets.add(socket);
			socket.once("close", () => this.#sockets.delete(socket));
		});
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
		if (!failed || !next) throw new Error(`no request came after answer ${n}`);
		return waitBetween(failed, next);
	}

	async close() {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		for (const socket of this.#sockets) socket.destroy();
		await closed;
	}

	/** @param {IncomingMessage} incoming @param {ServerResponse} response */
	async #serve(incoming, response) {
		const request = add(this.requests, await readRequest(incoming));
		const planned = request.method === "POST" && request.api;
		await this.#answer(request, planned ? this.#plan.next(request) : { status: 404 }, response);
	}

	/** @param {IncomingMessage} incoming @param {Socket} socket */
	async #upgrade(incoming, socket) {
		const request = add(this.handshakes, await readRequest(incoming, ""));
		const refusal = request.api ? this.#plan.nextHandshake() : { status: 404 };
		if (refusal) {
			const response = new ServerResponse(incoming);
			response.assignSocket(socket);
			response.shouldKeepAlive = false;
			response.once("finish", () => socket.end());
			return this.#answer(request, refusal, response);
		}
		request.status = 101;
		const connection = new WebSocketServerConnection(incoming, socket, (text) => {
			void this.#serveMessage(incoming, text, connection, request.number);
		});
		this.#watch.changed();
	}

	/**
	 * @param {IncomingMessage} handshake
	 * @param {string} text
	 * @param {WebSocketServerConnection} connection
	 * @param {number} number which handshake it was
	 */
	async #serveMessage(handshake, text, connection, number) {
		const message = { ...(await readRequest(handshake, text)), method: "WEBSOCKET", connection: number };
		const request = add(this.requests, message);
		request.step = this.#plan.next(request);
		this.#watch.changed();
		await replyOnSocket(request, request.step, connection, () => this.#ended(request));
	}

	/** @param {PlannedRequest} request @param {Step} step @param {ServerResponse} response */
	async #answer(request, step, response) {
		response.on("close", () => this.#ended(request));
		request.step = step;
		this.#watch.changed();
		await reply(request, step, response, () => this.#ended(request));
	}

	/** @param {PlannedRequest} request */
	#ended(request) {
		if (request.endedAt !== undefined) return;
		request.endedAt = performance.now();
		this.#onAnswered(request);
		this.#watch.changed();
	}
}

/**
 * Returns the time between the end of one request's answer and the arrival of another request.
 *
 * @param {PlannedRequest} failed
 * @param {PlannedRequest} next
 */
export function waitBetween(failed, next) {
	if (failed.endedAt === undefined) throw new Error(`request ${failed.number} is still being answered`);
	return next.arrivedAt - failed.endedAt;
}

/** @param {PlannedRequest[]} list @param {Omit<PlannedRequest, "number">} request */
function add(list, request) {
	const numbered = { ...request, number: list.length + 1 };
	list.push(numbered);
	return numbered;
}

/** @param {PlannedRequest} request */
function outline({ number, method, path, status, step }) {
	return `${number}. ${method} ${path} -> ${status ?? (step?.drop ? "dropped" : "no answer yet")}`;
}
