// Measures what watching Pi's HTTP client adds to each streamed chunk and to each request that is not the main one.
import { channel } from "node:diagnostics_channel";
import { mark, watch } from "../../pkg/observe.js";

const EVENTS = 10_000;
const ROUNDS = 30;

const CREATE = channel("undici:request:create");
const HEADERS = channel("undici:request:headers");
const CHUNK = channel("undici:request:bodyChunkReceived");

const chunk = Buffer.from('data: {"choices":[{"delta":{"content":"word"}}]}\n\n');
const response = { statusCode: 200, headers: [Buffer.from("content-type"), Buffer.from("text/event-stream")], statusText: "OK" };

/** A request as undici's channels show it, with the headers that Pi's adapters send. */
function request() {
	const headers = ["content-type", "accept", "authorization", "user-agent", "x-stainless-lang", "x-stainless-os"];
	return { headers: headers.flatMap((name) => [name, "a value of some length"]) };
}

/** What undici says, as often as it would: nothing while nobody listens. @param {typeof CREATE} one @param {object} message */
function publish(one, message) {
	if (one.hasSubscribers) one.publish(message);
}

/** @returns {number} µs for each chunk of the main request's stream */
function streamed() {
	/** @type {Record<string, string>} */
	const headers = {};
	const { release } = mark(headers);
	const main = request();
	main.headers.push(...Object.entries(headers).flat());
	publish(CREATE, { request: main });
	publish(HEADERS, { request: main, response });
	const start = performance.now();
	for (let i = 0; i < EVENTS; i++) publish(CHUNK, { request: main, chunk });
	const took = performance.now() - start;
	release();
	return (took * 1000) / EVENTS;
}

/** @returns {number} µs for each request that is not marked */
function foreign() {
	const requests = Array.from({ length: EVENTS }, request);
	const start = performance.now();
	for (const one of requests) {
		publish(CREATE, { request: one });
		publish(HEADERS, { request: one, response });
		publish(CHUNK, { request: one, chunk });
	}
	return ((performance.now() - start) * 1000) / EVENTS;
}

/** @param {() => number} measure */
function compare(measure) {
	/** @type {{ without: number[], with: number[] }} */
	const times = { without: [], with: [] };
	for (let round = 0; round < ROUNDS; round++) {
		times.without.push(measure());
		const stop = watch();
		times.with.push(measure());
		stop();
	}
	return { without: median(times.without), with: median(times.with) };
}

/** @param {number[]} times */
function median(times) {
	return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

/** Returns the median µs for each event over 10,000 of them, while nobody watches and while pi-retry does. */
export function watching() {
	return [
		{ name: "streamed chunk", ...compare(streamed) },
		{ name: "foreign request", ...compare(foreign) },
	];
}
