// Translates Pi's events into the core's, and answers Pi's two questions with what the core says.

import { readConfigFile } from "./config-file.js";
import { perform } from "./effects.js";
import { stopped } from "./sentences.js";
import { startWait } from "./wait.js";

/**
 * @import { BoundaryResult, ExtensionAPI, ExtensionContext, SessionBoundaryDraft, TurnEndEvent } from "@earendil-works/pi-coding-agent"
 * @import { load } from "./core.js"
 * @import { Event } from "./pi_retry.js"
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
	let off = false;
	/** @type {ReturnType<typeof startWait> | undefined} */
	let wait;

	/**
	 * Tells the core about an event and does what it says.
	 *
	 * @param {Event} event
	 * @param {ExtensionContext} ctx
	 */
	function tell(event, ctx) {
		/** @type {{ entries: SessionBoundaryDraft[], continue: boolean }} */
		const answer = { entries: [], continue: false };
		const host = {
			pi,
			ctx,
			answer,
			/** @param {number} delayMs */
			startWait(delayMs) {
				wait = startWait(delayMs, ctx.signal, (remainingMs) => void tick(remainingMs, ctx), world.clock);
			},
			endWait: () => wait?.end(),
		};
		const now = world.clock?.wall() ?? Date.now();
		for (const effect of machine.handle(event, now, world.random?.())) perform(effect, host);
		return answer;
	}

	const tick = handler((/** @type {number} */ remainingMs, ctx) => {
		tell({ type: "wait_ticked", remainingMs }, ctx);
	});

	/**
	 * Configures the session with its first event: an embedded one may never announce its start.
	 *
	 * @param {ExtensionContext} ctx
	 */
	function configure(ctx) {
		if (configured) return;
		configured = true;
		tell({ type: "session_started", config: readConfigFile() }, ctx);
	}

	/** @param {TurnEndEvent} event @param {ExtensionContext} ctx */
	async function answerTurnEnd(event, ctx) {
		let answer = tell(ended(event), ctx);
		if (wait) {
			const how = await wait.done;
			wait = undefined;
			if (how !== "ended") answer = tell({ type: how }, ctx);
		}
		return result(answer, event.entries);
	}

	/** @param {unknown} error @param {ExtensionContext} ctx */
	function fail(error, ctx) {
		if (off) return;
		off = true;
		wait?.end();
		try {
			ctx.ui.setStatus("pi-retry", undefined);
			ctx.ui.setWorkingMessage();
			ctx.ui.notify(stopped(error), "warning");
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
				configure(ctx);
				return await handle(argument, ctx);
			} catch (error) {
				fail(error, ctx);
				return undefined;
			}
		};
	}

	pi.on("session_start", handler(() => {}));
	pi.on("input", handler((_, ctx) => void tell({ type: "input", idle: ctx.isIdle() }, ctx)));
	pi.on("turn_start", handler((_, ctx) => void tell({ type: "request_started" }, ctx)));
	pi.on("turn_end", handler(answerTurnEnd));
	pi.on(
		"agent_before_settle",
		handler((event, ctx) => {
			const { canContinue } = event.context;
			return result(tell({ type: "before_settle", canContinue }, ctx), event.entries);
		}),
	);
	pi.on("agent_settled", handler((_, ctx) => void tell({ type: "settled" }, ctx)));
	pi.registerCommand("retry", {
		description: core.commandDescription(),
		handler: handler((words, ctx) => void tell({ type: "command", words }, ctx)),
	});
}

/**
 * @param {TurnEndEvent} event
 * @returns {Event}
 */
function ended({ outcome, message, messageEntryId, entries }) {
	if (outcome === "aborted") return { type: "request_aborted" };
	if (outcome === "completed" || message.role !== "assistant") return { type: "request_completed" };
	const { errorMessage, diagnostics, api, provider, model } = message;
	return {
		type: "request_failed",
		failure: { message: errorMessage ?? "", diagnostics, api, provider },
		model,
		entryId: messageEntryId,
		compacting: entries.some((entry) => entry.type === "compaction"),
	};
}

/**
 * Adds the core's answer to what other extensions have drafted.
 *
 * @param {{ entries: SessionBoundaryDraft[], continue: boolean }} answer
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
