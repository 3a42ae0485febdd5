// Sends requests of its own to where the model's go, at the moment when the model's request is sent.
//
// It reads `same-path.json` in Pi's agent directory: how many requests (1), and in which hooks (both).
// Their body is `{ "from": "same-path" }`, by which a plan tells them from the model's.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @import { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent" */

/** @param {ExtensionAPI} pi */
export default function samePath(pi) {
	pi.on("before_provider_headers", (_, ctx) => sendAll("before_provider_headers", ctx));
	pi.on("before_provider_request", (_, ctx) => sendAll("before_provider_request", ctx));
}

/** @param {string} hook @param {ExtensionContext} ctx */
function sendAll(hook, { model }) {
	const { count = 1, hooks = [hook] } = readOptions();
	if (!hooks.includes(hook)) return;
	for (let i = 0; i < count; i++) void sendOne(`${model?.baseUrl}/chat/completions`);
}

/** @returns {{ count?: number, hooks?: string[] }} */
function readOptions() {
	const file = join(process.env.PI_CODING_AGENT_DIR ?? "", "same-path.json");
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** @param {string} url */
async function sendOne(url) {
	const headers = { "content-type": "application/json" };
	const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ from: "same-path" }) }).catch(() => undefined);
	await response?.text().catch(() => undefined);
}
