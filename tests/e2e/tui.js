// A terminal with the interactive Pi in it: keys go in, and a test waits for what the screen shows.

import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { makeWorld, runArguments } from "./pi.js";
import { Watch } from "./watch.js";

/**
 * @import { TestContext } from "node:test"
 * @import { RunOptions, WorldOptions } from "./pi.js"
 * @import { Sandbox } from "./sandbox.js"
 *
 * @typedef {object} TerminalOptions
 * @property {Size} [size]
 * @property {"regular" | "fullscreen"} [mode]
 *
 * @typedef {RunOptions & TerminalOptions} TuiOptions
 *
 * @typedef {{ columns: number, rows: number }} Size
 * @typedef {{ code: number, signal: number | undefined }} TuiExit
 */

/** What a terminal sends for a key. */
const KEYS = {
	enter: "\r",
	escape: "\x1b",
	/** The same in Kitty's protocol, where text may follow at once and makes no Alt+letter of it. */
	kittyEscape: "\x1b[27u",
	tab: "\t",
	up: "\x1b[A",
	down: "\x1b[B",
	"ctrl+c": "\x03",
	"ctrl+d": "\x04",
	"ctrl+u": "\x15",
	"alt+enter": "\x1b\r",
};

/** So wide that no sentence of pi-retry wraps, so high that a story stays on the screen. @type {Size} */
const SIZE = { columns: 200, rows: 100 };

/** Longer than any wait that a story sits through. */
const DEADLINE_MS = 20_000;

/** The mode of a terminal that holds back what is not drawn to its end. */
const SYNCHRONIZED_OUTPUT = 2026;

/** The spinner and what stands beside it, in the editor's upper border. */
const WORKING = /^── [\u2800-\u28ff] (.*?) ─+$/;

export class Tui {
	/** @type {TuiExit | undefined} */
	exit;
	/** The screen and what has scrolled off it, as lines without the blanks at their ends. @type {string[]} */
	lines = [];
	/** The title of the window, which Pi gives when a session has begun; it takes no prompt before. */
	title = "";
	#drawing = false;
	#pty;
	#terminal;
	#watch = new Watch(() => `${this.text}\nexit: ${JSON.stringify(this.exit)}`);

