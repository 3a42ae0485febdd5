// One session: its machine, which is told what happens, and all that its effects have set going.

import { setAlarm } from "./alarm.js";
import { perform } from "./effects.js";
import { sessionStarted } from "./events.js";
import { openLog } from "./log.js";
import { factsOf } from "./models.js";
import { mark, watch, watchable } from "./observe.js";
import { stopped, stumbled } from "./sentences.js";
import { startWait } from "./wait.js";

/**
 * @import { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent"
 * @import { load } from "./load.js"
 * @import { Answer } from "./effects.js"
 * @import { Captured, Event, LogRecord, LogTarget, ModelRef } from "./pi_retry.js"
 * @import { Clock } from "./wait.js"
 *
 * @typedef {Promise<Event | undefined>} Coming an event that an effect leads to later, or nothing
 */

/**
 * What a test replaces: the clocks and the dice.
 *
 * @typedef {object} World
 * @property {Clock} [clock]
 * @property {() => number} [random] uniform in 0..1
 */

export class Session {
	/** The models that may take over. @type {ModelRef[]} */
	candidates = [];
	/** The last event of the stream, while the active model's errors stand there. @type {unknown} */
	streamEvent;
	#pi;
	#core;
	#world;
	#machine;
	#configured = false;
	/** Something inside pi-retry has failed once. */
	#failed = false;
	#off = false;
	/** What is still to be done. @type {(() => void)[]} */
	#due = [];
	#busy = false;
	/** @type {ReturnType<typeof startWait> | undefined} */
	#wait;
	/** The mark of the main request in flight. @type {ReturnType<typeof mark> | undefined} */
	#marked;
	/** @type {ReturnType<typeof openLog> | undefined} */
	#writeLog;
	#stopAlarm = () => {};
	#stopWatching = () => {};
	#stopWatchingStream = () => {};

	/** @param {ExtensionAPI} pi @param {ReturnType<typeof load>} core @param {World} world */
	constructor(pi, core, world) {
		this.#pi = pi;
		this.#core = core;
		this.#world = world;
		this.#machine = new core.Machine();
	}

