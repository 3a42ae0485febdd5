// Finds files from Pi's agent directory on, and reads pi-retry.json there.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** @import { ConfigFile } from "./pi_retry.js" */

/** @returns {ConfigFile | undefined} nothing where there is no such file */
export function readConfigFile() {
	try {
		return { text: readFileSync(agentFile("pi-retry.json"), "utf8") };
	} catch (error) {
		const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
		return code === "ENOENT" ? undefined : { unreadable: code ?? message };
	}
}

/** Returns where a file is whose path may begin at the agent directory or, with `~`, at the home. @param {string} path */
export function agentFile(path) {
	return resolve(agentDirectory(), fromHome(path));
}

/** Pi's own rule (`getAgentDir` in its `config.js`, 1.6.0). */
function agentDirectory() {
	const directory = process.env.PI_CODING_AGENT_DIR;
	return directory ? fromHome(directory) : join(homedir(), ".pi", "agent");
}

/** @param {string} path */
function fromHome(path) {
	return path.replace(/^~(?=$|[\\/])/, homedir());
}
