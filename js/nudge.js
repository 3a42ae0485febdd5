// The message that starts a run on the context as it is: Pi has no other way. It never reaches a provider.

/**
 * @import { ExtensionAPI, ExtensionContext, TurnEndEvent } from "@earendil-works/pi-coding-agent"
 * @import { BranchMessage } from "./pi_retry.js"
 * @typedef {import("@earendil-works/pi-coding-agent").ContextEvent["messages"]} Messages
 */

const NUDGE = "pi-retry-now";

/** @param {ExtensionAPI} pi @param {string} text */
export function startRun(pi, text) {
	pi.sendMessage({ customType: NUDGE, content: text, display: false }, { triggerTurn: true });
}

/** Returns the messages that are for the model, or nothing where all are. @param {Messages} messages */
export function withoutNudges(messages) {
	const kept = messages.filter((message) => !isNudge(message));
	return kept.length < messages.length ? kept : undefined;
}

/** Returns the entries in a context that hold such messages. @param {TurnEndEvent["context"]} context */
export function nudges({ contextEntries }) {
	return contextEntries.filter(({ messages }) => messages.some(isNudge)).map(({ sourceEntry }) => sourceEntry.id);
}

/** Returns what of the session the model would see. @param {ExtensionContext} ctx @returns {BranchMessage[]} */
export function branch(ctx) {
	return ctx.sessionManager.buildSessionProjection().entries.flatMap(({ sourceEntry, messages }) =>
		messages
			.filter((message) => !isNudge(message))
			.map((message) => ({
				entryId: sourceEntry.id,
				role: message.role,
				stopReason: message.role === "assistant" ? message.stopReason : undefined,
			})),
	);
}

/** @param {Messages[number]} message */
function isNudge(message) {
	return message.role === "custom" && message.customType === NUDGE;
}
