// Insists on warming the prompt cache, whatever Pi thinks of it.

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default function forceWarming(pi) {
	pi.on("cache_warming_decision", () => ({ action: "warm" }));
}
