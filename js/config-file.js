// Reads pi-retry.json from Pi's agent directory.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** @import { ConfigFile } from "./pi_retry.js" */

/** @returns {ConfigFile | undefined} nothing where there is no such file */
export function readConfigFile() {
	try {
		return { text: readFileSync(join(agentDirectory(), "pi-retry.json"), "utf8") };
	} catch (error) {
		const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
		return code === "ENOENT" ? undefined : { unreadable: code ?? message };
	}
}

/** Pi's own rule (`getAgentDir` in its `config.js`, 1.6.0). */
function agentDirectory() {
	const directory = process.env.PI_CODING_AGENT_DIR;
	if (!directory) return join(homedir(), ".pi", "agent");
	return directory.replace(/^~(?=$|[\\/])/, homedir());
}
