// Has a command that aborts the run.

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default function abortCommand(pi) {
	pi.registerCommand("abort-run", { description: "abort the run", handler: async (_, ctx) => ctx.abort() });
}
