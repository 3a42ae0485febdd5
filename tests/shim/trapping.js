// The package that traps where a test says so: at the words `trap in`, and then the name of an event or a function.

import assert from "node:assert/strict";

const folder = new URL("../../target/trapping/", import.meta.url);

/** @type {typeof import("../../pkg/core.js")} */
export const { decide } = await import(new URL("core.js", folder).href);

/** @type {typeof import("../../pkg/load.js")} */
export const { load } = await import(new URL("load.js", folder).href);

/** @type {typeof import("../../pkg/host.js")} */
export const { connect } = await import(new URL("host.js", folder).href);

/** Traps outside of any session, which ends the instance that all of them share. */
export function trapElsewhere() {
	assert.throws(() => load().completions("trap in completions"), WebAssembly.RuntimeError);
}
