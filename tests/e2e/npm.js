// Runs npm as a stranger would, and serves a package to it from a registry on loopback.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGE, REPOSITORY } from "./sandbox.js";

/** @import { TestContext } from "node:test" */
/** @import { AddressInfo } from "node:net" */

const execute = promisify(execFile);

/** Returns an empty folder that lasts as long as the test. @param {TestContext} t */
export async function emptyFolder(t) {
	const folder = await mkdtemp(join(tmpdir(), "pi-retry-npm-"));
	t.after(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/**
 * Runs npm, npx or another program, which must succeed, and returns what it printed. It asks no registry.
 *
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} args
 */
export async function run(cwd, program, ...args) {
	const quiet = { npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
	const cache = { npm_config_cache: join(cwd, ".npm") };
	const path = `${join(REPOSITORY, "node_modules/.bin")}:${process.env.PATH}`;
	return (await execute(program, args, { cwd, env: { ...process.env, ...quiet, ...cache, PATH: path } })).stdout;
}

/**
 * Packs the assembled package as for the registry.
 *
 * @param {string} folder
 * @returns {Promise<{ tarball: string, size: number, files: { path: string, size: number }[] }>}
 */
export async function pack(folder) {
	const [packed] = JSON.parse(await run(folder, "npm", "pack", PACKAGE, "--json"));
	return { ...packed, tarball: join(folder, packed.filename) };
}

/**
 * Serves one package, and returns the registry's address and the paths that were asked for.
 *
 * @param {TestContext} t
 * @param {string} tarball
 */
export async function startRegistry(t, tarball) {
	const manifest = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
	const bytes = await readFile(tarball);
	const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
	/** @type {string[]} */
	const asked = [];
	const server = createServer(({ url = "", headers }, response) => {
		asked.push(url);
		if (url === "/package.tgz") return response.end(bytes);
		if (url !== `/${manifest.name}`) return response.writeHead(404).end("{}");
		const version = { ...manifest, dist: { tarball: `http://${headers.host}/package.tgz`, integrity } };
		const packument = { name: manifest.name, "dist-tags": { latest: manifest.version }, versions: { [manifest.version]: version } };
		response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => void server.close());
	return { url: `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/`, asked };
}
