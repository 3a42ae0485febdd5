// Embeds many sessions of Pi in one process, prompts all of them at once, and prints what each said and answered.
//
//   node many-sessions.js <Pi's package> <pi-retry's package> <number of sessions>
//
// Session n is prompted "session n". The one that says "cancel" in its prompt runs /retry cancel in its first wait.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @import { ExtensionUIContext } from "@earendil-works/pi-coding-agent"
 * @typedef {{ prompt: string, notifications: string[], statuses: (string | null)[], answer: string | null, customTypes: string[] }} Report
 */

const [host = "", extension = "", count = ""] = process.argv.slice(2);

/** @type {typeof import("@earendil-works/pi-coding-agent")} */
const sdk = await import(pathToFileURL(join(host, "dist/index.js")).href);
const agentDir = sdk.getAgentDir();
const cwd = process.cwd();
const modelRuntime = await sdk.ModelRuntime.create({
	authPath: join(agentDir, "auth.json"),
	modelsPath: join(agentDir, "models.json"),
});
const model = modelRuntime.getModel("mock-openai", "gpt-mock");
if (!model) throw new Error("the sandbox has no such model");

/** @param {string} prompt @returns {Promise<() => Promise<Report>>} */
async function open(prompt) {
	const settingsManager = sdk.SettingsManager.inMemory({ retry: { enabled: false } });
	const resourceLoader = new sdk.DefaultResourceLoader({
		cwd,
		agentDir,
		settingsManager,
		noExtensions: true,
		additionalExtensionPaths: [extension],
	});
	await resourceLoader.reload();
	const sessionManager = sdk.SessionManager.inMemory(cwd);
	const { session } = await sdk.createAgentSession({ cwd, agentDir, model, modelRuntime, settingsManager, resourceLoader, sessionManager });
	/** @type {Report} */
	const report = { prompt, notifications: [], statuses: [], answer: null, customTypes: [] };
	/** @type {Partial<ExtensionUIContext>} */
	const screen = {
		notify(text) {
			report.notifications.push(text);
			if (prompt.includes("cancel") && text.includes("; retry 1/")) void session.prompt("/retry cancel");
		},
		setStatus: (_, text) => void report.statuses.push(text ?? null),
		setWorkingMessage() {},
	};
	await session.bindExtensions({ uiContext: /** @type {ExtensionUIContext} */ (screen) });
	return async () => {
		await session.prompt(prompt);
		report.answer = session.getLastAssistantText() ?? null;
		report.customTypes = sessionManager.getEntries().flatMap((entry) => (entry.type === "custom" ? [entry.customType] : []));
		session.dispose();
		return report;
	};
}

const prompts = Array.from({ length: Number(count) }, (_, n) => (n === 0 ? "session 0 cancel" : `session ${n}`));
/** @type {(() => Promise<Report>)[]} */
const sessions = [];
for (const prompt of prompts) sessions.push(await open(prompt));
console.log(JSON.stringify(await Promise.all(sessions.map((run) => run()))));
