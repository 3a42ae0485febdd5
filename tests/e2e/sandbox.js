// A home for one run of the real Pi: its own agent directory, working directory and environment.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { modelsFile } from "./models.js";

/** @import { ChildProcess, StdioOptions } from "node:child_process" */

export const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const { PI_RETRY_HOST, PI_RETRY_NODE, PI_RETRY_PACKAGE } = process.env;

/** The Node that runs Pi. */
const NODE = join(PI_RETRY_NODE ?? join(REPOSITORY, "node_modules/node"), "bin/node");

/** The package of the Pi that is to be tested with. */
export const HOST = PI_RETRY_HOST ?? join(REPOSITORY, "node_modules/@earendil-works/pi-coding-agent");

/** The assembled package, or the copy of one that is to be tested. */
export const PACKAGE = PI_RETRY_PACKAGE ?? join(REPOSITORY, "pkg");

/** Environment variables that a run may see: those that say where programs are and what the terminal can. */
const INHERITED = ["PATH", "PATHEXT", "SystemRoot", "TMPDIR", "TEMP", "LANG", "LC_ALL", "TERM", "COLORTERM", "NO_COLOR"];

/**
 * @typedef {object} SandboxOptions
 * @property {string} gatewayUrl
 * @property {Record<string, unknown>} [settings] Pi's settings.json; by default Pi's own retry is off
 * @property {object | string} [config] pi-retry.json, as it is when a string
 * @property {Record<string, string>} [env] environment variables besides the usual
 * @property {number} [fileKB] how long a file can get, as on a full disk: the write that reaches it is cut, the next one fails
 */

/** @param {SandboxOptions} options */
export async function makeSandbox({ gatewayUrl, settings = { retry: { enabled: false } }, config, env, fileKB }) {
	const sandbox = new Sandbox(await mkdtemp(join(tmpdir(), "pi-retry-")), env, fileKB);
	await mkdir(sandbox.agentDir);
	await mkdir(sandbox.cwd);
	await sandbox.write("models.json", modelsFile(gatewayUrl));
	await sandbox.write("settings.json", settings);
	if (config !== undefined) await sandbox.write("pi-retry.json", config);
	return sandbox;
}

export class Sandbox {
	/** @type {Set<ChildProcess>} */
	#running = new Set();

	/** @type {(() => Promise<unknown>)[]} */
	#endings = [];

	#env;
	#fileKB;

	/** @param {string} root @param {Record<string, string>} [env] @param {number} [fileKB] */
	constructor(root, env = {}, fileKB) {
		this.#env = env;
		this.#fileKB = fileKB;
		this.root = root;
		this.agentDir = join(root, "agent");
		this.cwd = join(root, "work");
	}

	/** Writes a file of the agent directory. @param {string} name @param {object | string} content */
	async write(name, content) {
		const text = typeof content === "string" ? content : JSON.stringify(content, null, "\t");
		await writeFile(join(this.agentDir, name), text);
	}

	/** Returns how Pi is started here. @param {string[]} args */
	command(args) {
		return this.#program([join(HOST, "dist/bundle/cli.js"), ...args]);
	}

	/** @param {string[]} args */
	#program(args) {
		const limited = ["bash", "-c", `ulimit -f ${this.#fileKB} && exec "$0" "$@"`, NODE];
		const [file = NODE, ...before] = this.#fileKB === undefined ? [] : limited;
		return { file, args: [...before, ...args], cwd: this.cwd, env: this.#environment() };
	}

	/** Has something ended before the files go. @param {() => Promise<unknown>} end */
	beforeRemoval(end) {
		this.#endings.push(end);
	}

	/** Starts Pi. @param {string[]} args @param {StdioOptions} stdio */
	spawn(args, stdio) {
		return this.#start(this.command(args), stdio);
	}

	/** Starts a program in the Node that runs Pi. @param {string[]} args @param {StdioOptions} stdio */
	spawnProgram(args, stdio) {
		return this.#start(this.#program(args), stdio);
	}

	/** @param {ReturnType<Sandbox["command"]>} command @param {StdioOptions} stdio */
	#start({ file, args, cwd, env }, stdio) {
		const child = spawn(file, args, { cwd, env, stdio });
		this.#running.add(child);
		child.once("exit", () => this.#running.delete(child));
		return child;
	}

	/** Returns the paths of the session files, the oldest first. */
	async sessionFiles() {
		const sessions = join(this.agentDir, "sessions");
		const names = await readdir(sessions, { recursive: true });
		return names.filter((name) => name.endsWith(".jsonl")).sort().map((name) => join(sessions, name));
	}

	/** Returns where the one session is kept. */
	async sessionFile() {
		const [file, ...others] = await this.sessionFiles();
		if (!file || others.length > 0) throw new Error(`expected one session file, found ${file ? others.length + 1 : 0}`);
		return file;
	}

	/** Returns the one session's entries in order, without its header. */
	async sessionEntries() {
		return readEntries(await this.sessionFile());
	}

	/** Ends what still runs and removes every file. */
	async remove() {
		await Promise.all([...[...this.#running].map(kill), ...this.#endings.map((end) => end())]);
		await rm(this.root, { recursive: true, force: true, maxRetries: 3 });
	}

	#environment() {
		const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
		return {
			...Object.fromEntries(inherited),
			HOME: this.root,
			USERPROFILE: this.root,
			PI_CODING_AGENT_DIR: this.agentDir,
			PI_OFFLINE: "1",
			PI_TELEMETRY: "0",
			PI_SKIP_VERSION_CHECK: "1",
			...this.#env,
		};
	}
}

/** Returns a session file's entries in order, without its header. @param {string} file */
export async function readEntries(file) {
	return parseJsonl(await readFile(file, "utf8")).slice(1);
}

/** @param {string} text @returns {any[]} */
export function parseJsonl(text) {
	return text
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
}

/** @param {ChildProcess} child */
function kill(child) {
	return new Promise((resolve) => {
		child.once("exit", resolve);
		child.kill("SIGKILL");
	});
}
