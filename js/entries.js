// Draws the session entries of pi-retry in the transcript.

/**
 * @import { ExtensionAPI } from "@earendil-works/pi-coding-agent"
 * @import { Component } from "@earendil-works/pi-tui"
 * @import { load } from "./core.js"
 */

/** @param {ExtensionAPI} pi @param {ReturnType<typeof load>} core */
export function drawEntries(pi, core) {
	for (const customType of ["pi-retry", "pi-retry-stop"]) {
		pi.registerEntryRenderer(customType, (entry) => {
			try {
				return drawn(core.entryLine(entry));
			} catch {
				return undefined;
			}
		});
	}
}

/** Makes a component of a line, cut to the width of its window. @param {string | undefined} line @returns {Component | undefined} */
function drawn(line) {
	if (line === undefined) return undefined;
	const cut = (/** @type {number} */ width) => (line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line);
	return { render: (width) => [cut(width)], invalidate() {} };
}
