// Registers router/auto, which asks mock-openai, and after a failure that Pi itself repeats, mock-responses. It says on
// stderr why it was asked.

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default function virtualModel(pi) {
	pi.registerVirtualModel({
		provider: "router",
		id: "auto",
		name: "Auto",
		route({ reason, failed }, { modelRegistry }) {
			process.stderr.write(`route ${reason} ${failed?.model.id ?? "-"}\n`);
			const model = modelRegistry.find(failed ? "mock-responses" : "mock-openai", "gpt-mock");
			if (!model) throw new Error("no model to route to");
			return { model, thinkingLevel: "off" };
		},
	});
}
