// Dice that fall the same way for the same seed, so that what was found can be found again.

/**
 * Returns a function that draws integers in `0..below`.
 *
 * @param {number} seed
 */
export function dice(seed) {
	let state = seed >>> 0;
	return (/** @type {number} */ below) => {
		// A step of mulberry32.
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) % below;
	};
}
