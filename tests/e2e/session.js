// Reads a session file's entries the way a test wants to compare them.

/**
 * Returns one word for each entry that a conversation's story is made of, in the file's order.
 *
 * @param {any[]} entries
 */
export function outline(entries) {
	return entries.flatMap((entry) => {
		if (entry.type === "message") return entry.message.role === "system" ? [] : [messageWord(entry.message)];
		if (entry.type === "custom") return [entry.customType];
		return entry.type === "context_edit" ? ["context_edit"] : [];
	});
}

/** @param {any} message */
function messageWord({ role, stopReason }) {
	return stopReason ? `${role} ${stopReason}` : role;
}

/**
 * Returns the data of pi-retry's entries of a type.
 *
 * @param {any[]} entries
 * @param {"pi-retry" | "pi-retry-stop"} type
 * @returns {any[]}
 */
export function dataOf(entries, type) {
	return entries.filter(({ customType }) => customType === type).map(({ data }) => data);
}

/**
 * Returns the texts of the conversation in a request, oldest first, without the system prompt.
 *
 * @param {any} body
 * @returns {string[]}
 */
export function conversation({ messages }) {
	return messages
		.filter((/** @type {any} */ { role }) => role !== "system" && role !== "developer")
		.map((/** @type {any} */ { role, content }) => `${role}: ${plainText(content)}`);
}

/** @param {string | { text?: string }[]} content */
function plainText(content) {
	return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}
