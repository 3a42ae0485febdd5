// Pi's two predicates as the core mirrors them, compared with those of the installed Pi.
// PI_RETRY_SEED=n draws other texts.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { getOverflowPatterns, isContextOverflow } from "@earendil-works/pi-ai/utils/overflow";
import { isRetryableAssistantError } from "@earendil-works/pi-ai/utils/retry";
import { load } from "../../pkg/load.js";
import { piOverflows, piRetries } from "../../pkg/pi_retry.js";

load();
const installed = JSON.parse(read("../../node_modules/@earendil-works/pi-ai/package.json")).version;
const { mirrored, tables } = readRows(read("../../src/mirror/rows.rs"));
const rows = Object.values(tables).flat();
const messages = readMessages();

test("the mirrored version is the installed one", () => {
	const what = `@earendil-works/pi-ai ${installed} is installed, and src/mirror/rows.rs mirrors ${mirrored}`;
	const how = "take over what changed in its utils/retry.js and utils/overflow.js (the next test shows it), then PI_VERSION";
	assert.equal(mirrored, installed, `${what}: ${how}`);
});

test("the rows are Pi's patterns", (t) => {
	const { retry, overflow } = patternsOf(t);
	assert.deepEqual(patterns("LIMITS", "TRANSIENT"), retry);
	assert.deepEqual(patterns("NO_OVERFLOW", "OVERFLOW", "CEREBRAS_OVERFLOW"), overflow);
});

test("every sample is matched by its row, as JavaScript reads it", () => {
	for (const { pattern, sample } of rows) assert.match(sample, new RegExp(pattern, "i"));
});

test("Pi and its mirror agree on every row's sample and on the labelled failures", () => {
	for (const text of messages) compare(text);
});

const seed = Number(process.env.PI_RETRY_SEED ?? 1);

test(`Pi and its mirror agree on 20,000 texts drawn from them (seed ${seed})`, () => {
	const dice = new Dice(seed);
	let matched = 0;
	for (let drawn = 0; drawn < 20_000; drawn++) {
		if (compare(drawText(dice), `seed ${seed}, text ${drawn}: `)) matched++;
	}
	assert.ok(matched > 5000 && matched < 15_000, `${matched} of them were matched by Pi`);
});

/** @param {string} text @param {string} [where] @returns {boolean} whether Pi said yes to anything */
function compare(text, where = "") {
	const contextWindow = 1;
	const pi = {
		retries: isRetryableAssistantError(failure(text, "p")),
		overflows: isContextOverflow(failure(text, "p"), contextWindow),
		overflowsAtCerebras: isContextOverflow(failure(text, "cerebras"), contextWindow),
	};
	const mirror = {
		retries: piRetries(text),
		overflows: piOverflows(text, "p"),
		overflowsAtCerebras: piOverflows(text, "cerebras"),
	};
	const both = `Pi ${JSON.stringify(pi)}, mirror ${JSON.stringify(mirror)}`;
	assert.deepEqual(mirror, pi, `${where}${JSON.stringify(text)}: ${both}`);
	return pi.retries || pi.overflowsAtCerebras;
}

/**
 * A message that failed, with a usage that fills any window: only an answer that did not fail is measured by that.
 *
 * @param {string} errorMessage
 * @param {string} provider
 */
function failure(errorMessage, provider) {
	const usage = { input: 1_000_000, cacheRead: 0, output: 0 };
	return /** @type {any} */ ({ role: "assistant", stopReason: "error", errorMessage, provider, usage });
}

/** @param {string} path */
function read(path) {
	return readFileSync(new URL(path, import.meta.url), "utf8");
}

