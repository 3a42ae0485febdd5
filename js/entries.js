// Draws the session entries of pi-retry in the transcript.

/**
 * @import { ExtensionAPI } from "@earendil-works/pi-coding-agent"
 * @import { Component } from "@earendil-works/pi-tui"
 * @import { load } from "./load.js"
 */

/** @typedef {(text: string) => string} Paint */

/** The colours that Pi's theme has for each type of entry. */
const COLOURS = /** @type {const} */ ({ "pi-retry": "muted", "pi-retry-stop": "warning" });

/** @param {ExtensionAPI} pi @param {ReturnType<typeof load>} core */
export function drawEntries(pi, core) {
	for (const [customType, colour] of Object.entries(COLOURS)) {
		pi.registerEntryRenderer(customType, (entry, _, theme) => {
			try {
				return drawn(core.entryLine(entry), (text) => theme.fg(colour, text));
			} catch {
				return undefined;
			}
		});
	}
}

/**
 * Makes a component of a line, as far from the edge as Pi's own notes and cut to the width of its window.
 *
 * @param {string | undefined} line
 * @param {Paint} paint
 * @returns {Component | undefined}
 */
function drawn(line, paint) {
	if (line === undefined) return undefined;
	return { render: (width) => [paint(cut(` ${line}`, width))], invalidate() {} };
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
