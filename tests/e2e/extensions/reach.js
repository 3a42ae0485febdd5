// Gives a test what only extensions can do: `/abort [event]` aborts the run, now or when Pi next tells that
// event, `/reload` loads everything anew, and `/tree <entry id>` goes to an entry of the session, as a choice in
// the TUI's tree does.

/** @import { ExtensionAPI } from "@earendil-works/pi-coding-agent" */

const MOMENTS = /** @type {const} */ (["turn_end", "agent_before_settle", "agent_start", "turn_start", "context", "before_provider_request"]);

/** @param {ExtensionAPI} pi */
export default function reach(pi) {
	/** @type {string | undefined} */
	let awaited;
	for (const moment of MOMENTS) {
		pi.on(/** @type {"turn_end"} */ (moment), (_, ctx) => {
			if (awaited !== moment) return;
			awaited = undefined;
			ctx.abort();
		});
	}
	pi.registerCommand("abort", {
		async handler(moment, ctx) {
			if (moment) awaited = moment;
			else ctx.abort();
		},
	});
	pi.registerCommand("reload", { handler: (_, ctx) => ctx.reload() });
	pi.registerCommand("tree", {
		async handler(id, ctx) {
			ctx.abort();
			await ctx.waitForIdle();
			await ctx.navigateTree(id);
		},
	});
}
