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
	return { render: (width) => [cut(line, width)], invalidate() {} };
}

/** Pi ends where a line takes more columns than its window has. @param {string} line @param {number} width */
function cut(line, width) {
	/** How much of the line leaves a column free. */
	let fits = 0;
	let columns = 0;
	for (const letter of line) {
		columns += columnsOf(letter);
		if (columns < width) fits += letter.length;
		if (columns > width) return width > 0 ? `${line.slice(0, fits)}…` : "";
	}
	return line;
}

/** Returns how many columns a letter takes at most: those of Asian scripts, emoji and much besides take two. @param {string} letter */
function columnsOf(letter) {
	return /[\u0000-\u10ff\u2010-\u2027↻✗]/.test(letter) ? 1 : 2;
}
