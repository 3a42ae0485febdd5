// Shows that the package is the same, byte by byte, wherever it is built: npm run reproducible
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cache } from "./cache.js";
import { Failure, main, root, run } from "./run.js";
import { nodeModules, path, wasmBindgen } from "./setup.js";
import { wasm } from "./toolchain.js";

/** What of the cache is a tool, and not built from this repository. */
const TOOLS = /^(wasm-bindgen-.*|debian)$/;

await main(async () => {
	await nodeModules();
	await wasmBindgen();
	await wasm();
	const folder = mkdtempSync(join(tmpdir(), "pi-retry-reproducible-"));
	try {
		const one = await packIn(join(folder, "one"));
		const other = await packIn(join(folder, "another", "much", "deeper"));
		if (one.hash !== other.hash) throw new Failure(`The two differ in ${different(one.pkg, other.pkg).join(", ")}.`);
		console.log(`\nBuilt twice, the same: sha512 ${one.hash}`);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

/**
 * Builds the package from nothing in a clone of its own, and packs it.
 *
 * @param {string} folder
 */
async function packIn(folder) {
	const [clone, own] = [join(folder, "clone"), join(folder, "cache")];
	mkdirSync(own, { recursive: true });
	for (const tool of readdirSync(cache).filter((name) => TOOLS.test(name))) symlinkSync(join(cache, tool), join(own, tool));
	await run("git", ["clone", "--quiet", root, clone]);
	symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
	await run("node", ["tools/build.js"], { cwd: clone, env: { ...path, PI_RETRY_CACHE: own } });
	await run("npm", ["pack", "./pkg", "--pack-destination", folder], { cwd: clone, quiet: "npm pack" });
	const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
	return { hash: createHash("sha512").update(readFileSync(join(folder, tarball))).digest("hex"), pkg: join(clone, "pkg") };
}

/** Names the files that differ. @param {string} one @param {string} other */
function different(one, other) {
	const names = new Set([...readdirSync(one), ...readdirSync(other)]);
	const read = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, "latin1") : undefined);
	return [...names].filter((name) => read(join(one, name)) !== read(join(other, name)));
}
