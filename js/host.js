// Translates Pi's events into the core's, and answers Pi's two questions with what the core says.

import { setAlarm } from "./alarm.js";
import { joinNotes, perform } from "./effects.js";
import { drawEntries } from "./entries.js";
import { hostSettings, requestEnded, sessionStarted } from "./events.js";
import { openLog } from "./log.js";
import { factsOf, sceneOf } from "./models.js";
import { branch, withoutNudges } from "./nudge.js";
import { mark, watch, watchable } from "./observe.js";
import { stopped, stumbled } from "./sentences.js";
import { startWait } from "./wait.js";

/**
 * @import { BoundaryResult, ExtensionAPI, ExtensionContext, SessionBoundaryDraft } from "@earendil-works/pi-coding-agent"
 * @import { load } from "./core.js"
 * @import { Answer } from "./effects.js"
 * @import { Captured, Event, LogRecord, LogTarget, ModelRef } from "./pi_retry.js"
 * @import { Clock } from "./wait.js"
 */

/**
 * What a test replaces: the clocks and the dice.
 *
 * @typedef {object} World
 * @property {Clock} [clock]
 * @property {() => number} [random] uniform in 0..1
 */

/**
 * Connects one session of Pi with a machine of its own.
 *
 * @param {ExtensionAPI} pi
 * @param {ReturnType<typeof load>} core
 * @param {World} [world]
 */
