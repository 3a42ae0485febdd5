// An HTTP proxy on loopback that tunnels to loopback only, and refuses as long as it is told to.

import { createServer } from "node:http";
import { connect } from "node:net";

/**
 * @import { AddressInfo, Socket } from "node:net"
 *
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Refusal
 */

/** @param {Refusal[]} [refusals] answers to the first attempts to connect */
export async function startProxy(refusals = []) {
	const proxy = new Proxy(refusals);
	await proxy.listen();
	return proxy;
}

export class Proxy {
	/** What was asked for, `host:port`, with the status given. @type {{ target: string, status: number }[]} */
	connects = [];
	#refusals;
	/** @type {Set<Socket>} */
	#sockets = new Set();
	#server = createServer((_, response) => void response.writeHead(400).end());

	/** @param {Refusal[]} refusals */
	constructor(refusals) {
		this.#refusals = [...refusals];
		this.#server.on("connect", ({ url = "" }, socket) => this.#connect(url, /** @type {Socket} */ (socket)));
	}

	async listen() {
		await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve(undefined)));
	}

	get url() {
		const { port } = /** @type {AddressInfo} */ (this.#server.address());
		return `http://127.0.0.1:${port}`;
	}

	async close() {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		for (const socket of this.#sockets) socket.destroy();
		this.#server.closeAllConnections();
		await closed;
	}

	/** @param {string} target @param {Socket} client */
	#connect(target, client) {
		this.#keep(client);
		const [host, port] = target.split(":");
		const refusal = this.#refusals.shift() ?? (host === "127.0.0.1" ? undefined : { status: 403 });
		this.connects.push({ target, status: refusal?.status ?? 200 });
		if (refusal) return client.end(refusalText(refusal));
		const provider = connect(Number(port), host, () => client.write("HTTP/1.1 200 Connection Established\r\n\r\n"));
		this.#keep(provider);
		client.pipe(provider).pipe(client);
	}

	/** @param {Socket} socket */
	#keep(socket) {
		this.#sockets.add(socket);
		socket.on("error", () => socket.destroy()).once("close", () => this.#sockets.delete(socket));
	}
}

/** @param {Refusal} refusal */
function refusalText({ status, headers = {}, body = "" }) {
	const all = { ...headers, "content-length": String(Buffer.byteLength(body)) };
	const lines = [`HTTP/1.1 ${status} Refused`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
	return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
