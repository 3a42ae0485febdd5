// Has a command /retry of its own.

export default (/** @type {import("@earendil-works/pi-coding-agent").ExtensionAPI} */ pi) => {
	pi.registerCommand("retry", {
		description: "Say that this is another extension's command",
		handler: async (_, ctx) => ctx.ui.notify("another extension's command", "info"),
	});
};
