// One alarm: calls back when a time has passed, and keeps no process alive.

/** One turn of the timer; far below the 2^31-1 ms above which timers fire at once. */
const TURN_MS = 60_000;

/**
 * Sets an alarm.
 *
 * @param {number} delayMs
 * @param {() => void} ring must not throw
 * @param {() => number} wall milliseconds that follow the system's time
 * @returns {() => void} takes it back
 */
export function setAlarm(delayMs, ring, wall) {
	const deadline = wall() + delayMs;
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	const arm = () => {
		const left = deadline - wall();
		if (left <= 0) return ring();
		timer = setTimeout(arm, Math.min(left, TURN_MS));
		timer.unref();
	};
	arm();
	return () => clearTimeout(timer);
}
