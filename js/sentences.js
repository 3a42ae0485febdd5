// The few sentences that are needed when there is no core to write them.

/** @param {unknown} error */
export function stumbled(error) {
	return `pi-retry: internal error (${cause(error)}); what was at hand is left to Pi, pi-retry goes on with the next request`;
}

/** @param {unknown} error */
export function stopped(error) {
	return `pi-retry: internal error (${cause(error)}); pi-retry is off for this session, Pi goes on without it`;
}

export function loadedTwice() {
	return `pi-retry: loaded twice; the first copy acts, and the one in ${folder()} stays out of the way`;
}

/** @param {unknown} error */
export function damaged(error) {
	return `pi-retry: the copy in ${folder()} is damaged (${cause(error)}) and stays out of the way; install it again`;
}

export function notBuilt() {
	return "pi-retry: this checkout is not built and stays out of the way; run npm run build in it, or install pi-retry-wasm from npm";
}

/** @param {unknown} error */
function cause(error) {
	return (error instanceof Error ? error.message : String(error)).replace(/\p{C}/gu, "").slice(0, 200);
}

function folder() {
	return new URL(".", import.meta.url).pathname;
}

export function tooOld() {
	return "pi-retry: needs Pi 1.3 or later, where extensions can wait at the end of a turn; it stays out of the way";
}
