// Takes the README's pictures: the real Pi in a terminal, against a provider on loopback.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicError, rateLimited } from "../tests/e2e/fates.js";
import { startGateway } from "../tests/e2e/gateway.js";
import { makeSandbox } from "../tests/e2e/sandbox.js";
import { openTui } from "../tests/e2e/tui.js";
import { build } from "./build.js";
import { drawScreen } from "./pictures/svg.js";
import { heading, main, root } from "./run.js";

/** @import { Tui } from "../tests/e2e/tui.js" */

const SIZE = { columns: 116, rows: 60 };
const NOTES = "The parser drops the last field of a row that ends without a line break.\n";
const ANSWER = "A row that ends without a line break loses its last field: the parser only stores\na field when it meets a separator. Storing what is left after the loop fixes it.";

const PLAN = [
	{ toolCall: { name: "read", arguments: { path: "notes.md" } } },
	rateLimited("openai-completions", { headers: { "retry-after": "12" } }),
	anthropicError(529, { type: "overloaded_error", message: "Overloaded" }),
	{ text: ANSWER },
];

await main(async () => {
	await build();
	heading("Pictures");
	const gateway = await startGateway({ plan: PLAN });
	const sandbox = await makeSandbox({
		gatewayUrl: gateway.url,
		settings: { retry: { enabled: false }, quietStartup: true, theme: "dark" },
		config: { minDelayMs: { overloaded: 4000 } },
	});
	try {
		await writeFile(join(sandbox.cwd, "notes.md"), NOTES);
		await pretendTools(join(sandbox.agentDir, "bin"));
		const tui = await openTui(sandbox, { size: SIZE });
		tui.submit("What do the notes say is wrong, and how would you fix it?");
		// The spinner turns about once a second, so that each second has one such picture.
		await take(tui, "wait.svg", "⠋ retry 1/10 in 9s");
		await tui.shows("pi-retry: succeeded on retry 2");
		await tui.idle();
		await take(tui, "recovered.svg", "pi-retry: succeeded on retry 2");
		await tui.quit();
	} finally {
		await sandbox.remove();
		await gateway.close();
	}
});

/** Draws the screen into a file as soon as it shows a text. @param {Tui} tui @param {string} name @param {string} text */
async function take(tui, name, text) {
	const svg = await tui.until(`"${text}"`, () => {
		return tui.cells && tui.text.includes(text) ? drawScreen(tui.cells, tui.text.split("\n").length, SIZE.columns) : undefined;
	});
	const path = join(root, "docs", name);
	await writeFile(path, svg);
	console.log(path);
}

/** Puts files where Pi looks for the programs that it would miss aloud. @param {string} folder */
async function pretendTools(folder) {
	await mkdir(folder, { recursive: true });
	for (const name of ["fd", "rg"]) await writeFile(join(folder, name), "", { mode: 0o755 });
}
