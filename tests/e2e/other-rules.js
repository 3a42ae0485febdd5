// Preloaded into Pi, makes it one whose rules differ: changes its list of what it repeats as its source is loaded.

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const [from = "", to = ""] = JSON.parse(process.env.PI_OTHER_RULES ?? "[]");

registerHooks({
	load(url, context, nextLoad) {
		const ours = url.includes("/pi-coding-agent/dist/bundle/") && readFileSync(fileURLToPath(url), "utf8").includes(from);
		const loaded = nextLoad(url, context);
		return ours ? { ...loaded, source: String(loaded.source).replace(from, to) } : loaded;
	},
});
