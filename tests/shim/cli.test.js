// The command line as scripts and people call it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));

/** @param {string[]} args @param {string} [input] */
function run(args, input = "") {
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], { input, encoding: "utf8" });
	return { stdout, stderr, status };
}

test("explain lays open what was found, and exits with 0 for a retry", () => {
	const text = '429: {"message":"Rate limit reached. Please try again in 20s.","code":"rate_limit_exceeded"}';
	assert.deepEqual(run(["explain", text]), {
		stdout: [
			"decision retry",
			"category rate_limit",
			"reason   rate_limit: HTTP 429; provider asked to wait 20s (text try again in)",
			"rule     5, a status with a meaning of its own beats transient wording",
			"status   429, from the text",
			'words    "Rate limit" (rate_limit), "rate_limit_exceeded" (rate_limit)',
			"hint     20s from text try again in, which says 20s.",
			"wait     20s, and a margin of 250ms",
			"",
		].join("\n"),
		stderr: "",
		status: 0,
	});
});

test("explain exits with 1 for a stop", () => {
	const { stdout, status } = run(["explain", "--status", "401", "no"]);
	assert.equal(status, 1);
	assert.match(stdout, /^decision stop\ncategory auth\nreason {3}auth: HTTP 401\n/);
	assert.match(stdout, /^status {3}401, from the response$/m);
	assert.match(stdout, /^wait {5}none$/m);
});

test("without a text, standard input is read", () => {
	const { stdout, status } = run(["explain"], "fetch failed\n");
	assert.equal(status, 0);
	assert.match(stdout, /^reason {3}transport: "fetch failed"$/m);
	assert.match(stdout, /^wait {5}1\.5s to 2s before the first retry, then longer$/m);
});

test("--json prints the decision, and every option counts", () => {
	const options = ["--header", "Retry-After: 7", "--header", "retry-after: 3", "--status", "503"];
	const { stdout, status } = run(["explain", "--json", ...options, "--api", "a", "--provider", "p", "busy"]);
	assert.equal(status, 0);
	assert.deepEqual(JSON.parse(stdout), {
		category: "server_error",
		retry: true,
		reason: "server_error: HTTP 503; provider asked to wait 7s (header retry-after)",
		status: 503,
		hint: { waitMs: 7000, source: "header", name: "retry-after" },
	});
	const cerebras = run(["explain", "--json", "--provider", "cerebras", "400 status code (no body)"]);
	assert.equal(JSON.parse(cerebras.stdout).category, "context_overflow");
});

test("what cannot be understood gets the usage and exit code 2", () => {
	const misuses = [
		[],
		["decide", "x"],
		["explain", "a", "b"],
		["explain", "x", "--nope"],
		["explain", "x", "--status", "abc"],
		["explain", "x", "--header", "no colon"],
		["explain", "x", "--status"],
	];
	for (const args of misuses) {
		const { stdout, stderr, status } = run(args);
		assert.equal(status, 2, args.join(" "));
		assert.equal(stdout, "");
		assert.match(stderr, /^usage: pi-retry-wasm explain /);
	}
});
