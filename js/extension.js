// The entry point: Pi calls the default export once for each session.

import { load } from "./core.js";
import { connect } from "./host.js";

/** @import { ExtensionAPI } from "@earendil-works/pi-coding-agent" */

/** @param {ExtensionAPI} pi */
export default function piRetry(pi) {
	connect(pi, load());
}
