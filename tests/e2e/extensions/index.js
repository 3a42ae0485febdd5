// Where the extensions of the tests are.

import { fileURLToPath } from "node:url";

export const ABORT_COMMAND = pathOf("abort-command.js");
export const ANSWER_TOO = pathOf("answer-too.js");
export const EMPTY = pathOf("empty.js");
export const FETCH_OVER_HTTP = pathOf("fetch-over-http.js");
export const FORCE_WARMING = pathOf("force-warming.js");
export const OWN_RETRY = pathOf("own-retry.js");
export const PRETEND_BUN = pathOf("pretend-bun.js");
export const REACH = pathOf("reach.js");
export const SAME_PATH = pathOf("same-path.js");
export const SAY_TURN_END = pathOf("say-turn-end.js");
export const SLOW_INPUT = pathOf("slow-input.js");
export const SUMMARIZE_BRANCH = pathOf("summarize-branch.js");
export const VIRTUAL_MODEL = pathOf("virtual-model.js");

/** @param {string} name */
function pathOf(name) {
	return fileURLToPath(new URL(name, import.meta.url));
}
