// Runs every story through the shim and the real core, with a fake Pi and a fake timer.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../../pkg/core.js";
import { connect } from "../../pkg/host.js";
import { FakePi } from "./fake-pi.js";

const scripts = new URL("../scripts/", import.meta.url);

/** Effects that stay inside the shim. */
const unseen = new Set(["start_wait", "skip_wait", "skip_wait_once_queued", "end_wait", "open_log"]);

/**
 * A wait that is skipped, or has no length, elapses at once: its effects are seen with those of the step before.
 *
 * @typedef {[nowMs: number, random: number, event: any, effects: any[]]} Step
 * @param {Step[]} steps
 */
function withoutDelay(steps) {
	/** @type {Step[]} */
	const joined = [];
	for (const step of steps) {
		const before = joined.at(-1);
		const ends = before?.[3].some((effect) => effect.type === "skip_wait" || effect.delayMs === 0);
		if (before && ends && step[2].type === "wait_elapsed") joined.splice(-1, 1, [before[0], before[1], before[2], [...before[3], ...step[3]]]);
		else joined.push(step);
	}
	return joined;
}

for (const file of readdirSync(scripts)) {
	const { story, steps } = JSON.parse(readFileSync(new URL(file, scripts), "utf8"));
	test(story, async (t) => {
		const player = new Player(t);
		for (const [number, [nowMs, random, event, effects]] of withoutDelay(steps).entries()) {
			const seen = await player.play(nowMs, random, event);
			const expected = effects.filter((/** @type {{ type: string }} */ effect) => !unseen.has(effect.type));
			assert.deepEqual(seen, linesLast(expected), `step ${number}`);
		}
	});
}

/** The log is read when a step is over. @param {{ type: string }[]} effects */
function linesLast(effects) {
	return [...effects.filter(({ type }) => type !== "log"), ...effects.filter(({ type }) => type === "log")];
}

/** Turns the events of a story back into what Pi does. */
class Player {
	now = 0;
	random = 0;
	pi = new FakePi();
	linesRead = 0;

	/** @param {import("node:test").TestContext} t */
	constructor(t) {
		this.t = t;
		this.directory = mkdtempSync(join(tmpdir(), "pi-retry-"));
		process.env.PI_CODING_AGENT_DIR = this.directory;
		t.after(() => rmSync(this.directory, { recursive: true }));
		t.mock.timers.enable({ apis: ["setTimeout"] });
	}

	/** @param {number} nowMs @param {number} random @param {{ type: string } & Record<string, any>} event */
	async play(nowMs, random, event) {
		this.random = random;
		await this.advance(nowMs);
		await this.cause(event);
		await settled();
		return [...this.pi.asked.splice(0), ...this.readLog()];
	}

	/** Returns the lines that were written since the last time. */
	readLog() {
		const file = join(this.directory, "log");
		if (!existsSync(file)) return [];
		const lines = readFileSync(file, "utf8").split("\n");
		assert.equal(lines.pop(), "", "a line that has no end");
		return lines.splice(this.linesRead, lines.length).map((line) => {
			this.linesRead++;
			const { time, session, ...record } = JSON.parse(line);
			assert.deepEqual([time, session], [new Date(this.now).toISOString(), "s-1"]);
			return { type: "log", record };
		});
	}

	/** @param {number} nowMs */
	async advance(nowMs) {
		while (this.now < nowMs) {
			this.now++;
			this.t.mock.timers.tick(1);
		}
		await settled();
	}

	/** @param {{ type: string } & Record<string, any>} event */
	async cause(event) {
		const { pi } = this;
		switch (event.type) {
			case "session_started":
				return this.startSession(event);
			case "input":
				pi.idle = event.idle;
				pi.queued = !event.idle;
				return pi.fire("input", { streamingBehavior: event.followUp ? "followUp" : undefined });
			case "model_chosen":
				return pi.fire("model_select", { model: event });
			case "request_started":
				return pi.fire("turn_start");
			case "request_prepared":
				pi.settings = hostSettings(event.settings);
				return pi.fire("context", { messages: [] });
			case "headers_open":
				pi.model = { api: event.api };
				return this.openHeaders();
			case "warming_decided":
				return this.ask("cache_warming_decision", { action: event.sent ? "warm" : "stop" });
			case "response_began":
				return pi.fire("after_provider_response", event);
			case "request_completed":
			case "request_aborted":
				return this.ask("turn_end", turnEnd({ outcome: event.type.replace("request_", ""), ...left(event) }));
			case "request_failed":
				pi.run = new AbortController();
				pi.settings = event.settings ? hostSettings(event.settings) : { retry: { enabled: false } };
				return this.ask("turn_end", failedTurn(event));
			case "wait_aborted":
				return pi.run.abort();
			case "run_started":
				return this.ask("agent_start", {});
			case "before_settle":
				return this.ask("agent_before_settle", { context: event, entries: [] });
			case "settled":
				return pi.fire("agent_settled");
			case "command":
				pi.idle = event.idle ?? false;
				pi.context = (event.branch ?? []).map(projected);
				return pi.command("retry", event.words);
			case "wait_ticked":
			case "wait_elapsed":
				return; // The clock has caused it.
			default:
				throw new Error(`an event that no Pi can cause: ${event.type}`);
		}
	}

