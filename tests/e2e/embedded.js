// Embeds Pi in this process through its SDK, as a program does.

import { createAgentSession, DefaultResourceLoader, ModelRuntime, SessionManager, SettingsManager } from "@earendil-works/pi-coding-agent";
import { join } from "node:path";
import { MODELS } from "./models.js";
import { makeWorld } from "./pi.js";
import { PACKAGE } from "./sandbox.js";

/**
 * @import { ExtensionUIContext } from "@earendil-works/pi-coding-agent"
 * @import { TestContext } from "node:test"
 * @import { ModelName } from "./models.js"
 * @import { WorldOptions } from "./pi.js"
 * @import { Sandbox } from "./sandbox.js"
 */

/**
 * Makes a gateway and a sandbox, and lets this process see what a run in that sandbox would see.
 *
 * @param {TestContext} t
 * @param {WorldOptions} [options]
 */
export async function makeEmbedded(t, options) {
	const world = await makeWorld(t, options);
	const before = { ...process.env };
	Object.assign(process.env, world.sandbox.command([]).env);
	t.after(() => {
		for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
		Object.assign(process.env, before);
	});
	return world;
}

/**
 * Creates a session that loads the package by its path. Its extensions are not bound: it never announces its start.
 *
 * @param {TestContext} t
 * @param {Sandbox} sandbox
 * @param {ModelName} [model]
 */
export async function embed(t, { agentDir, cwd }, model = "openai") {
	const modelRuntime = await ModelRuntime.create({
		authPath: join(agentDir, "auth.json"),
		modelsPath: join(agentDir, "models.json"),
	});
	const settingsManager = SettingsManager.create(cwd, agentDir);
	const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, settingsManager, additionalExtensionPaths: [PACKAGE] });
	await resourceLoader.reload();
	const { provider, id } = MODELS[model];
	const { session } = await createAgentSession({
		cwd,
		agentDir,
		modelRuntime,
		model: modelRuntime.getModel(provider, id),
		settingsManager,
		resourceLoader,
		sessionManager: SessionManager.create(cwd),
	});
	t.after(() => session.dispose());
	return session;
}

/** Returns a user interface of which only what pi-retry says is kept. */
export function makeUi() {
	/** @type {string[]} */
	const said = [];
	/** @type {(string | undefined)[]} */
	const statuses = [];
	const ui = /** @type {ExtensionUIContext} */ (
		/** @type {unknown} */ ({
			notify: (/** @type {string} */ text) => void said.push(text),
			setStatus: (/** @type {string} */ _, /** @type {string | undefined} */ text) => void statuses.push(text),
			setWorkingMessage() {},
		})
	);
	return { said, statuses, ui };
}
