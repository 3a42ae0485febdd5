// One wait: a deadline on two clocks, a tick each second, an end at once when aborted.

/**
 * @typedef {object} Clock
 * @property {() => number} wall milliseconds that follow the system's time, and run on while it sleeps
 * @property {() => number} steady milliseconds that nobody can set, and that may stop while it sleeps
 *
 * @typedef {"wait_elapsed" | "wait_aborted" | "ended"} End how a wait ended: by its deadline or `skip()`, by the signal, by `end()`
 */

/** @type {Clock} */
const systemClock = { wall: () => Date.now(), steady: () => performance.now() };

/** One turn of the timer; far below the 2^31-1 ms above which timers fire at once. */
const TICK_MS = 1000;

/** By how much a timer may be early, as its clock is another one. */
const EARLY_MS = 10;

/** How often a condition that ends the wait early is looked at, and how many times before it is given up. */
const LOOK_MS = 100;
const LOOKS = 50;

/**
 * Starts a wait. It is over when either clock has passed its deadline.
 *
 * @param {number} delayMs
 * @param {AbortSignal | undefined} signal
 * @param {(remainingMs: number) => void} onTick called each second, must not throw
 * @returns {{ done: Promise<End>, end: () => void, skip: () => void, skipOnce: (due: () => boolean) => void }}
 */
export function startWait(delayMs, signal, onTick, clock = systemClock) {
	const wallDeadline = clock.wall() + delayMs;
	const steadyDeadline = clock.steady() + delayMs;
	const remaining = () => Math.ceil(Math.min(wallDeadline - clock.wall(), steadyDeadline - clock.steady()));

	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	/** @type {NodeJS.Timeout | undefined} */
	let looking;
	/** @type {PromiseWithResolvers<End>} */
	const { promise, resolve } = Promise.withResolvers();

	/** @param {End} how */
	const finish = (how) => {
		clearTimeout(timer);
		clearTimeout(looking);
		signal?.removeEventListener("abort", onAbort);
		resolve(how);
	};
	const onAbort = () => finish("wait_aborted");
	const arm = () => {
		const left = remaining();
		if (left <= 0) return finish("wait_elapsed");
		timer = setTimeout(turn, (left - early(left)) % TICK_MS || TICK_MS + early(left));
	};
	const turn = () => {
		const left = remaining();
		if (left > 0) onTick(left - early(left));
		arm();
	};

	/** Skips the rest as soon as `due` holds, within some seconds; one that throws never does. @param {() => boolean} due */
	const skipOnce = (due) => {
		let left = LOOKS;
		const look = () => {
			try {
				if (due()) return finish("wait_elapsed");
			} catch {
				return;
			}
			if (--left > 0) looking = setTimeout(look, LOOK_MS);
		};
		clearTimeout(looking);
		looking = setTimeout(look, 0);
	};

	signal?.addEventListener("abort", onAbort, { once: true });
	if (signal?.aborted) onAbort();
	else arm();
	return { done: promise, end: () => finish("ended"), skip: () => finish("wait_elapsed"), skipOnce };
}

/** Returns how much too early it is for a tick that was due now, if one was. @param {number} left milliseconds until the deadline */
function early(left) {
	const over = left % TICK_MS;
	return left > TICK_MS && over <= EARLY_MS ? over : 0;
}
