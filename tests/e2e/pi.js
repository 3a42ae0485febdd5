// Starts the real Pi against a planned gateway, and cleans up when the test ends.

import assert from "node:assert/strict";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startGateway } from "./gateway.js";
import { nameOf } from "./models.js";
import { headerNames } from "./request.js";
import { RpcClient } from "./rpc.js";
import { HOST, makeSandbox, PACKAGE } from "./sandbox.js";

/**
 * @import { ChildProcessWithoutNullStreams, ChildProcess } from "node:child_process"
 * @import { TestContext } from "node:test"
 * @import { ModelName } from "./models.js"
 * @import { Sandbox, SandboxOptions } from "./sandbox.js"
 * @import { PlanItem } from "./step.js"
 *
 * @typedef {object} RunOptions
 * @property {ModelName | null} [model] nothing leaves the choice to Pi
 * @property {string[]} [extensions] paths to load, by default the assembled package
 * @property {boolean} [resume] goes on with the last session
 * @property {string} [session] goes on with the session in this file
 * @property {boolean} [installed] loads what is installed in the agent directory, and no paths
 *
 * @typedef {object} GatewayOptions
 * @property {PlanItem[]} [plan]
 * @property {boolean} [unwatched] the test replaces Pi's HTTP client, where no mark can be taken out
 *
 * @typedef {Omit<SandboxOptions, "gatewayUrl"> & GatewayOptions} WorldOptions
 * @typedef {{ stdout: string, stderr: string, code: number | null, signal: string | null }} Output
 */

/**
 * Makes a gateway and a sandbox that uses it. When the test has ended, no request may have carried a mark.
 *
 * @param {TestContext} t
 * @param {WorldOptions} [options]
 */
export async function makeWorld(t, { plan, unwatched = false, ...options } = {}) {
	const gateway = await startGateway({ plan });
	t.after(() => gateway.close());
	const sandbox = await makeSandbox({ ...options, gatewayUrl: gateway.url });
	t.after(() => sandbox.remove());
	t.after(() => {
		const sent = [...gateway.requests, ...gateway.handshakes].flatMap(headerNames);
		assert.deepEqual(sent.filter((name) => !unwatched && name.includes("pi-retry")), []);
	});
	return { gateway, sandbox };
}

/** Makes a world with an RPC session in it. @param {TestContext} t @param {WorldOptions & RunOptions} [options] */
export async function startRpc(t, options = {}) {
	const world = await makeWorld(t, options);
	return { ...world, rpc: openRpc(world.sandbox, options) };
}

/** @param {Sandbox} sandbox @param {RunOptions} [options] */
export function openRpc(sandbox, options) {
	const child = sandbox.spawn(["--mode", "rpc", ...runArguments(options)], "pipe");
	return new RpcClient(/** @type {ChildProcessWithoutNullStreams} */ (child));
}

/** Returns the names of the commands that a session has. @param {RpcClient} rpc @returns {Promise<string[]>} */
export async function commandNames(rpc) {
	const { data } = await rpc.send({ type: "get_commands" });
	return data.commands.map((/** @type {any} */ { name }) => name);
}

/**
 * Gives Pi prompts without a person: the final text on stdout, or every event as JSON.
 *
 * @param {Sandbox} sandbox
 * @param {RunOptions & { prompts?: string[], mode?: "print" | "json" }} [options]
 */
export function startPrint(sandbox, { prompts = ["hello"], mode = "print", ...options } = {}) {
	const modeArguments = mode === "json" ? ["--mode", "json"] : ["--print"];
	const child = sandbox.spawn([...modeArguments, ...runArguments(options), ...prompts], ["ignore", "pipe", "pipe"]);
	return { child, output: collect(child) };
}

/**
 * Runs one of Pi's own commands, such as `install`.
 *
 * @param {Sandbox} sandbox
 * @param {string[]} args
 */
export function runCommand(sandbox, args) {
	return collect(sandbox.spawn(args, ["ignore", "pipe", "pipe"]));
}

/**
 * Runs a program of `programs/`, which embeds Pi, with the host, the package and `args` as its arguments.
 *
 * @param {Sandbox} sandbox
 * @param {string} name
 * @param {string[]} args
 */
export function runProgram(sandbox, name, args) {
	const program = fileURLToPath(new URL(`programs/${name}`, import.meta.url));
	return collect(sandbox.spawnProgram([program, HOST, PACKAGE, ...args], ["ignore", "pipe", "pipe"]));
}

/** @param {RunOptions} [options] */
export function runArguments({ model = "openai", extensions = [PACKAGE], installed = false, resume = false, session } = {}) {
	const chosen = model ? ["--model", nameOf(model)] : [];
	const loaded = installed ? [] : ["--no-extensions", ...extensions.flatMap((path) => ["--extension", path])];
	const conversation = session ? ["--session", session] : resume ? ["--continue"] : [];
	return [...chosen, ...conversation, ...loaded];
}

/** @param {ChildProcess} child @returns {Promise<Output>} */
async function collect(child) {
	const output = { stdout: "", stderr: "" };
	child.stdout?.setEncoding("utf8").on("data", (text) => (output.stdout += text));
	child.stderr?.setEncoding("utf8").on("data", (text) => (output.stderr += text));
	const [code, signal] = await once(child, "close");
	return { ...output, code, signal };
}
