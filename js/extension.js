// The entry point: Pi calls the default export once for each session.

import { load } from "./core.js";
import { connect } from "./host.js";
import { loadedTwice } from "./sentences.js";

/** @import { ExtensionAPI } from "@earendil-works/pi-coding-agent" */

/** @param {ExtensionAPI} pi */
export default function piRetry(pi) {
	if (claimed(pi)) {
		pi.on("session_start", (_, ctx) => ctx.ui.notify(loadedTwice(), "warning"));
		return;
	}
	connect(pi, load());
}

/**
 * Whether another copy already acts in this session. All extensions of a session share one event bus, on
 * which the first copy answers the others.
 *
 * @param {ExtensionAPI} pi
 */
function claimed(pi) {
	const claim = { taken: false };
	pi.events.emit("pi-retry:claim", claim);
	if (!claim.taken) pi.events.on("pi-retry:claim", (other) => void (/** @type {typeof claim} */ (other).taken = true));
	return claim.taken;
}