	/**
	 * Starts Pi in a terminal; the sandbox ends it if the test does not.
	 *
	 * @param {Sandbox} sandbox
	 * @param {string[]} args
	 * @param {Size} [size]
	 */
	constructor(sandbox, args, { columns, rows } = SIZE) {
		const { file, args: all, cwd, env } = sandbox.command(args);
		const terminalEnv = { ...env, TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: undefined };
		this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
		this.#pty = spawn(file, all, { cols: columns, rows, cwd, env: terminalEnv });
		this.#terminal.onTitleChange((title) => (this.title = title));
		this.#terminal.onData((answer) => this.#pty.write(answer));
		const { parser } = this.#terminal;
		parser.registerCsiHandler({ prefix: "?", final: "h" }, (modes) => this.#switched(modes, true));
		parser.registerCsiHandler({ prefix: "?", final: "l" }, (modes) => this.#switched(modes, false));
		this.#pty.onData((output) => this.#terminal.write(output, () => this.#drawing || this.#drawn()));
		this.#pty.onExit(({ exitCode, signal }) => {
			// What was printed last is still on its way through the screen model.
			this.#terminal.write("", () => {
				this.exit = { code: exitCode, signal: signal || undefined };
				this.#watch.changed();
			});
		});
		sandbox.beforeRemoval(async () => {
			if (!this.exit) await this.kill("SIGKILL");
		});
	}

	get text() {
		return this.lines.join("\n").trimEnd();
	}

	/** The words beside the spinner, while Pi is at work. */
	get working() {
		return this.lines.map((line) => WORKING.exec(line)?.[1]).findLast((words) => words !== undefined);
	}

	/** What stands in the editor. */
	get editor() {
		const bottom = this.lines.findLastIndex((line) => /^─+$/.test(line));
		const top = this.lines.findLastIndex((line, y) => y < bottom && line.startsWith("──"));
		return this.lines.slice(top + 1, bottom).join("\n");
	}

	/** The last row, which extensions' statuses have when there are some. */
	get lastRow() {
		return this.text.split("\n").at(-1) ?? "";
	}

	/** The rows and cells of the screen, or nothing while Pi is drawing. */
	get cells() {
		return this.#drawing ? undefined : this.#terminal.buffer.active;
	}

	/** Resolves when Pi takes its first prompt. */
	ready() {
		return this.until("the title of the window", () => this.title || undefined);
	}

	/** Types a text. @param {string} text */
	type(text) {
		this.#pty.write(text);
	}

	/** @param {keyof typeof KEYS} key */
	press(key) {
		this.#pty.write(KEYS[key]);
	}

	/** Types a line and presses Enter. @param {string} line */
	submit(line) {
		this.#pty.write(line + KEYS.enter);
	}

	/**
	 * Resolves when the screen shows a text.
	 *
	 * @param {string | RegExp} text
	 * @param {{ after?: string }} [options] what it has to stand after
	 */
	shows(text, { after } = {}) {
		const where = after === undefined ? "" : ` after "${after}"`;
		const looked = () => (after === undefined ? this.text : this.after(after));
		return this.until(`"${text}"${where}`, () => matches(text, looked()) || undefined);
	}

	/** Resolves when the screen does not show a text, or not any more. @param {string | RegExp} text */
	hides(text) {
		return this.until(`the end of "${text}"`, () => !matches(text, this.text) || undefined);
	}

	/** Returns what stands after the last place where the screen shows `mark`, nothing where it does not. @param {string} mark */
	after(mark) {
		const at = this.text.lastIndexOf(mark);
		return at < 0 ? "" : this.text.slice(at + mark.length);
	}

	/** Resolves when Pi awaits a prompt. */
	async idle() {
		await this.until("an idle Pi", () => this.working === undefined || undefined);
	}

	/**
	 * Resolves with the first value of `find` that is not `undefined`, tried whenever the screen changes.
	 *
	 * @template T
	 * @param {string} what
	 * @param {() => T | undefined} find
	 */
	until(what, find) {
		return this.#watch.until(what, () => {
			const found = find();
			if (found === undefined && this.exit) throw new Error(`Pi ended before ${what} came. What it showed:\n${this.text}`);
			return found;
		}, DEADLINE_MS);
	}

	/** @param {NodeJS.Signals} signal */
	signal(signal) {
		this.#pty.kill(signal);
	}

	/** Sends a signal, and resolves with how Pi ended. @param {NodeJS.Signals} signal */
	kill(signal) {
		this.signal(signal);
		return this.exited();
	}

	/** Quits as a person would, and resolves with how Pi ended. */
	quit() {
		this.press("ctrl+d");
		return this.exited();
	}

	exited() {
		return this.#watch.until("Pi's exit", () => this.exit, DEADLINE_MS);
	}

	/**
	 * Notes that Pi begins to draw, or has ended: in between the picture is half the old one and half the new.
	 *
	 * @param {(number | number[])[]} modes
	 * @param {boolean} on
	 */
	#switched(modes, on) {
		if (modes.includes(SYNCHRONIZED_OUTPUT)) {
			this.#drawing = on;
			if (!on) this.#drawn();
		}
		return false;
	}

	#drawn() {
		const { active } = this.#terminal.buffer;
		this.lines = Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true).trimEnd() ?? "");
		this.#watch.changed();
	}
}

/** Makes a world with a terminal session in it. @param {TestContext} t @param {WorldOptions & TuiOptions} [options] */
export async function startTui(t, options = {}) {
	const world = await makeWorld(t, options);
	return { ...world, tui: await openTui(world.sandbox, options) };
}

/** Opens Pi in a terminal and resolves when it awaits a prompt. @param {Sandbox} sandbox @param {TuiOptions} [options] */
export async function openTui(sandbox, { size, mode = "regular", ...options } = {}) {
	const tui = new Tui(sandbox, ["--tui-mode", mode, ...runArguments(options)], size);
	await tui.ready();
	return tui;
}

/** @param {string | RegExp} pattern @param {string} text */
function matches(pattern, text) {
	return typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
}
