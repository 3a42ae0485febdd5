// Draws two runs side by side as plain text, at most 100 columns wide.

/**
 * @import { Attempt, Run } from "./runs.js"
 *
 * @typedef {object} Cell
 * @property {string} time empty for what lasts
 * @property {number} sort the moment it belongs to
 * @property {string} text
 * @property {string} [colour]
 */

const TIME_WIDTH = 10;
const LEFT_WIDTH = 42;
const [RED, GREEN, DIM] = ["31", "32", "2"];

/** @param {Run} left @param {Run} right @param {{ colours: boolean }} options */
export function drawTimeline(left, right, { colours }) {
	/** @param {string} text @param {string} [colour] */
	const paint = (text, colour) => (colours && colour ? `\u001b[${colour}m${text}\u001b[0m` : text);
	/** @param {string} time @param {Cell | undefined} a @param {Cell | undefined} b */
	const row = (time, a, b) => {
		const [first, second] = [a?.text ?? "", b?.text ?? ""];
		const gap = " ".repeat(LEFT_WIDTH - first.length);
		return `${time.padStart(TIME_WIDTH - 2)}  ${paint(first, a?.colour)}${gap}${paint(second, b?.colour)}`.trimEnd();
	};
	const rule = "─".repeat(TIME_WIDTH + LEFT_WIDTH + 40);
	const rows = pair(cells(left), cells(right)).map(([a, b]) => row(a?.time ?? b?.time ?? "", a, b));
	const summary = SUMMARY.map(([name, tell]) => row(name, tell(left), tell(right)));
	return [row("", plain(left.name), plain(right.name)), rule, ...rows, rule, ...summary].join("\n");
}

/** @type {[string, (run: Run) => Cell][]} */
const SUMMARY = [
	["outcome", (run) => plain(outcome(run), run.answered ? GREEN : RED)],
	["requests", (run) => plain(`${run.attempts.length} sent, ${countEarly(run)} wasted (before the time named)`)],
];

/** @param {Run} run */
function outcome({ answered, code }) {
	return `${answered ? "✓ the answer" : "✗ gave up"}, exit code ${code}`;
}

/** @param {Run} run */
function countEarly({ attempts }) {
	return attempts.filter(({ early }) => early).length;
}

/** @param {string} text @param {string} [colour] @returns {Cell} */
function plain(text, colour) {
	return { time: "", sort: 0, text, colour };
}

/** @param {Run} run @returns {Cell[]} */
function cells(run) {
	const attempts = run.attempts.flatMap((attempt, i) => [request(attempt), ...wait(attempt, run.attempts[i + 1])]);
	return run.answered ? attempts : [...attempts, moment(run.endMs, "gives up", RED)];
}

/** @param {Attempt} attempt */
function request({ atMs, said, status }) {
	return moment(atMs, said, status === 200 ? GREEN : RED);
}

/** @param {Attempt} attempt @param {Attempt | undefined} next @returns {Cell[]} */
function wait({ endedMs }, next) {
	return next ? [{ time: "", sort: endedMs, text: `waits ${seconds(next.atMs - endedMs)}`, colour: DIM }] : [];
}

/** @param {number} ms @param {string} text @param {string} colour @returns {Cell} */
function moment(ms, text, colour) {
	return { time: seconds(ms), sort: ms, text, colour };
}

/** Puts what happened at the same shown time on one row, and the rest in order. @param {Cell[]} left @param {Cell[]} right */
function pair(left, right) {
	/** @type {[Cell | undefined, Cell | undefined][]} */
	const rows = [];
	let [i, j] = [0, 0];
	while (i < left.length || j < right.length) {
		const [a, b] = [left[i], right[j]];
		const together = a && b && a.time === b.time && Math.abs(a.sort - b.sort) < 200;
		if (together) rows.push([left[i++], right[j++]]);
		else if (!b || (a && a.sort <= b.sort)) rows.push([left[i++], undefined]);
		else rows.push([undefined, right[j++]]);
	}
	return rows;
}

/** @param {number} ms */
export function seconds(ms) {
	return `${(ms / 1000).toFixed(1)}s`;
}
