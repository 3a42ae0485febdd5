// The instance of the core, which all sessions of a process share: where one traps, a fresh one takes its place.

import { __wbg_reset_state } from "./pi_retry.js";

let number = 0;

/** Returns which instance it is by now. What was made in an earlier one is gone. */
export function instanceNumber() {
	return number;
}

/**
 * Wraps a function of the core, so that it throws as before when it traps, and the next call meets a fresh instance.
 *
 * @template {(...args: any[]) => any} F
 * @param {F} call
 */
export function guarded(call) {
	return /** @type {F} */ (
		(...args) => {
			try {
				return call(...args);
			} catch (error) {
				if (isTrap(error)) {
					__wbg_reset_state();
					number++;
				}
				throw error;
			}
		}
	);
}

/** What the core refuses comes as another error, and leaves it whole. @param {unknown} error */
function isTrap(error) {
	return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
