// Writes the log: one JSON line a record, to standard error or to a file, whole or not at all.

import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { agentFile } from "./config-file.js";

/**
 * @import { LogTarget } from "./pi_retry.js"
 *
 * @param {LogTarget} to
 * @returns {(record: object) => void} throws where a line cannot be written
 */
export function openLog(to) {
	if (to === "stderr") return (record) => writeFileSync(process.stderr.fd, line(record));
	const path = agentFile(to.file);
	mkdirSync(dirname(path), { recursive: true });
	return (record) => append(path, line(record));
}

/** @param {object} record */
function line(record) {
	return `${JSON.stringify(record)}\n`;
}

/**
 * Several sessions may write to one file: each line is one write at its end.
 *
 * @param {string} path
 * @param {string} text
 */
function append(path, text) {
	const bytes = Buffer.from(text);
	const file = openSync(path, "a", 0o600);
	try {
		const written = writeSync(file, bytes);
		if (written < bytes.length) cut(file, written);
	} finally {
		closeSync(file);
	}
}

/** Takes back the part of a line that a full disk let through. @param {number} file @param {number} length @returns {never} */
function cut(file, length) {
	ftruncateSync(file, fstatSync(file).size - length);
	throw new Error("no space left");
}