export function connect(pi, core, world = {}) {
	const machine = new core.Machine();
	let configured = false;
	/** Something inside pi-retry has failed once. */
	let failed = false;
	let off = false;
	/** What is still to be done. @type {(() => void)[]} */
	const due = [];
	let busy = false;
	/** @type {ReturnType<typeof startWait> | undefined} */
	let wait;
	/** The models that may take over. @type {ModelRef[]} */
	let candidates = [];
	let stopAlarm = () => {};
	/** The mark of the main request in flight. @type {ReturnType<typeof mark> | undefined} */
	let marked;
	/** The last event of its stream, while the active model's errors stand there. @type {unknown} */
	let streamEvent;
	/** @type {(() => void) | undefined} */
	let stopWatchingStream;
	/** @type {(() => void) | undefined} */
	let stopWatching;
	/** @type {ReturnType<typeof openLog> | undefined} */
	let writeLog;

	/**
	 * Tells the core about an event and does what it says. What comes of that later is collected in `toCome`.
	 *
	 * @param {Event} event
	 * @param {ExtensionContext} ctx
	 * @param {Promise<Event | undefined>[]} [toCome]
	 */
	function tell(event, ctx, toCome = []) {
		/** @type {Answer} */
		const answer = { entries: [], continue: false, mark: false, stopWarming: false };
		const now = world.clock?.wall() ?? Date.now();
		const host = {
			pi,
			ctx,
			answer,
			/** @param {number} delayMs */
			startWait(delayMs) {
				wait = startWait(delayMs, ctx.signal, (remainingMs) => void tick(remainingMs, ctx), world.clock);
				toCome.push(wait.done.then((how) => (how === "ended" ? undefined : { type: how })));
			},
			/** @param {ModelRef[]} models */
			findModels(models) {
				candidates = models;
				toCome.push(Promise.resolve({ type: "models_found", models: factsOf(models, ctx) }));
			},
			/** @param {ModelRef} model */
			setModel: (model) => void toCome.push(setModel(model, ctx).then((ok) => ({ type: "model_set", ok }))),
			/** @param {number} delayMs */
			setAlarm(delayMs) {
				stopAlarm();
				stopAlarm = setAlarm(delayMs, () => void alarm(undefined, ctx), world.clock?.wall ?? Date.now);
			},
			endWait: () => wait?.end(),
			skipWait: () => wait?.skip(),
			skipWaitOnceQueued: () => wait?.skipOnce(() => ctx.hasPendingMessages()),
			watchStream,
			openLog: logging(ctx, (/** @type {LogTarget} */ to) => (writeLog = openLog(to))),
			log: logging(ctx, (/** @type {LogRecord} */ record) => {
				const session = ctx.sessionManager.getSessionId();
				writeLog?.({ time: new Date(now).toISOString(), session, ...record });
			}),
		};
		const effects = machine.handle(event, now, world.random?.());
		const shown = ctx.mode === "tui" ? joinNotes(effects) : effects;
		due.push(...shown.map((effect) => () => perform(effect, host)));
		if (!busy) work();
		return answer;
	}

	/** Does what is due, in order, also what an effect itself leads to. */
	function work() {
		busy = true;
		try {
			for (let next = due.shift(); next; next = due.shift()) next();
		} finally {
			due.length = 0;
			busy = false;
		}
	}

	/**
	 * Wraps what writes the log so that the core learns of a failure.
	 *
	 * @template A
	 * @param {ExtensionContext} ctx
	 * @param {(argument: A) => void} write
	 */
	function logging(ctx, write) {
		return (/** @type {A} */ argument) => {
			try {
				write(argument);
			} catch (error) {
				writeLog = undefined;
				tell({ type: "log_failed", error: reason(error) }, ctx);
			}
		};
	}

	const tick = handler((/** @type {number} */ remainingMs, ctx) => {
		tell({ type: "wait_ticked", remainingMs }, ctx);
	});

	const alarm = handler((_, ctx) => follow({ type: "alarm_rang" }, ctx));

	/**
	 * Tells the core about an event, and then of all that comes of what it says. Returns the last answer.
	 *
	 * @param {Event} event
	 * @param {ExtensionContext} ctx
	 */
	async function follow(event, ctx) {
		/** @type {Promise<Event | undefined>[]} */
		const toCome = [];
		let answer = tell(event, ctx, toCome);
		for (let coming = toCome.shift(); coming; coming = toCome.shift()) {
			const next = await coming;
			if (next) answer = tell(next, ctx, toCome);
		}
		return answer;
	}

	/** @param {ModelRef} name @param {ExtensionContext} ctx */
	async function setModel({ provider, model }, ctx) {
		const found = ctx.modelRegistry.find(provider, model);
		return found !== undefined && (await pi.setModel(found).catch(() => false));
	}

	/**
	 * Configures the session with its first event: an embedded one may never announce its start.
	 *
	 * @param {ExtensionContext} ctx
	 */
	async function configure(ctx) {
		configured = true; // Before what follows: a model that is set there fires an event of its own.
		if (watchable) stopWatching = watch();
		await follow(sessionStarted(pi, ctx, core.commandDescription()), ctx);
	}

	/** @param {boolean} on */
	function watchStream(on) {
		stopWatchingStream?.();
		stopWatchingStream = on ? pi.on("provider_stream_event", ({ data }) => void (streamEvent = data)) : undefined;
	}

	/** Forgets the mark of the request that ended, and returns what it brought. @returns {Captured | undefined} */
	function release() {
		if (!marked) return undefined;
		const { seen, status, headers, body, code } = marked.capture;
		marked.release();
		marked = undefined;
		return { seen, status, headers, body, code };
	}

	/** Watches no more. */
	function close() {
		release();
		watchStream(false);
		stopAlarm();
		stopWatching?.();
	}

	/**
	 * Answers one of Pi's two questions: at once, or when the wait that it leads to is over.
	 *
	 * @param {Event} question
	 * @param {ExtensionContext} ctx
	 * @param {SessionBoundaryDraft[]} drafted
	 */
	async function answer(question, ctx, drafted) {
		return result(await follow(question, ctx), drafted);
	}

	/**
	 * Leaves to Pi what is at hand. The second time is the last.
	 *
	 * @param {unknown} error
	 * @param {ExtensionContext} ctx
	 */
	function fail(error, ctx) {
		if (off) return;
		off = failed;
		failed = true;
		machine.interrupt();
		wait?.end();
		if (off) close();
		try {
			ctx.ui.notify(off ? stopped(error) : stumbled(error), "warning");
			ctx.ui.setStatus("pi-retry", undefined);
			ctx.ui.setWorkingMessage();
		} catch {
			// The context is dead: nobody is left to tell.
		}
	}

	/**
	 * Wraps a handler so that nothing inside pi-retry ever reaches Pi as an error.
	 *
	 * @template A, R
	 * @param {(argument: A, ctx: ExtensionContext) => R | Promise<R>} handle
	 */
	function handler(handle) {
		return async (/** @type {A} */ argument, /** @type {ExtensionContext} */ ctx) => {
			try {
				if (off) return undefined;
				if (!configured) await configure(ctx);
				return await handle(argument, ctx);
			} catch (error) {
				fail(error, ctx);
				return undefined;
			}
		};
	}

	pi.on("session_start", handler(() => {}));
	pi.on("session_shutdown", handler(close));
	pi.on(
		"context",
		handler((event, ctx) => {
			streamEvent = undefined;
			tell({ type: "request_prepared", settings: hostSettings(pi) }, ctx);
			const messages = withoutNudges(event.messages);
			return messages && { messages };
		}),
	);
	pi.on(
		"cache_warming_decision",
		handler(({ action }, ctx) => {
			const { stopWarming } = tell({ type: "warming_decided", sent: action !== "stop" }, ctx);
			return stopWarming ? { action: /** @type {const} */ ("stop") } : undefined;
		}),
	);
	pi.on(
		"before_provider_headers",
		handler(({ headers }, ctx) => {
			if (!tell({ type: "headers_open", api: ctx.model?.api }, ctx).mark) return;
			release();
			marked = mark(headers);
		}),
	);
	pi.on(
		"after_provider_response",
		handler(({ status, headers }, ctx) => void tell({ type: "response_began", status, headers }, ctx)),
	);
	pi.on(
		"input",
		handler(async ({ streamingBehavior }, ctx) => {
			await follow({ type: "input", idle: ctx.isIdle(), followUp: streamingBehavior === "followUp" }, ctx);
		}),
	);
	pi.on(
		"model_select",
		handler(({ model }, ctx) => void tell({ type: "model_chosen", provider: model.provider, model: model.id }, ctx)),
	);
	pi.on("agent_start", handler(async (_, ctx) => void (await answer({ type: "run_started" }, ctx, []))));
	pi.on("turn_start", handler((_, ctx) => void tell({ type: "request_started" }, ctx)));
	pi.on(
		"turn_end",
		handler((event, ctx) => {
			const seen = { captured: release(), streamEvent, aborted: ctx.signal?.aborted ?? false };
			return answer(requestEnded(event, hostSettings(pi), seen, sceneOf(event, candidates, pi, ctx)), ctx, event.entries);
		}),
	);
	pi.on(
		"agent_before_settle",
		handler((event, ctx) => answer({ type: "before_settle", canContinue: event.context.canContinue }, ctx, event.entries)),
	);
	pi.on("agent_settled", handler(async (_, ctx) => void (await follow({ type: "settled" }, ctx))));
	drawEntries(pi, core);
	pi.registerCommand("retry", {
		description: core.commandDescription(),
		getArgumentCompletions: (prefix) => complete(core, prefix),
		handler: handler((words, ctx) => {
			tell({ type: "command", words, idle: ctx.isIdle(), branch: branch(ctx) }, ctx);
		}),
	});
}

/** @param {ReturnType<typeof load>} core @param {string} prefix */
function complete(core, prefix) {
	try {
		return core.completions(prefix);
	} catch {
		return null;
	}
}

/** @param {unknown} error */
function reason(error) {
	return error instanceof Error ? error.message : String(error);
}

/**
 * Adds the core's answer to what other extensions have drafted.
 *
 * @param {Answer} answer
 * @param {SessionBoundaryDraft[]} drafted
 * @returns {BoundaryResult | undefined}
 */
function result(answer, drafted) {
	if (answer.entries.length === 0 && !answer.continue) return undefined;
	return {
		...(answer.entries.length > 0 && { entries: [...drafted, ...answer.entries] }),
		...(answer.continue && { continue: true }),
	};
}
