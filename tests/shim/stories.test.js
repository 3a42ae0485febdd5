// Runs every story through the shim and the real core, with a fake Pi and a fake timer.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../../pkg/load.js";
import { connect } from "../../pkg/host.js";
import { FakePi } from "./fake-pi.js";
import * as trapping from "./trapping.js";

const scripts = new URL("../scripts/", import.meta.url);

/** Effects that stay inside the shim. */
const unseen = new Set(["start_wait", "skip_wait", "skip_wait_once_queued", "end_wait", "open_log", "find_models", "set_alarm"]);

/**
 * What follows a step at once is seen with it: the end of a wait that is skipped or has no length, and the models that
 * were to be found.
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
		if (before && step[2].type === "models_found") {
			joined.splice(-1, 1, [before[0], before[1], { ...before[2], found: step[2].models }, [...before[3], ...step[3]]]);
		} else if (before && ends && step[2].type === "wait_elapsed") joined.splice(-1, 1, [before[0], before[1], before[2], [...before[3], ...step[3]]]);
		else joined.push(step);
	}
	return joined;
}

for (const file of readdirSync(scripts)) {
	const { story, steps } = JSON.parse(readFileSync(new URL(file, scripts), "utf8"));
	test(story, (t) => tell(new Player(t, { load, connect }), steps));
	test(`${story}, and the same where another session traps before each step`, (t) => tell(new Player(t, trapping), steps, trapping.trapElsewhere));
}

/** @param {Player} player @param {Step[]} steps @param {() => void} [disturb] */
async function tell(player, steps, disturb = () => {}) {
	for (const [number, [nowMs, random, event, effects]] of withoutDelay(steps).entries()) {
		disturb();
		const seen = await player.play(nowMs, random, event);
		const expected = effects.filter((/** @type {{ type: string }} */ effect) => !unseen.has(effect.type));
		assert.deepEqual(seen, linesLast(expected), `step ${number}`);
	}
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

	/** @param {import("node:test").TestContext} t @param {Pick<typeof trapping, "load" | "connect">} extension */
	constructor(t, extension) {
		this.t = t;
		this.extension = extension;
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
				return this.start("input", { streamingBehavior: event.followUp ? "followUp" : undefined });
			case "model_chosen":
				return pi.fire("model_select", { model: { provider: event.provider, id: event.model } });
			case "model_set":
				return pi.modelSet(event.ok);
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
				if (event.aborted) pi.run.abort();
				this.set(event.scene);
				pi.settings = event.settings ? hostSettings(event.settings) : { retry: { enabled: false } };
				return this.ask("turn_end", failedTurn(event));
			case "wait_aborted":
				return pi.run.abort();
			case "run_started":
				return this.ask("agent_start", {});
			case "before_settle":
				return this.ask("agent_before_settle", { context: event, entries: [] });
			case "settled":
				return this.start("agent_settled");
			case "command":
				pi.idle = event.idle ?? false;
				pi.context = (event.branch ?? []).map(projected);
				return pi.command("retry", event.words);
			case "wait_ticked":
			case "wait_elapsed":
			case "alarm_rang":
				return; // The clock has caused it.
			default:
				throw new Error(`an event that no Pi can cause: ${event.type}`);
		}
	}

	/** @param {Record<string, any>} event */
	async startSession({ config, screen, namesakes = [], found = [], active, trail = [] }) {
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
		pi.models = found;
		pi.model = active && { provider: active.provider, id: active.model };
		pi.branch = [...copied, ...trail.map(entryOf)];
		const clock = { wall: () => this.now, steady: () => this.now };
		this.extension.connect(this.pi.api, this.extension.load(), { clock, random: () => this.random });
		this.start("session_start");
		this.t.after(() => pi.fire("session_shutdown"));
	}

	/** Makes what a switch has to know. @param {import("../../pkg/pi_retry.js").Scene | undefined} scene */
	set(scene) {
		const { pi } = this;
		if (!scene) return;
		pi.model = { provider: scene.active.provider, id: scene.active.model };
		pi.models = scene.models;
		pi.thinkingLevel = scene.thinkingLevel;
		pi.tokens = scene.tokens;
	}

	/** Fires an event that may lead to a call whose result comes later. @param {string} name @param {object} [event] */
	start(name, event) {
		void this.pi.fire(name, event);
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
function failedTurn({ failure, model, entryId, compacting, nudges, scene }) {
	const { message: errorMessage, ...known } = failure;
	return turnEnd({
		outcome: "error",
		message: { role: "assistant", stopReason: "error", errorMessage, model, ...known },
		messageEntryId: entryId,
		...left({ nudges, images: scene?.images }),
		entries: compacting ? [{ type: "compaction", summary: "", firstKeptEntryId: null }] : [],
	});
}

/** @param {object} turn */
function turnEnd(turn) {
	return { message: { role: "assistant" }, messageEntryId: "e", entries: [], ...left({}), ...turn };
}

/** @param {Record<string, any>} event */
function left({ nudges = [], images = false }) {
	const message = { role: "custom", customType: "pi-retry-now" };
	const contextEntries = nudges.map((/** @type {string} */ id) => ({ sourceEntry: { id }, messages: [message] }));
	const content = [{ type: "text" }, ...(images ? [{ type: "image" }] : [])];
	return { context: { contextEntries, llmMessages: [{ role: "user", content: "text" }, { role: "user", content }] } };
}

/** What a fork brings along from another session; none of it counts. */
const copied = [
	{ type: "model_change", provider: "a", modelId: "stand-in", timestamp: "2026-06-01T11:00:00.000Z" },
	{ type: "custom", customType: "pi-retry", data: { fallback: { from: "a/home", to: "a/stand-in" } }, timestamp: "2026-06-01T11:00:00.000Z" },
];

/** @param {import("../../pkg/pi_retry.js").Trace} trace */
function entryOf(trace) {
	const timestamp = "2026-06-01T12:00:00.000Z";
	if (trace.type === "chosen") return { type: "model_change", provider: trace.provider, modelId: trace.model, timestamp };
	const { fallback, thinkingLevel } = trace;
	return { type: "custom", customType: "pi-retry", data: { fallback, thinkingLevel }, timestamp };
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
