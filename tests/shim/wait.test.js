// The wait's deadline on two clocks, its ticks and its ends, on a fake timer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startWait } from "../../pkg/wait.js";

/** @param {import("node:test").TestContext} t */
function fakeTime(t) {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const time = {
		wallMs: 1_000_000,
		steadyMs: 0,
		clock: { wall: () => time.wallMs, steady: () => time.steadyMs },
		/** Lets time pass, and the timer that is armed fire once. @param {number} ms */
		jump(ms) {
			time.wallMs += ms;
			time.steadyMs += ms;
			t.mock.timers.tick(Math.min(ms, 1000));
		},
		/** @param {number} ms */
		pass(ms) {
			for (let passed = 0; passed < ms; passed++) {
				time.wallMs++;
				time.steadyMs++;
				t.mock.timers.tick(1);
			}
		},
	};
	return time;
}

/** @param {Promise<unknown>} promise */
function now(promise) {
	return Promise.race([promise, new Promise((resolve) => setImmediate(resolve, "still waiting"))]);
}

test("a wait ends at its deadline and not a millisecond before", async (t) => {
	const time = fakeTime(t);
	const { done } = startWait(1450, undefined, () => {}, time.clock);
	time.pass(1449);
	assert.equal(await now(done), "still waiting");
	time.pass(1);
	assert.equal(await now(done), "wait_elapsed");
});

test("a timer that is a moment early skips no second, and ends no wait early", async (t) => {
	const time = fakeTime(t);
	/** @type {number[]} */
	const ticks = [];
	let lag = 0;
	const clock = { wall: () => time.clock.wall() - lag, steady: () => time.clock.steady() - lag };
	const { done } = startWait(3450, undefined, (remainingMs) => ticks.push(remainingMs), clock);
	lag = 1;
	time.pass(3450);
	assert.deepEqual([ticks, await now(done)], [[3000, 2000, 1000], "still waiting"]);
	time.pass(1);
	assert.equal(await now(done), "wait_elapsed");
});

test("it ticks on every whole second that is left", async (t) => {
	const time = fakeTime(t);
	/** @type {number[]} */
	const ticks = [];
	startWait(3450, undefined, (remainingMs) => ticks.push(remainingMs), time.clock);
	time.pass(4000);
	assert.deepEqual(ticks, [3000, 2000, 1000]);
});

test("a wall clock that is set back does not prolong it", async (t) => {
	const time = fakeTime(t);
	const { done } = startWait(2000, undefined, () => {}, time.clock);
	time.wallMs -= 3_600_000;
	time.pass(2000);
	assert.equal(await now(done), "wait_elapsed");
});

test("a wall clock that is set forward beyond the deadline ends it, as a sleep does", async (t) => {
	const time = fakeTime(t);
	const { done } = startWait(1_800_000, undefined, () => {}, time.clock);
	time.pass(1000);
	time.wallMs += 3_600_000;
	time.pass(999);
	assert.equal(await now(done), "still waiting");
	time.pass(1);
	assert.equal(await now(done), "wait_elapsed");
});

test("a wall clock that is set forward by less shortens it by no more than that", async (t) => {
	const time = fakeTime(t);
	const { done } = startWait(7_200_000, undefined, () => {}, time.clock);
	time.wallMs += 3_600_000;
	time.jump(3_599_999);
	assert.equal(await now(done), "still waiting");
	time.pass(1000);
	assert.equal(await now(done), "wait_elapsed");
});

for (const days of [24, 25, 50, 400]) {
	test(`a wait of ${days} days ends after as many, and not before`, async (t) => {
		const time = fakeTime(t);
		/** @type {number[]} */
		const ticks = [];
		const { done } = startWait(days * 86_400_000, undefined, (remainingMs) => ticks.push(remainingMs), time.clock);
		time.pass(2000);
		assert.deepEqual(ticks, [days * 86_400_000 - 1000, days * 86_400_000 - 2000]);
		time.jump((days - 1) * 86_400_000 - 2000);
		assert.equal(await now(done), "still waiting");
		time.jump(86_399_999);
		assert.equal(await now(done), "still waiting");
		time.pass(1);
		assert.equal(await now(done), "wait_elapsed");
	});
}

test("a machine that slept past the deadline wakes to its end", async (t) => {
	const time = fakeTime(t);
	const { done } = startWait(3_600_000, undefined, () => {}, time.clock);
	time.wallMs += 7_200_000;
	time.pass(1000);
	assert.equal(await now(done), "wait_elapsed");
});

test("a wait longer than a timer can count does not end at once", async (t) => {
	const time = fakeTime(t);
	const { done, end } = startWait(2 ** 31, undefined, () => {}, time.clock);
	time.pass(5000);
	assert.equal(await now(done), "still waiting");
	end();
	assert.equal(await now(done), "ended");
});

test("an abort ends it at once and leaves no timer behind", async (t) => {
	const time = fakeTime(t);
	const run = new AbortController();
	let ticks = 0;
	const { done } = startWait(5000, run.signal, () => ticks++, time.clock);
	time.pass(1000);
	run.abort();
	assert.equal(await now(done), "wait_aborted");
	time.pass(10_000);
	assert.equal(ticks, 1);
});

test("a run that was aborted before the wait began is not waited for", async (t) => {
	const time = fakeTime(t);
	const { done } = startWait(5000, AbortSignal.abort(), () => {}, time.clock);
	assert.equal(await now(done), "wait_aborted");
});

test("it is over once a condition holds, and looks no more at one that throws, has not held for seconds, or when it has ended", async (t) => {
	const time = fakeTime(t);
	let [looks, due] = [0, false];
	const wait = startWait(5000, undefined, () => {}, time.clock);
	wait.skipOnce(() => (looks++, due));
	time.pass(1000);
	assert.deepEqual([await now(wait.done), looks > 1], ["still waiting", true]);
	due = true;
	time.pass(100);
	assert.equal(await now(wait.done), "wait_elapsed");
	const before = looks;
	time.pass(1000);
	assert.equal(looks, before);

	const other = startWait(500, undefined, () => {}, time.clock);
	other.skipOnce(() => {
		throw new Error("gone");
	});
	time.pass(499);
	assert.equal(await now(other.done), "still waiting");
	time.pass(1);

	const vain = startWait(20_000, undefined, () => {}, time.clock);
	let queued = false;
	vain.skipOnce(() => queued);
	time.pass(5000);
	queued = true;
	time.pass(5000);
	assert.equal(await now(vain.done), "still waiting");
});
