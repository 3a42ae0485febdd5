#!/usr/bin/env node
// The command line: explains what pi-retry would decide about an error text.

import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { decide } from "./core.js";
import { load } from "./load.js";

/** @import { Failure } from "./pi_retry.js" */

process.exitCode = await run(process.argv.slice(2));

/** @param {string[]} args @returns {Promise<number>} the exit code */
async function run(args) {
	const { cliUsage, explain } = load();
	const asked = parse(args);
	const message = asked && (asked.message ?? (process.stdin.isTTY ? undefined : await readAll(process.stdin)));
	if (!asked || message === undefined) {
		process.stderr.write(`${cliUsage()}\n`);
		return 2;
	}
	const failure = { ...asked.failure, message: message.replace(/\n$/, "") };
	const decision = decide(failure);
	const shown = asked.json ? JSON.stringify(decision) : explain(failure, Date.now(), undefined);
	process.stdout.write(`${shown}\n`);
	return decision.retry ? 0 : 1;
}

/**
 * @param {string[]} args
 * @returns {{ message: string | undefined, failure: Omit<Failure, "message">, json: boolean } | undefined} nothing where the words are off
 */
function parse(args) {
	try {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				status: { type: "string" },
				header: { type: "string", multiple: true, default: [] },
				api: { type: "string" },
				provider: { type: "string" },
				json: { type: "boolean", default: false },
			},
		});
		const [command, message, ...rest] = positionals;
		const { status, header, api, provider, json } = values;
		const numeric = status === undefined || /^\d{3}$/.test(status);
		const named = header.every((line) => line.indexOf(":") > 0);
		if (command !== "explain" || rest.length > 0 || !numeric || !named) return undefined;
		/** @type {Record<string, string[]>} */
		const headers = {};
		for (const line of header) {
			const [name, value] = splitHeader(line);
			(headers[name] ??= []).push(value);
		}
		return { message, failure: { status: status ? Number(status) : undefined, headers, api, provider }, json };
	} catch {
		return undefined;
	}
}

/** @param {string} line @returns {[name: string, value: string]} */
function splitHeader(line) {
	const colon = line.indexOf(":");
	return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