/** @param {string} source */
function readRows(source) {
	/** @type {Record<string, { pattern: string, sample: string }[]>} */
	const tables = {};
	for (const [, name, body] of source.matchAll(/ static (\w+): &\[Row\] = rows! \{\n(.*?)\n\};/gs)) {
		const found = body.matchAll(/r(#?)"(.*?)"\1\s+r(#?)"(.*?)"\3;/g);
		tables[name] = [...found].map(([, , pattern, , sample]) => ({ pattern, sample }));
	}
	return { mirrored: source.match(/PI_VERSION: &str = "(.*)"/)?.[1], tables };
}

/** @param {string[]} names */
function patterns(...names) {
	return names.map((name) => tables[name].map(({ pattern }) => pattern));
}

/** The texts of rows and of labelled failures. */
function readMessages() {
	const folder = new URL("../corpus/", import.meta.url);
	const cases = readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")));
	return [...rows.map(({ sample }) => sample), ...cases.flatMap(({ failure }) => failure?.message ?? [])];
}

/**
 * Returns the patterns that each of Pi's predicates asks, list by list, in the form of {@link patterns}. Pi exports only
 * one of its lists, but asks all of them about a text that none matches.
 *
 * @param {import("node:test").TestContext} t
 */
function patternsOf(t) {
	const { test } = RegExp.prototype;
	/** @type {string[]} */
	const asked = [];
	/** @this {RegExp} @param {string} text */
	function listen(text) {
		asked.push(this.source.replaceAll("\\/", "/"));
		return test.call(this, text);
	}
	t.mock.method(RegExp.prototype, "test", listen);
	const message = failure("-", "cerebras");
	isRetryableAssistantError(message);
	const outsideGroups = /\|(?![^(]*\))/;
	const retry = asked.splice(0).map((joined) => joined.split(outsideGroups));
	isContextOverflow(message);
	const known = getOverflowPatterns().length;
	return { retry, overflow: [asked.slice(0, -known - 1), asked.slice(-known - 1, -1), asked.slice(-1)] };
}

/** A generator of random numbers that a seed determines (mulberry32). */
class Dice {
	/** @param {number} seed */
	constructor(seed) {
		this.state = seed;
	}

	/** @param {number} sides @returns {number} an integer from 0, below `sides` */
	roll(sides) {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
	}

	/** @template T @param {ArrayLike<T>} list @returns {T} */
	pick(list) {
		return list[this.roll(list.length)];
	}
}

/** What a dot may or may not match. */
const UNITS = ["", " ", "_", "x", "é", "\n", "\r", "\x85", "\u2028", "\u2029", "\ufffd", "\ud83d", "\ude00", "😀"];

/** Characters that one side could read in another way than the other. */
const ODD = [
	...UNITS,
	..."\t\v\f\0\x1b\x7f\xa0\u1680\u180e\u2000\u200a\u200b\u202f\u205f\u3000\ufeff",
	...".,:;\"'()[]{}/\\|-XsSkK0159\u017f\u212a\u0130\u0131",
];

/** @param {Dice} dice @returns {string} */
function drawText(dice) {
	let text = drawPart(dice);
	while (dice.roll(3) === 0) text += dice.pick(["", "", " ", "\n", ": ", ...ODD]) + drawPart(dice);
	for (let changes = dice.roll(4); changes > 0; changes--) text = change(text, dice);
	return text;
}

/** @param {Dice} dice @returns {string} */
function drawPart(dice) {
	return dice.roll(3) === 0 ? dice.pick(messages) : new Writer(dice.pick(rows).pattern, dice).write();
}

/** Makes one small change. @param {string} text @param {Dice} dice @returns {string} */
function change(text, dice) {
	const edges = [...text.matchAll(/\b/g)].map(({ index }) => index);
	const at = dice.roll(2) === 0 && edges.length > 0 ? dice.pick(edges) : dice.roll(text.length + 1);
	const [before, after] = [text.slice(0, at), text.slice(at)];
	switch (dice.roll(7)) {
		case 0:
			return before;
		case 1:
			return after;
		case 2:
			return before + after.slice(1);
		case 3:
			return before + dice.pick([text.toUpperCase(), text.toLowerCase()]).slice(at);
		case 4:
			return before + dice.pick(messages) + after;
		default:
			return before + dice.pick(ODD) + after;
	}
}

/** Writes texts that a pattern matches, or just not. */
class Writer {
	at = 0;

	/** @param {string} pattern @param {Dice} dice */
	constructor(pattern, dice) {
		this.pattern = pattern;
		this.dice = dice;
	}

	/** @returns {string} a text for the alternatives from here to the end of their group */
	write() {
		const alternatives = [""];
		while (this.at < this.pattern.length) {
			const token = this.next();
			if (token === ")") break;
			if (token === "|") alternatives.push("");
			else alternatives.push(alternatives.pop() + this.repeated(() => this.one(token)));
		}
		return this.dice.pick(alternatives);
	}

	/** @returns {string} a character, an escape, a class, or how a group begins */
	next() {
		const token = /^(?:\\.|\[.*?\]|\(\?<?[:!=]|.)/s.exec(this.pattern.slice(this.at))?.[0] ?? "";
		this.at += token.length;
		return token;
	}

	/** @param {string} token @returns {string} */
	one(token) {
		const { dice } = this;
		if (token.startsWith("(")) {
			const text = this.write();
			return /[!=]/.test(token) ? dice.pick(["", "", " ", text]) : text;
		}
		if (token === "^" || token === "$") return dice.pick(["", "", "", "\n"]);
		if (token === ".") return dice.pick(UNITS);
		if (/^(?:\[|\\\w)/.test(token)) {
			const fits = new RegExp(`^${token}$`);
			return dice.pick(dice.roll(6) > 0 ? ODD.filter((odd) => fits.test(odd)) : ODD);
		}
		const literal = token.replace("\\", "");
		return dice.roll(40) > 0 ? dice.pick([literal, literal.toUpperCase(), literal.toLowerCase()]) : dice.pick(ODD);
	}

	/** @param {() => string} write @returns {string} the text with the quantifier that follows */
	repeated(write) {
		const start = this.at;
		const first = write();
		const quantifier = /^[?*+]/.exec(this.pattern.slice(this.at))?.[0];
		if (!quantifier) return first;
		this.at++;
		const end = this.at;
		let text = quantifier !== "+" && this.dice.roll(2) === 0 ? "" : first;
		while (quantifier !== "?" && this.dice.roll(2) === 0) {
			this.at = start;
			text += write();
		}
		this.at = end;
		return text;
	}
}
