// The extension where Pi loads this checkout, as after an install from git: the built package, or what to do.

import { existsSync } from "node:fs";
import { notBuilt } from "../js/sentences.js";

const built = new URL("../pkg/extension.js", import.meta.url);

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default async function piRetry(pi) {
	if (existsSync(built)) return (await import(built.href)).default(pi);
	pi.on("session_start", (_, ctx) => ctx.ui.notify(notBuilt(), "warning"));
}
