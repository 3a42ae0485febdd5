// A client of Pi's RPC mode that keeps every record and lets a test wait for the ones to come.

import { StringDecoder } from "node:string_decoder";
import { performance } from "node:perf_hooks";
import { Watch } from "./watch.js";

/**
 * @import { ChildProcessWithoutNullStreams } from "node:child_process"
 *
 * @typedef {{ type: string } & Record<string, any>} RpcRecord
 * @typedef {{ text: string, level: string }} Notification
 * @typedef {{ code: number | null, signal: string | null }} Exit
 */

export class RpcClient {
	/** @type {RpcRecord[]} */
	records = [];
	stderr = "";
	/** @type {Exit | undefined} */
	exit;
	#child;
	#commands = 0;
	/** @type {WeakMap<RpcRecord, number>} */
	#arrivals = new WeakMap();
	#watch = new Watch(() => this.#transcript());

	/** @param {ChildProcessWithoutNullStreams} child */
	constructor(child) {
		this.#child = child;
		readLines(child.stdout, (line) => this.#received(JSON.parse(line)));
		child.stderr.setEncoding("utf8").on("data", (text) => (this.stderr += text));
		child.stdin.on("error", () => {}); // a command to a Pi that has gone: the wait for its response tells
		child.once("close", (code, signal) => {
			this.exit = { code, signal };
			this.#watch.changed();
		});
	}

	/** Everything that extensions said, in order. @returns {Notification[]} */
	get notifications() {
		return this.#requests("notify").map(({ message, notifyType }) => ({ text: message, level: notifyType }));
	}

	/** What the status `key` showed, in order; `undefined` where it was cleared. @param {string} key */
	statuses(key) {
		return this.#requests("setStatus")
			.filter(({ statusKey }) => statusKey === key)
			.map(({ statusText }) => /** @type {string | undefined} */ (statusText));
	}

	/** Returns when the record came, by `performance.now()`. @param {RpcRecord} record */
	arrivedAt(record) {
		return this.#arrivals.get(record) ?? Number.NaN;
	}

	/**
	 * Sends a command and resolves with its response, also when that says `success: false`.
	 *
	 * @param {{ type: string } & Record<string, unknown>} command
	 */
	send(command) {
		const id = `command-${++this.#commands}`;
		this.#child.stdin.write(`${JSON.stringify({ ...command, id })}\n`);
		const what = `the response to ${JSON.stringify(command)}`;
		return this.until((record) => record.type === "response" && record.id === id, { what });
	}

	/** Sends a prompt. @param {string} message @param {object} [more] */
	prompt(message, more) {
		return this.send({ type: "prompt", message, ...more });
	}

	/** Sends a prompt and resolves when Pi has settled. @param {string} message */
	async promptAndSettle(message) {
		const from = this.records.length;
		await this.prompt(message);
		return this.settled(from);
	}

	/** Resolves when Pi has settled. @param {number} [from] index of the first record that counts */
	settled(from = 0) {
		return this.until(({ type }) => type === "agent_settled", { from, what: "agent_settled" });
	}

	/** Resolves when an extension said exactly this. @param {string | RegExp} text */
	notified(text) {
		/** @param {string} message */
		const matches = (message) => (typeof text === "string" ? message === text : text.test(message));
		return this.until(({ method, message }) => method === "notify" && matches(message), { what: `"${text}"` });
	}

	/**
	 * Resolves with the first record that fits, whether it has come or is yet to come.
	 *
	 * @param {(record: RpcRecord) => boolean} fits
	 * @param {{ from?: number, what?: string }} [options]
	 */
	until(fits, { from = 0, what = "a record" } = {}) {
		return this.#watch.until(what, () => {
			const found = this.records.slice(from).find(fits);
			if (!found && this.exit) throw new Error(`Pi ended before ${what} came. What came:\n${this.#transcript()}`);
			return found;
		});
	}

	/** Closes stdin, which ends Pi, and resolves with how it ended. */
	close() {
		this.#child.stdin.end();
		return this.exited();
	}

	/** Sends a signal that Pi survives. @param {NodeJS.Signals} signal */
	signal(signal) {
		this.#child.kill(signal);
	}

	/** @param {NodeJS.Signals} signal */
	kill(signal) {
		this.signal(signal);
		return this.exited();
	}

	/** Stops Pi where it stands, as a machine does that falls asleep. */
	pause() {
		this.#child.kill("SIGSTOP");
	}

	resume() {
		this.#child.kill("SIGCONT");
	}

	exited() {
		return this.#watch.until("Pi's exit", () => this.exit);
	}

	/** @param {RpcRecord} record */
	#received(record) {
		this.records.push(record);
		this.#arrivals.set(record, performance.now());
		this.#watch.changed();
	}

	/** @param {string} method */
	#requests(method) {
		return this.records.filter((record) => record.type === "extension_ui_request" && record.method === method);
	}

	#transcript() {
		const lines = this.records.map((record) => JSON.stringify(record).slice(0, 300));
		return [...lines, `stderr: ${this.stderr}`, `exit: ${JSON.stringify(this.exit)}`].join("\n");
	}
}

/**
 * Splits on LF only: other line separators are valid inside JSON strings.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} take
 */
function readLines(stream, take) {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	stream.on("data", (chunk) => {
		const lines = (rest + decoder.write(chunk)).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) take(line);
	});
}
