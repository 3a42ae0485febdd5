// The few sentences that are needed when there is no core to write them.

/** @param {unknown} error */
export function stopped(error) {
	const what = (error instanceof Error ? error.message : String(error)).replace(/\p{C}/gu, "").slice(0, 200);
	return `pi-retry: internal error (${what}); pi-retry is off for this session, Pi goes on without it`;
}

export function loadedTwice() {
	const copy = new URL(".", import.meta.url).pathname;
	return `pi-retry: loaded twice; the first copy acts, and the one in ${copy} stays out of the way`;
}
