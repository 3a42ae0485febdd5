// What pi-retry says of a wait, and how long it lasts.

import assert from "node:assert/strict";

/**
 * @import { Gateway } from "./gateway.js"
 * @import { RpcClient } from "./rpc.js"
 */

/** How much later than due a request may come. */
export const LATE_MS = 1000;

/** What is said, once, where Pi retries, too. */
export const NOTE =
	"pi-retry: Pi's built-in retry is enabled and runs first; " +
	'set "retry": { "enabled": false } in Pi settings to let pi-retry govern every attempt';

/**
 * Returns the sentence about a failure with a hint.
 *
 * @param {string} wait as it is shown
 * @param {{ evidence?: string, source?: string, attempt?: string }} [options]
 */
export function hinted(wait, { evidence = "rate_limit: HTTP 429", source = "header retry-after", attempt = "1/10" } = {}) {
	const [category] = evidence.split(":");
	return `pi-retry: ${category} (${evidence}; provider asked to wait ${wait} (${source})); retry ${attempt} in ${wait}`;
}

/**
 * Asserts that the request after answer `n` came when its provider had asked for.
 *
 * @param {Gateway} gateway
 * @param {number} ms
 * @param {number} [n]
 */
export function assertWaited(gateway, ms, n = 1) {
	const waited = gateway.waitAfter(n);
	assert.ok(waited >= ms && waited <= ms + LATE_MS, `waited ${waited} ms`);
}

/**
 * Asserts what was said, in order; the rest of the session said nothing.
 *
 * @param {RpcClient} rpc
 * @param {(string | RegExp)[]} expected
 */
export function assertSaid(rpc, expected) {
	const said = rpc.notifications.map(({ text }) => text);
	/** @param {string | RegExp} one @param {number} i */
	const isSaid = (one, i) => (typeof one === "string" ? one === said[i] : one.test(said[i] ?? ""));
	if (said.length !== expected.length || !expected.every(isSaid)) assert.deepEqual(said, expected.map(String));
}

/** @param {number} attempt */
export function succeeded(attempt) {
	return `pi-retry: succeeded on retry ${attempt}`;
}
