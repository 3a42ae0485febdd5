// Translates Pi's events into the core's, and answers Pi's questions with what the core says.

import { drawEntries } from "./entries.js";
import { hostSettings, requestEnded } from "./events.js";
import { sceneOf } from "./models.js";
import { branch, withoutNudges } from "./nudge.js";
import { Session } from "./session.js";

/**
 * @import { BoundaryResult, ExtensionAPI, ExtensionContext, SessionBoundaryDraft } from "@earendil-works/pi-coding-agent"
 * @import { load } from "./load.js"
 * @import { Answer } from "./effects.js"
 * @import { Event } from "./pi_retry.js"
 * @import { World } from "./session.js"
 */

/**
 * Connects one session of Pi with a machine of its own.
 *
 * @param {ExtensionAPI} pi
 * @param {ReturnType<typeof load>} core
 * @param {World} [world]
 */
export function connect(pi, core, world = {}) {
	const session = new Session(pi, core, world);
	const handler = /** @type {Session["handler"]} */ ((handle) => session.handler(handle));

	/**
	 * Answers one of Pi's two questions: at once, or when the wait that it leads to is over.
	 *
	 * @param {Event} question
	 * @param {ExtensionContext} ctx
	 * @param {SessionBoundaryDraft[]} drafted
	 */
	async function answer(question, ctx, drafted) {
		return result(await session.follow(question, ctx), drafted);
	}

	pi.on("session_start", handler(() => {}));
	pi.on("session_shutdown", handler(() => session.close()));
	pi.on(
		"context",
		handler((event, ctx) => {
			session.streamEvent = undefined;
			session.tell({ type: "request_prepared", settings: hostSettings(pi) }, ctx);
			const messages = withoutNudges(event.messages);
			return messages && { messages };
		}),
	);
	pi.on(
		"cache_warming_decision",
		handler(({ action }, ctx) => {
			const { stopWarming } = session.tell({ type: "warming_decided", sent: action !== "stop" }, ctx);
			return stopWarming ? { action: /** @type {const} */ ("stop") } : undefined;
		}),
	);
	pi.on(
		"before_provider_headers",
		handler(({ headers }, ctx) => {
			if (session.tell({ type: "headers_open", api: ctx.model?.api }, ctx).mark) session.mark(headers);
		}),
	);
	pi.on(
		"after_provider_response",
		handler(({ status, headers }, ctx) => {
			// A provider of an extension may report anything.
			if (Number.isInteger(status)) session.tell({ type: "response_began", status, headers }, ctx);
		}),
	);
	pi.on(
		"input",
		handler(async ({ streamingBehavior }, ctx) => {
			await session.follow({ type: "input", idle: ctx.isIdle(), followUp: streamingBehavior === "followUp" }, ctx);
		}),
	);
	pi.on(
		"model_select",
		handler(({ model }, ctx) => void session.tell({ type: "model_chosen", provider: model.provider, model: model.id }, ctx)),
	);
	pi.on("agent_start", handler(async (_, ctx) => void (await session.follow({ type: "run_started" }, ctx))));
	pi.on("turn_start", handler((_, ctx) => void session.tell({ type: "request_started" }, ctx)));
	pi.on(
		"turn_end",
		handler((event, ctx) => {
			const captured = session.release();
			const seen = { captured, streamEvent: session.streamEvent, aborted: ctx.signal?.aborted ?? false };
			const scene = sceneOf(event, session.candidates, pi, ctx);
			return answer(requestEnded(event, hostSettings(pi), seen, scene), ctx, event.entries);
		}),
	);
	pi.on(
		"agent_before_settle",
		handler((event, ctx) => answer({ type: "before_settle", canContinue: event.context.canContinue }, ctx, event.entries)),
	);
	pi.on("agent_settled", handler(async (_, ctx) => void (await session.follow({ type: "settled" }, ctx))));
	drawEntries(pi, core);
	pi.registerCommand("retry", {
		description: core.commandDescription(),
		getArgumentCompletions: (prefix) => complete(core, prefix),
		handler: handler((words, ctx) => {
			session.tell({ type: "command", words, idle: ctx.isIdle(), branch: branch(ctx) }, ctx);
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
