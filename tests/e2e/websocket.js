// The server's side of a WebSocket (RFC 6455), without extensions.

import { createHash } from "node:crypto";

/**
 * @import { IncomingMessage } from "node:http"
 * @import { Duplex } from "node:stream"
 *
 * @typedef {{ final: boolean, opcode: number, payload: Buffer, size: number }} Frame
 */

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const OPCODE = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 };

export class WebSocketServerConnection {
	#socket;
	#onText;
	#closing = false;
	#received = Buffer.alloc(0);
	/** @type {Buffer[]} */
	#parts = [];

	/**
	 * Accepts a handshake.
	 *
	 * @param {IncomingMessage} incoming
	 * @param {Duplex} socket
	 * @param {(text: string) => void} onText
	 */
	constructor(incoming, socket, onText) {
		this.#socket = socket;
		this.#onText = onText;
		const key = `${incoming.headers["sec-websocket-key"]}${GUID}`;
		const accept = createHash("sha1").update(key).digest("base64");
		const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
		socket.on("data", (bytes) => this.#take(bytes)).on("error", () => {});
		socket.write(`${head.join("\r\n")}\r\n\r\n`);
	}

	/** @param {string} text */
	send(text) {
		this.#write(OPCODE.text, Buffer.from(text));
	}

	/** Starts the closing handshake. @param {number} code @param {string} [reason] */
	close(code, reason = "") {
		const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
		payload.writeUInt16BE(code);
		payload.write(reason, 2);
		this.#sendClose(payload);
	}

	/** Cuts the connection. */
	destroy() {
		this.#socket.destroy();
	}

	/** @param {Buffer} bytes */
	#take(bytes) {
		this.#received = Buffer.concat([this.#received, bytes]);
		for (let frame = readFrame(this.#received); frame; frame = readFrame(this.#received)) {
			this.#received = this.#received.subarray(frame.size);
			this.#handle(frame);
		}
	}

	/** @param {Frame} frame */
	#handle({ final, opcode, payload }) {
		if (opcode === OPCODE.ping) return this.#write(OPCODE.pong, payload);
		if (opcode === OPCODE.pong) return;
		if (opcode === OPCODE.close) {
			this.#sendClose(payload);
			this.#socket.end();
			return;
		}
		this.#parts.push(payload);
		if (!final) return;
		const text = Buffer.concat(this.#parts).toString("utf8");
		this.#parts = [];
		this.#onText(text);
	}

	/** @param {Buffer} payload */
	#sendClose(payload) {
		if (this.#closing) return;
		this.#closing = true;
		this.#write(OPCODE.close, payload);
	}

	/** @param {number} opcode @param {Buffer} payload */
	#write(opcode, payload) {
		if (this.#socket.writable) this.#socket.write(Buffer.concat([frameHead(opcode, payload.length), payload]));
	}
}

/** Returns the first frame, when all of it has come. @param {Buffer} bytes @returns {Frame | undefined} */
function readFrame(bytes) {
	if (bytes.length < 2) return undefined;
	const short = bytes.readUInt8(1) & 0x7f;
	const maskAt = { 126: 4, 127: 10 }[short] ?? 2;
	if (bytes.length < maskAt) return undefined;
	const length = maskAt === 2 ? short : maskAt === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
	const [start, end] = [maskAt + 4, maskAt + 4 + length];
	if (bytes.length < end) return undefined;
	const payload = Buffer.from(bytes.subarray(start, end));
	for (let i = 0; i < length; i++) payload[i] = payload.readUInt8(i) ^ bytes.readUInt8(maskAt + (i % 4));
	return { final: bytes.readUInt8(0) >= 0x80, opcode: bytes.readUInt8(0) & 0x0f, payload, size: end };
}

/** @param {number} opcode @param {number} length */
function frameHead(opcode, length) {
	const head = Buffer.alloc(length < 126 ? 2 : length < 0x10000 ? 4 : 10);
	head.writeUInt8(0x80 | opcode, 0);
	head.writeUInt8(head.length === 2 ? length : head.length === 4 ? 126 : 127, 1);
	if (head.length === 4) head.writeUInt16BE(length, 2);
	if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
	return head;
}
