// The entry point: Pi calls the default export once for each session.

import { load } from "./load.js";
import { connect } from "./host.js";
import { damaged, loadedTwice, tooOld } from "./sentences.js";

/** @import { ExtensionAPI } from "@earendil-works/pi-coding-agent" */

/** @param {ExtensionAPI} pi */
export default function piRetry(pi) {
	if (isOld(pi)) return stayOut(pi, tooOld());
	let core;
	try {
		core = load();
	} catch (error) {
		return stayOut(pi, damaged(error));
	}
	if (claimed(pi)) stayOut(pi, loadedTwice());
	else connect(pi, core);
}

/** Does nothing in this session but say why. @param {ExtensionAPI} pi @param {string} why */
function stayOut(pi, why) {
	pi.on("session_start", (_, ctx) => ctx.ui.notify(why, "warning"));
}

/**
 * Whether this is a Pi without all that pi-retry builds on. `getSettings` is what came last, after the boundaries
 * of turns.
 *
 * @param {ExtensionAPI} pi
 */
function isOld(pi) {
	return typeof pi.getSettings !== "function";
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
