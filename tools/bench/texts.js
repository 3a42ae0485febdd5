// The failures that are measured.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.js";

/** @import { Failure } from "../../pkg/pi_retry.js" */

/** @typedef {{ name: string, failures: Failure[], rounds: number }} Group */

/** @returns {Group[]} each with how often it is gone through */
export function groups() {
	return [
		{ name: "corpus", failures: corpus(), rounds: 200 },
		{ name: "JSON body of 4 kB", failures: [{ message: `429: ${jsonBody(4_000)}` }], rounds: 2_000 },
		{ name: "HTML page of 100 kB", failures: [{ message: `502 ${page(100_000)}` }], rounds: 300 },
		{ name: "text of 1 MB", failures: [{ message: `500 ${words(1_000_000)}` }], rounds: 60 },
	];
}

/** Returns every failure in the files of tests/corpus, whatever else they hold. */
function corpus() {
	/** @type {Failure[]} */
	const failures = [];
	const folder = join(root, "tests", "corpus");
	const visit = (/** @type {unknown} */ value) => {
		if (typeof value !== "object" || value === null) return;
		if ("failure" in value && isFailure(value.failure)) failures.push(value.failure);
		else Object.values(value).forEach(visit);
	};
	for (const name of readdirSync(folder)) {
		if (name.endsWith(".json")) visit(JSON.parse(readFileSync(join(folder, name), "utf8")));
	}
	return failures;
}

/** @param {unknown} value @returns {value is Failure} */
function isFailure(value) {
	return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}

/** @param {number} length */
function jsonBody(length) {
	const message = "The upstream said nothing that helps. ".repeat(length / 40);
	return JSON.stringify({ error: { type: "rate_limit_error", message, code: null }, request_id: "req_0123456789" }).slice(0, length);
}

/** @param {number} length */
function page(length) {
	const head = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>.a{margin:0}</style></head><body><h1>Bad gateway</h1>';
	const row = '<div class="row"><a href="https://www.example.com/help?ref=502">Help</a><span>The web server reported an error.</span></div>\n';
	return (head + row.repeat(length / row.length + 1)).slice(0, length);
}

/** @param {number} length */
function words(length) {
	const line = "at handle (/srv/app/node_modules/server/lib/router.js:104:17) while the request was being processed\n";
	return line.repeat(length / line.length + 1).slice(0, length);
}
