// Draws the cells of a terminal's screen as an SVG file.

/**
 * @import { IBuffer, IBufferCell } from "@xterm/headless"
 *
 * @typedef {{ foreground: string, background: string | undefined, attributes: string }} Style
 * @typedef {{ text: string, x: number, width: number, style: Style }} Run cells side by side that look alike
 */

const CELL = { width: 8.4, height: 18, baseline: 13.5, font: 14 };
const PADDING = 16;
const COLOURS = { foreground: "#d4d4d4", background: "#1d1f27" };
const FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** The sixteen colours that a terminal names, of VS Code's dark theme. */
// prettier-ignore
const NAMED = [
	"#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
	"#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
];

/**
 * @param {IBuffer} screen
 * @param {number} rows
 * @param {number} columns
 */
export function drawScreen(screen, rows, columns) {
	const [width, height] = [columns * CELL.width + 2 * PADDING, rows * CELL.height + 2 * PADDING].map(Math.ceil);
	const parts = Array.from({ length: rows }, (_, y) => readRuns(screen, y, columns).flatMap((run) => drawRun(run, y)));
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" rx="8" fill="${COLOURS.background}"/>
<g transform="translate(${PADDING} ${PADDING})" font-family="${FONTS}" font-size="${CELL.font}">
${parts.flat().join("\n")}
</g>
</svg>
`;
}

/** @param {IBuffer} screen @param {number} y @param {number} columns @returns {Run[]} */
function readRuns(screen, y, columns) {
	/** @type {Run[]} */
	const runs = [];
	for (let x = 0; x < columns; x++) {
		const cell = screen.getLine(y)?.getCell(x);
		if (!cell || cell.getWidth() === 0) continue;
		const [text, style, last] = [cell.getChars() || " ", readStyle(cell), runs.at(-1)];
		if (last && isPlain(last.text, text) && cell.getWidth() === 1 && last.width === last.text.length && alike(last.style, style)) {
			last.text += text;
			last.width += 1;
		} else {
			runs.push({ text, x, width: cell.getWidth(), style });
		}
	}
	return runs;
}

/** Whether one column holds each letter of both texts, none or all of which are parts of a rule. @param {string} a @param {string} b */
function isPlain(a, b) {
	return b.length === 1 && a.startsWith("─") === (b === "─");
}

/** @param {Style} a @param {Style} b */
function alike(a, b) {
	return a.foreground === b.foreground && a.background === b.background && a.attributes === b.attributes;
}

/** @param {IBufferCell} cell @returns {Style} */
function readStyle(cell) {
	const foreground = cell.isFgRGB() ? rgb(cell.getFgColor()) : cell.isFgPalette() ? palette(cell.getFgColor()) : undefined;
	const background = cell.isBgRGB() ? rgb(cell.getBgColor()) : cell.isBgPalette() ? palette(cell.getBgColor()) : undefined;
	const attributes = [
		cell.isBold() && 'font-weight="bold"',
		cell.isItalic() && 'font-style="italic"',
		cell.isUnderline() && 'text-decoration="underline"',
		cell.isDim() && 'opacity="0.6"',
	];
	const inverse = cell.isInverse();
	return {
		foreground: (inverse ? background : foreground) ?? (inverse ? COLOURS.background : COLOURS.foreground),
		background: inverse ? (foreground ?? COLOURS.foreground) : background,
		attributes: attributes.filter(Boolean).join(" "),
	};
}

/** @param {number} colour */
function rgb(colour) {
	return `#${colour.toString(16).padStart(6, "0")}`;
}

/** The 256 colours: 16 with names, a cube of 6 steps, 24 greys. @param {number} index */
function palette(index) {
	if (index < 16) return NAMED[index];
	if (index >= 232) return rgb((8 + 10 * (index - 232)) * 0x010101);
	const step = (/** @type {number} */ value) => (value === 0 ? 0 : 55 + 40 * value);
	const [red, green, blue] = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6].map(step);
	return rgb((red ?? 0) * 0x10000 + (green ?? 0) * 0x100 + (blue ?? 0));
}

/** @param {Run} run @param {number} y */
function drawRun({ text, x, width, style }, y) {
	const top = y * CELL.height;
	const { foreground, background, attributes } = style;
	const look = [`fill="${foreground}"`, attributes].filter(Boolean).join(" ");
	const parts = background ? [`<rect ${place(x, width)} y="${top}" height="${CELL.height}" fill="${background}"/>`] : [];
	if (text.startsWith("─")) return [...parts, `<rect ${place(x, width)} y="${top + CELL.height / 2}" height="1" ${look}/>`];
	for (const { 0: words, index } of text.matchAll(WORDS)) {
		const columns = words.length === text.length ? width : words.length;
		const [left, length] = [column(x + index), column(columns)];
		// The length makes any font fit the cells.
		const fit = `textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
		parts.push(`<text x="${left}" y="${top + CELL.baseline}" ${fit} ${look}>${escape(words)}</text>`);
	}
	return parts;
}

/** Words with single blanks between them: of several, browsers keep one. */
const WORDS = /\S+(?: \S+)*/g;

/** @param {number} x @param {number} width */
function place(x, width) {
	return `x="${column(x)}" width="${column(width)}"`;
}

/** @param {number} columns */
function column(columns) {
	return +(columns * CELL.width).toFixed(1);
}

/** @param {string} text */
function escape(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
