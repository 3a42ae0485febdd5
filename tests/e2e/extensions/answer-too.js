// Answers Pi's questions about a failure as well, in the way that `ANSWER_TOO` names.

/** @import { ExtensionAPI } from "@earendil-works/pi-coding-agent" */

const WAYS = {
	/** Asks for one more request. */
	continue: () => ({ continue: true }),
	/** Has the conversation compacted. */
	compact: (/** @type {any} */ { entries }) => ({
		entries: [...entries, { type: "compaction", summary: "what was said", firstKeptEntryId: null }],
	}),
	/** Edits an entry that is not there, for which Pi drops what all extensions have answered. */
	invalid: (/** @type {any} */ { entries }) => ({
		entries: [...entries, { type: "context_edit", targetId: "nowhere", replacement: null }],
	}),
};

/** @param {ExtensionAPI} pi */
export default function answerToo(pi) {
	const answer = WAYS[/** @type {keyof typeof WAYS} */ (process.env.ANSWER_TOO)];
	pi.on("turn_end", (event) => (event.outcome === "error" ? answer(event) : undefined));
	if (process.env.ANSWER_TOO !== "continue") return;
	pi.on("agent_before_settle", (event) => (event.outcome === "error" ? answer(event) : undefined));
}
