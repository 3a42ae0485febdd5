// Holds what crosses the seam in the stories against the types that the shim is checked with.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const scripts = join(root, "tests", "scripts");

/** Returns every event and every list of effects of the stories as a program that is right if they are. */
function program() {
	const stories = readdirSync(scripts).map((name) => JSON.parse(readFileSync(join(scripts, name), "utf8")));
	const steps = stories.flatMap((story) => story.steps);
	const lines = steps.map(([, , event, effects]) => `[${JSON.stringify(event)}, ${JSON.stringify(effects)}],`);
	return `import type { Effect, Event } from "${join(root, "pkg", "pi_retry.js")}";\nexport const steps: [Event, Effect[]][] = [\n${lines.join("\n")}\n];\n`;
}

test("every event and effect of the stories is of its declared type", (t) => {
	const folder = mkdtempSync(join(tmpdir(), "pi-retry-types-"));
	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, "stories.mts"), program());
	const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "esnext", "--module", "nodenext"];
	const { stdout, status } = spawnSync("tsc", [...strict, join(folder, "stories.mts")], { cwd: folder, encoding: "utf8" });
	assert.equal(status, 0, stdout);
});
