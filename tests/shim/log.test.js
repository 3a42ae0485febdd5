// The log's lines on a disk that is full.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

/** Writes lines of 300 bytes until that fails. */
const PROGRAM = `
	import { openLog } from ${JSON.stringify(new URL("../../pkg/log.js", import.meta.url).href)};
	const write = openLog({ file: process.argv[1] });
	try {
		for (let n = 0; ; n++) write({ n, text: "x".repeat(300 - 17) });
	} catch (error) {
		console.log(error.message);
	}
`;

test("a line that does not fit as a whole is not written at all", (t) => {
	const directory = mkdtempSync(join(tmpdir(), "pi-retry-"));
	t.after(() => rmSync(directory, { recursive: true }));
	const file = join(directory, "log");
	// The limit stands for the end of the disk: the write that reaches it is cut.
	const limited = 'ulimit -f 2 && exec "$0" "$@"';
	const { stdout } = spawnSync("bash", ["-c", limited, process.execPath, "--input-type=module", "-e", PROGRAM, file], { encoding: "utf8" });
	assert.equal(stdout, "no space left\n");
	const text = readFileSync(file, "utf8");
	assert.ok(text.endsWith("\n") && text.length < 2048);
	const numbers = text.trimEnd().split("\n").map((line) => JSON.parse(line).n);
	assert.deepEqual(numbers, numbers.map((_, n) => n));
	assert.ok(numbers.length >= 3, text);
});
