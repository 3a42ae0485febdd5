// Writes a table in Markdown.

/** @param {string[]} head @param {string[][]} rows */
export function drawTable(head, rows) {
	const lines = [head, head.map(() => "---"), ...rows];
	return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
