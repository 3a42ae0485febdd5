// Lets a test wait for something to become true, woken by arrivals and never by polling.

const DEADLINE_MS = 60_000;

/** Holds the waits of one source of arrivals: a gateway's requests, a client's records. */
export class Watch {
	/** @type {Set<() => void>} */
	#looks = new Set();
	#describe;

	/** @param {() => string} describe tells what has arrived, for the message of a wait that ran out */
	constructor(describe) {
		this.#describe = describe;
	}

	/** Wakes every wait; to be called after each arrival. */
	changed() {
		for (const look of [...this.#looks]) look();
	}

	/**
	 * Resolves with the first value of `find` that is not `undefined`, tried now and after each
	 * arrival; rejects when `find` throws, or with everything that arrived when nothing was found.
	 *
	 * @template T
	 * @param {string} what
	 * @param {() => T | undefined} find
	 * @param {number} [deadlineMs]
	 * @returns {Promise<T>}
	 */
	until(what, find, deadlineMs = DEADLINE_MS) {
		return new Promise((resolve, reject) => {
			/** @param {() => void} settle */
			const finish = (settle) => {
				clearTimeout(timer);
				this.#looks.delete(look);
				settle();
			};
			const look = () => {
				try {
					const found = find();
					if (found !== undefined) finish(() => resolve(found));
				} catch (error) {
					finish(() => reject(error));
				}
			};
			const timer = setTimeout(() => {
				const message = `${what} did not come within ${deadlineMs} ms. What came:\n${this.#describe()}`;
				finish(() => reject(new Error(message)));
			}, deadlineMs);
			this.#looks.add(look);
			look();
		});
	}
}
