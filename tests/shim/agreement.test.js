// Holds the files that say the same thing against each other: version, licence, changelog, and what the manifest names.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** @param {string} path from the repository's root */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
/** @param {string} path @returns {any} */
const json = (path) => JSON.parse(read(path));

/** @param {string} key */
function ofCrate(key) {
	return new RegExp(`^${key} = "(.+)"`, "m").exec(read("Cargo.toml"))?.[1];
}

test("the crate, the repository and the package have one version and one licence", () => {
	for (const manifest of [json("package.json"), json("package-lock.json"), json("pkg/package.json")]) {
		assert.equal(manifest.version, ofCrate("version"));
	}
	for (const manifest of [json("package.json"), json("pkg/package.json")]) {
		assert.equal(manifest.license, ofCrate("license"));
	}
});

test("the changelog begins with what is unreleased or with this version, and goes back from there", () => {
	const headings = [...read("CHANGELOG.md").matchAll(/^## \[(.+?)\](.*)$/gm)].map(([, name = "", date]) => ({ name, date }));
	const released = headings.filter(({ name }) => name !== "Unreleased");
	assert.ok(headings.length > 0 && headings.slice(1).every(({ name }) => name !== "Unreleased"));
	if (headings[0]?.name !== "Unreleased") assert.equal(headings[0]?.name, ofCrate("version"));
	for (const { name, date } of released) {
		assert.match(name, /^\d+\.\d+\.\d+$/);
		assert.match(date ?? "", /^ - \d{4}-\d{2}-\d{2}$/);
	}
	const order = released.map(({ name }) => name.split(".").map((part) => part.padStart(6, "0")).join("."));
	assert.deepEqual(order, [...order].sort().reverse());
});

test("whatever the package's manifest names is in the package, and npm has nothing to run or to fetch", () => {
	const { bin, exports, pi, scripts, dependencies } = json("pkg/package.json");
	const named = [...Object.values(bin), ...pi.extensions, ...Object.values(exports).flatMap((one) => (typeof one === "string" ? one : Object.values(one)))];
	for (const path of named) assert.ok(existsSync(new URL(`../../pkg/${path}`, import.meta.url)), path);
	assert.deepEqual([scripts, dependencies], [undefined, undefined]);
});