	/** @param {Record<string, any>} event */
	async startSession({ config, screen, namesakes = [] }) {
		const file = join(this.directory, "pi-retry.json");
		rmSync(file, { recursive: true, force: true });
		if (config?.text !== undefined) writeFileSync(file, config.text);
		if (config?.unreadable) mkdirSync(file);
		const { asked } = this.pi;
		const pi = new FakePi();
		this.pi = pi;
		pi.asked = asked;
		if (screen) pi.mode = "tui";
		pi.namesakes = namesakes.map(command);
		const clock = { wall: () => this.now, steady: () => this.now };
		connect(this.pi.api, load(), { clock, random: () => this.random });
		await this.pi.fire("session_start");
		this.t.after(() => pi.fire("session_shutdown"));
	}

	/** Asks one of Pi's questions. The answer comes when a wait that it leads to is over. @param {string} name @param {object} event */
	ask(name, event) {
		void this.pi.fire(name, event).then((answer) => this.hear(answer));
	}

	async openHeaders() {
		/** @type {Record<string, string>} */
		const headers = {};
		await this.pi.fire("before_provider_headers", { headers });
		if (Object.keys(headers).length > 0) this.pi.asked.unshift({ type: "mark" });
	}

	/** @param {{ entries?: object[], continue?: boolean, action?: string } | undefined} answer */
	hear(answer) {
		if (answer?.action === "stop") this.pi.asked.push({ type: "stop_warming" });
		if (answer?.entries) this.pi.asked.push({ type: "propose", entries: answer.entries });
		if (answer?.continue) this.pi.asked.push({ type: "continue" });
	}
}

/** @param {import("../../pkg/pi_retry.js").HostSettings} settings */
function hostSettings({ cacheWarming, providerMaxRetries, retryEnabled, retryMaxRetries, retryBaseDelayMs }) {
	const provider = { maxRetries: providerMaxRetries };
	const retry = { enabled: retryEnabled, maxRetries: retryMaxRetries, baseDelayMs: retryBaseDelayMs, provider };
	return { cacheWarming, retry };
}

/** @param {Record<string, any>} event */
function failedTurn({ failure, model, entryId, compacting, nudges }) {
	const { message: errorMessage, ...known } = failure;
	return turnEnd({
		outcome: "error",
		message: { role: "assistant", stopReason: "error", errorMessage, model, ...known },
		messageEntryId: entryId,
		...left({ nudges }),
		entries: compacting ? [{ type: "compaction", summary: "", firstKeptEntryId: null }] : [],
	});
}

/** @param {object} turn */
function turnEnd(turn) {
	return { message: { role: "assistant" }, messageEntryId: "e", entries: [], context: { contextEntries: [] }, ...turn };
}

/** @param {Record<string, any>} event */
function left({ nudges = [] }) {
	const message = { role: "custom", customType: "pi-retry-now" };
	return { context: { contextEntries: nudges.map((/** @type {string} */ id) => ({ sourceEntry: { id }, messages: [message] })) } };
}

/** @param {import("../../pkg/pi_retry.js").Namesake} namesake */
function command({ name, path, ours }) {
	const description = ours ? load().commandDescription() : "Another extension's";
	return { name, description, source: "extension", sourceInfo: { path } };
}

/** @param {import("../../pkg/pi_retry.js").BranchMessage} message */
function projected({ entryId, ...message }) {
	return { sourceEntry: { id: entryId }, messages: [message] };
}

/** Lets every promise that is due run. */
function settled() {
	return new Promise((resolve) => setImmediate(resolve));
}
