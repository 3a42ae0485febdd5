// The exported library as another program calls it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decide } from "../../pkg/core.js";

test("decide answers with category, retry, reason, status and hint", () => {
	assert.deepEqual(decide({ message: "429: Please try again in 20s." }), {
		category: "rate_limit",
		retry: true,
		reason: "rate_limit: HTTP 429; provider asked to wait 20s (text try again in)",
		status: 429,
		hint: { waitMs: 20_000, source: "text", name: "try again in" },
	});
	assert.deepEqual(decide({ message: "something odd" }), {
		category: "unknown",
		retry: true,
		reason: "unknown: no known pattern",
	});
});

test("decide takes every kind of evidence", () => {
	const decision = decide({
		message: "failed",
		status: 429,
		headers: { "Retry-After": ["3", "9"], "x-other": "1" },
		body: "{}",
		streamEvent: { type: "error" },
		diagnostics: [{ type: "x" }],
		api: "openai-completions",
		provider: "p",
	});
	assert.deepEqual(decision.hint, { waitMs: 9000, source: "header", name: "retry-after" });
});

test("decide reads points in time against the given clock", () => {
	const failure = { message: "429", headers: { "retry-after": "Thu, 01 Jan 1970 00:01:00 GMT" } };
	assert.equal(decide(failure, { nowMs: 50_000.7 }).hint?.waitMs, 10_000);
	assert.equal(decide(failure).hint, undefined);
});

test("decide obeys the keys of pi-retry.json, and ignores what is wrong with them", () => {
	const failure = { message: "429: Please try again in 20s." };
	assert.equal(decide(failure, { config: { maxRetryAfterMs: 10_000 } }).retry, false);
	assert.equal(decide(failure, { config: { maxRetryAfterMs: "much", nonsense: 1 } }).retry, true);
	assert.equal(decide(failure, { config: { patterns: { nonRetryable: ["rate|again"] } } }).reason, "rate_limit: HTTP 429, pattern rate|again");
});

test("half a character and a strange status do not disturb it", () => {
	assert.equal(decide({ message: "\ud83d overloaded \udc00", status: 999 }).category, "overloaded");
	assert.equal(decide({ message: "x", status: Number.NaN }).status, undefined);
});

test("what is no failure is refused with a sentence that names the field", () => {
	const cases = [
		[undefined, /not a value that JSON can hold/],
		...[null, 5, {}, { message: 5 }].map((wrong) => [wrong, /`message` is missing or of another type/]),
		[{ message: "429", body: 5 }, /`body` is missing or of another type/],
	];
	for (const [wrong, sentence] of /** @type {[any, RegExp][]} */ (cases)) assert.throws(() => decide(wrong), sentence);
});

test("the shipped schema knows each key with its bounds", () => {
	const schema = JSON.parse(readFileSync(new URL("../../pkg/pi-retry.schema.json", import.meta.url), "utf8"));
	assert.deepEqual(schema.properties.maxRetries, {
		default: 10,
		description: "Retries for one failing request.",
		maximum: 1000,
		minimum: 0,
		type: "integer",
	});
	assert.deepEqual(Object.keys(schema.properties.patterns.properties).sort(), ["nonRetryable", "retryable"]);
});
