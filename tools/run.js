// Runs programs so that a person sees what goes on, and ends with one sentence when something is missing.
import { spawn } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

const HEARTBEAT_MS = 10_000;

/** A failure that its message explains; `output` is what the program printed. */
export class Failure extends Error {
	/** @param {string} message @param {{ output?: string, exitCode?: number }} [details] */
	constructor(message, { output = "", exitCode = 1 } = {}) {
		super(message);
		this.output = output;
		this.exitCode = exitCode;
	}
}

/**
 * Runs a tool's main function. A `Failure`, and what the file system refuses, end the process with one sentence;
 * anything else is a mistake of ours and shows its stack trace.
 *
 * @param {() => Promise<void>} job
 */
export async function main(job) {
	try {
		if (Number.parseInt(process.versions.node, 10) < 20) {
			throw new Failure(`Node 20 or later is needed, and this is ${process.version}.`);
		}
		await job();
	} catch (error) {
		const explained = error instanceof Failure || (error instanceof Error && "syscall" in error);
		if (!explained) throw error;
		console.error(error.message);
		process.exit(error instanceof Failure ? error.exitCode : 1);
	}
}

/** @param {string} text */
export function heading(text) {
	console.log(`\n== ${text}`);
}

/**
 * Runs stages in order, stops at the first that fails, and closes with one line on each.
 *
 * @param {[title: string, stage: () => Promise<unknown>][]} stages
 */
export async function runStages(stages) {
	/** @type {string[]} */
	const summary = [];
	for (const [index, [title, stage]] of stages.entries()) {
		heading(title);
		const since = Date.now();
		try {
			await stage();
		} catch (error) {
			if (!(error instanceof Failure)) throw error;
			const left = stages.slice(index + 1).map(([skipped]) => `not run  ${skipped}`);
			const lines = [...summary, `FAILED   ${title}, after ${seconds(since)}`, ...left];
			throw new Failure(`${error.message}\n\n${lines.join("\n")}`, error);
		}
		summary.push(`ok       ${title}, ${seconds(since)}`);
	}
	console.log(`\n${summary.join("\n")}`);
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] is added to this process's environment
 * @property {string} [cwd] is the repository's root if left out
 * @property {string} [quiet] names the step; the program's output is then shown only when it fails
 * @property {number} [timeoutMs]
 */

/**
 * Runs a program to its end and returns what it printed. While it prints nothing, a line tells the time it has taken.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, { env = {}, cwd = root, quiet, timeoutMs } = {}) {
	return new Promise((done, fail) => {
		const child = spawn(command, args, {
			cwd,
			env: { ...process.env, ...colour(), ...env },
			stdio: ["ignore", "pipe", "pipe"],
			timeout: timeoutMs,
		});
		const since = Date.now();
		const name = quiet ?? command.slice(command.lastIndexOf("/") + 1);
		const beat = setInterval(() => console.log(`   ... ${name}: ${seconds(since)}`), HEARTBEAT_MS);
		let output = "";
		for (const [from, to] of /** @type {const} */ ([
			[child.stdout, process.stdout],
			[child.stderr, process.stderr],
		])) {
			from.setEncoding("utf8");
			from.on("data", (text) => {
				output += text;
				if (quiet) return;
				to.write(text);
				beat.refresh();
			});
		}
		const stop = stopWithUs(child);
		const end = () => {
			clearInterval(beat);
			stop();
		};
		child.on("error", () => {
			end();
			fail(new Failure(`${command} is needed, and could not be run: is it installed and in PATH?`));
		});
		child.on("close", (code, signal) => {
			end();
			if (code === 0) return done(output);
			const unseen = quiet ? `${output.trimEnd()}\n` : "";
			fail(new Failure(`${unseen}${name} failed (${signal ?? `exit code ${code}`}).`, { output }));
		});
	});
}

/**
 * Runs a short program without a word, and returns what it printed, or `undefined` if it failed.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<string | undefined>}
 */
export function ask(command, args, env = {}) {
	return new Promise((done) => {
		const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
		child.on("error", () => done(undefined));
		child.on("close", (code) => done(code === 0 ? output.trim() : undefined));
	});
}

/**
 * Returns `job`, but started at most once however often it is called.
 *
 * @template T
 * @param {() => Promise<T>} job
 * @returns {() => Promise<T>}
 */
export function once(job) {
	/** @type {Promise<T> | undefined} */
	let result;
	return () => (result ??= job());
}

/** @param {number} since */
export function seconds(since) {
	return `${Math.round((Date.now() - since) / 1000)} s`;
}

/** Programs see a pipe, so those that would use colour on a terminal have to be told. */
function colour() {
	return process.stdout.isTTY ? { CARGO_TERM_COLOR: "always", FORCE_COLOR: "1" } : undefined;
}

/**
 * Ends a child process when a signal ends this one.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
function stopWithUs(child) {
	const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
		child.kill(signal);
		process.exit(1);
	};
	const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
	for (const signal of signals) process.on(signal, onSignal);
	return () => {
		for (const signal of signals) process.off(signal, onSignal);
	};
}
