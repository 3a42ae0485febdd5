// Holds the imports of the shim against its layers: each file uses node:* and files further down only.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** The files of `js/` from the entrances to the leaves; the last is generated. */
const LAYERS = [
	["extension.js", "cli.js"],
	["host.js"],
	["session.js"],
	["core.js", "effects.js", "entries.js", "events.js", "log.js"],
	["alarm.js", "models.js", "nudge.js", "observe.js", "config-file.js", "load.js", "wait.js", "sentences.js"],
	["machine.js"],
	["instance.js"],
	["body.js", "pi_retry.js"],
];

const shim = new URL("../../js/", import.meta.url);
const files = readdirSync(shim);

/** @param {string} name */
function layer(name) {
	const found = LAYERS.findIndex((layer) => layer.includes(name));
	assert.notEqual(found, -1, `${name} is in no layer`);
	return found;
}

for (const file of files) {
	test(`${file} imports from lower layers only, and nothing of Pi at run time`, () => {
		const text = readFileSync(new URL(file, shim), "utf8");
		for (const [, from = ""] of text.matchAll(/^(?:import|export)\s[^;]*?from "(.*?)";|^import "(.*?)";/gm)) {
			if (from.startsWith("node:")) continue;
			assert.match(from, /^\.\/[^/]+$/);
			assert.ok(layer(from.slice(2)) > layer(file), `${file} imports ${from}`);
		}
	});
}

test("every listed file is there", () => {
	assert.deepEqual(LAYERS.flat().filter((name) => name !== "pi_retry.js").sort(), files.sort());
});
