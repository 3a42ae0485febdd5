// The folder that keeps what was downloaded or built, so that another clone is fast, and the locks on its parts.
//
//   PI_RETRY_CACHE   where it is; else $XDG_CACHE_HOME/pi-retry, else ~/.cache/pi-retry
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, once, seconds } from "./run.js";

const { PI_RETRY_CACHE, XDG_CACHE_HOME } = process.env;

export const cache = resolve(PI_RETRY_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "pi-retry"));

const announce = once(async () => {
	try {
		mkdirSync(join(cache, "locks"), { recursive: true });
	} catch (error) {
		throw new Failure(`The cache folder cannot be made (${/** @type {Error} */ (error).message}); PI_RETRY_CACHE can name another.`);
	}
	console.log(`Cache: ${cache}`);
});

/**
 * Runs `job` while no other process runs one of the same name.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} job
 * @returns {Promise<T>}
 */
export async function locked(name, job) {
	await announce();
	const lock = join(cache, "locks", name);
	await take(lock, name);
	const release = () => rmSync(lock, { force: true });
	process.on("exit", release);
	try {
		return await job();
	} finally {
		release();
		process.off("exit", release);
	}
}

/**
 * Fills a folder of the cache. It appears under its name only when `fill` is done, so a half-filled one is never seen.
 *
 * @param {string} folder
 * @param {(folder: string) => Promise<unknown>} fill
 */
export async function install(folder, fill) {
	const unfinished = `${folder}.unfinished`;
	rmSync(unfinished, { recursive: true, force: true });
	mkdirSync(unfinished, { recursive: true });
	await fill(unfinished);
	rmSync(folder, { recursive: true, force: true });
	renameSync(unfinished, folder);
}

/** @param {string} lock @param {string} name */
async function take(lock, name) {
	const since = Date.now();
	const mine = `${lock}.${process.pid}`;
	writeFileSync(mine, identity(process.pid));
	try {
		for (let tries = 0; !linked(mine, lock); tries++) {
			const holder = read(lock);
			if (!isAlive(holder)) {
				discard(lock, holder);
				continue;
			}
			if (tries % 20 === 0) console.log(`   ... waiting for process ${parseInt(holder, 10)}, which uses "${name}": ${seconds(since)}`);
			await sleep(500);
		}
	} finally {
		rmSync(mine);
	}
}

/** @param {string} file @param {string} lock */
function linked(file, lock) {
	try {
		linkSync(file, lock);
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
		throw error;
	}
}

/**
 * Removes a dead process's lock, unless someone else did and already has a new one.
 *
 * @param {string} lock
 * @param {string} holder
 */
function discard(lock, holder) {
	const dead = `${lock}.${process.pid}.dead`;
	try {
		renameSync(lock, dead);
	} catch {
		return;
	}
	if (read(dead) !== holder) linked(dead, lock);
	rmSync(dead, { recursive: true, force: true });
}

/** @param {string} holder */
function isAlive(holder) {
	const pid = parseInt(holder, 10);
	try {
		process.kill(pid, 0);
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
	}
	return identity(pid) === holder;
}

/**
 * A process's id, and where the system tells it the time it started, as ids are used again.
 *
 * @param {number} pid
 */
function identity(pid) {
	const afterName = read(`/proc/${pid}/stat`).split(") ").at(-1) ?? "";
	return `${pid} ${afterName.split(" ")[19] ?? ""}`;
}

/** @param {string} file */
function read(file) {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}