	/**
	 * Wraps a handler so that nothing inside pi-retry ever reaches Pi as an error. The first event configures the
	 * session: an embedded one may never announce its start.
	 *
	 * @template A, R
	 * @param {(argument: A, ctx: ExtensionContext) => R | Promise<R>} handle
	 */
	handler(handle) {
		return async (/** @type {A} */ argument, /** @type {ExtensionContext} */ ctx) => {
			try {
				if (this.#off) return undefined;
				if (!this.#configured) await this.#configure(ctx);
				return await handle(argument, ctx);
			} catch (error) {
				this.#fail(error, ctx);
				return undefined;
			}
		};
	}

	/**
	 * Tells the core about an event and does what it says.
	 *
	 * @param {Event} event
	 * @param {ExtensionContext} ctx
	 * @param {Coming[]} [coming] collects what comes of that later
	 */
	tell(event, ctx, coming = []) {
		/** @type {Answer} */
		const answer = { entries: [], continue: false, mark: false, stopWarming: false };
		const host = { pi: this.#pi, ctx, answer, session: this, coming };
		const effects = this.#machine.handle(event, this.#now(), this.#world.random?.());
		this.#due.push(...effects.map((effect) => () => perform(effect, host)));
		if (!this.#busy) this.#work();
		return answer;
	}

	/**
	 * Tells the core about an event, and then of all that comes of what it says. Returns the last answer.
	 *
	 * @param {Event} event
	 * @param {ExtensionContext} ctx
	 */
	async follow(event, ctx) {
		/** @type {Coming[]} */
		const coming = [];
		let answer = this.tell(event, ctx, coming);
		for (let next = coming.shift(); next; next = coming.shift()) {
			const event = await next;
			if (event) answer = this.tell(event, ctx, coming);
		}
		return answer;
	}

	/** Marks the main request by its open headers. @param {Record<string, string | null>} headers */
	mark(headers) {
		this.release();
		this.#marked = mark(headers);
	}

	/** Forgets the mark of the request that ended, and returns what it brought. @returns {Captured | undefined} */
	release() {
		if (!this.#marked) return undefined;
		const { seen, status, headers, body, code } = this.#marked.capture;
		this.#marked.release();
		this.#marked = undefined;
		return { seen, status, headers, body, code };
	}

	/** Watches no more. */
	close() {
		this.release();
		this.#stopWatchingStream();
		this.#stopAlarm();
		this.#stopWatching();
	}

	/** @param {number} delayMs @param {ExtensionContext} ctx @returns {Coming} */
	async startWait(delayMs, ctx) {
		const tick = this.handler((/** @type {number} */ remainingMs, ctx) => {
			this.tell({ type: "wait_ticked", remainingMs }, ctx);
		});
		this.#wait = startWait(delayMs, ctx.signal, (remainingMs) => void tick(remainingMs, ctx), this.#world.clock);
		const how = await this.#wait.done;
		return how === "ended" ? undefined : { type: how };
	}

	endWait() {
		this.#wait?.end();
	}

	skipWait() {
		this.#wait?.skip();
	}

	/** @param {ExtensionContext} ctx */
	skipWaitOnceQueued(ctx) {
		this.#wait?.skipOnce(() => ctx.hasPendingMessages());
	}

	/** @param {number} delayMs @param {ExtensionContext} ctx */
	setAlarm(delayMs, ctx) {
		const ring = this.handler((_, ctx) => this.follow({ type: "alarm_rang" }, ctx));
		this.#stopAlarm();
		this.#stopAlarm = setAlarm(delayMs, () => void ring(undefined, ctx), () => this.#now());
	}

	/** @param {ModelRef[]} models @param {ExtensionContext} ctx @returns {Coming} */
	async findModels(models, ctx) {
		this.candidates = models;
		return { type: "models_found", models: factsOf(models, ctx) };
	}

	/** @param {ModelRef} name @param {ExtensionContext} ctx @returns {Coming} */
	async setModel({ provider, model }, ctx) {
		const found = ctx.modelRegistry.find(provider, model);
		const ok = found !== undefined && (await this.#pi.setModel(found).catch(() => false));
		return { type: "model_set", ok };
	}

	/** @param {boolean} on */
	watchStream(on) {
		this.#stopWatchingStream();
		this.#stopWatchingStream = on ? this.#pi.on("provider_stream_event", ({ data }) => void (this.streamEvent = data)) : () => {};
	}

	/** @param {LogTarget} to @param {ExtensionContext} ctx */
	openLog(to, ctx) {
		this.#log(ctx, () => (this.#writeLog = openLog(to)));
	}

	/** @param {LogRecord} record @param {ExtensionContext} ctx */
	log(record, ctx) {
		const [time, session] = [new Date(this.#now()).toISOString(), ctx.sessionManager.getSessionId()];
		this.#log(ctx, () => this.#writeLog?.({ time, session, ...record }));
	}

	/** Writes so that the core learns of a failure. @param {ExtensionContext} ctx @param {() => void} write */
	#log(ctx, write) {
		try {
			write();
		} catch (error) {
			this.#writeLog = undefined;
			this.tell({ type: "log_failed", error: error instanceof Error ? error.message : String(error) }, ctx);
		}
	}

	/** Does what is due, in order, also what an effect itself leads to. */
	#work() {
		this.#busy = true;
		try {
			for (let next = this.#due.shift(); next; next = this.#due.shift()) next();
		} finally {
			this.#due.length = 0;
			this.#busy = false;
		}
	}

	/** @param {ExtensionContext} ctx */
	async #configure(ctx) {
		this.#configured = true; // Before what follows: a model that is set there fires an event of its own.
		if (watchable) this.#stopWatching = watch();
		await this.follow(sessionStarted(this.#pi, ctx, this.#core.commandDescription()), ctx);
	}

	/** Leaves to Pi what is at hand. The second time is the last. @param {unknown} error @param {ExtensionContext} ctx */
	#fail(error, ctx) {
		if (this.#off) return;
		this.#off = this.#failed;
		this.#failed = true;
		this.#machine.interrupt();
		this.#wait?.end();
		if (this.#off) this.close();
		const message = this.#off ? stopped(error) : stumbled(error);
		try {
			ctx.ui.notify(message, "warning");
			ctx.ui.setStatus("pi-retry", undefined);
			ctx.ui.setWorkingMessage();
			this.log({ event: "note", level: "warning", message }, ctx);
		} catch {
			// The context is dead: nobody is left to tell.
		}
	}

	#now() {
		return this.#world.clock?.wall() ?? Date.now();
	}
}
