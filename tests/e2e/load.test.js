// Many sessions in one process that fail at once: each has its own waits, statuses, counters and captures.

import assert from "node:assert/strict";
import test from "node:test";
import { hinted, succeeded } from "./announced.js";
import { makeWorld, runProgram } from "./pi.js";
import { conversation } from "./session.js";

/**
 * @import { PlannedRequest } from "./request.js"
 * @import { Step } from "./step.js"
 */

const SESSIONS = 20;

/** How often the first request of a session fails. @param {number} n */
const failures = (n) => 1 + (n % 3);

/** What a header of its k-th failure asks for, in milliseconds; no two sessions are asked for the same. @param {number} n @param {number} k */
const askedMs = (n, k) => 300 + 30 * n + 7 * k;

/** @param {PlannedRequest} request */
function sessionOf({ body }) {
	return Number(/session (\d+)/.exec(conversation(body)[0] ?? "")?.[1]);
}

test("twenty sessions in one process fail at once and do not cross", async (t) => {
	/** @type {Map<number, PlannedRequest[]>} */
	const sent = new Map();
	/** @param {PlannedRequest} request @returns {Step} */
	const answer = (request) => {
		const n = sessionOf(request);
		const requests = [...(sent.get(n) ?? []), request];
		sent.set(n, requests);
		const k = requests.length;
		if (k > failures(n)) return { text: `answer ${n}` };
		return { status: 429, body: "", headers: { "retry-after-ms": String(askedMs(n, k)) }, delayMs: (n * 7) % 40 };
	};
	const { sandbox } = await makeWorld(t, { plan: [answer] });
	const { stdout, stderr, code } = await runProgram(sandbox, "many-sessions.js", [String(SESSIONS)]);
	assert.deepEqual([stderr, code], ["", 0]);
	const [cancelled, ...reports] = JSON.parse(stdout);
	assert.equal(reports.length, SESSIONS - 1);

	for (const { prompt, notifications, statuses, answer, customTypes } of reports) {
		const n = Number(/\d+/.exec(prompt)?.[0]);
		const waits = Array.from({ length: failures(n) }, (_, i) => askedMs(n, i + 1));
		assert.deepEqual(
			notifications,
			[...waits.map((ms, i) => announced(ms, i + 1)), succeeded(waits.length)],
			prompt,
		);
		assert.equal(answer, `answer ${n}`);
		assert.deepEqual(customTypes, waits.map(() => "pi-retry"));
		assert.equal(statuses.at(-1), null);
		const counters = statuses.filter(Boolean).map((/** @type {string} */ text) => Number(/^retry (\d+)\/10 in \d+s$/.exec(text)?.[1]));
		assert.deepEqual([...new Set(counters)], waits.map((_, i) => i + 1), prompt);
		const requests = sent.get(n) ?? [];
		assert.equal(requests.length, waits.length + 1);
		for (const [i, ms] of waits.entries()) assertNotBefore(requests, i, ms);
	}
	assert.deepEqual(cancelled.notifications, [announced(askedMs(0, 1), 1), "pi-retry: retry cancelled"]);
	assert.equal(cancelled.statuses.at(-1), null);
	assert.equal(sent.get(0)?.length, 1);
});

/** @param {number} ms @param {number} attempt */
function announced(ms, attempt) {
	return hinted(`${ms}ms`, { source: "header retry-after-ms", attempt: `${attempt}/10` });
}

/** @param {PlannedRequest[]} requests @param {number} i @param {number} ms */
function assertNotBefore(requests, i, ms) {
	const waited = (requests[i + 1]?.arrivedAt ?? 0) - (requests[i]?.endedAt ?? 0);
	assert.ok(waited >= ms, `waited ${waited} of ${ms} ms`);
}
