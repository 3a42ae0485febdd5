// Adds /branch, which goes back to the start of the session and has what is left behind summarized.

/** @import { ExtensionAPI } from "@earendil-works/pi-coding-agent" */

/** @param {ExtensionAPI} pi */
export default function summarizeBranch(pi) {
	pi.registerCommand("branch", {
		async handler(_, ctx) {
			const [first] = ctx.sessionManager.getBranch().filter(({ type }) => type === "message");
			if (first) await ctx.navigateTree(first.id, { summarize: true }).catch(() => undefined);
			ctx.ui.notify("went back", "info");
		},
	});
}
