// Does what the core says: one Pi call for each effect.

import { startRun } from "./nudge.js";

/**
 * @import { ExtensionAPI, ExtensionContext, SessionBoundaryDraft } from "@earendil-works/pi-coding-agent"
 * @import { Effect } from "./pi_retry.js"
 * @import { Coming, Session } from "./session.js"
 */

/**
 * What effects act on.
 *
 * @typedef {ReturnType<ExtensionAPI["getThinkingLevel"]>} ThinkingLevel
 *
 * @typedef {object} Host
 * @property {ExtensionAPI} pi
 * @property {ExtensionContext} ctx
 * @property {Answer} answer what an open question will return
 * @property {Session} session
 * @property {Coming[]} coming what the effects lead to later
 *
 * @typedef {object} Answer
 * @property {SessionBoundaryDraft[]} entries
 * @property {boolean} continue
 * @property {boolean} mark
 * @property {boolean} stopWarming
 */

/**
 * @param {Effect} effect
 * @param {Host} host
 */
export function perform(effect, host) {
	const { pi, ctx, answer, session, coming } = host;
	switch (effect.type) {
		case "notify":
			return ctx.ui.notify(effect.text, effect.level);
		case "set_status":
			return ctx.ui.setStatus("pi-retry", effect.text);
		case "set_working_message":
			return ctx.ui.setWorkingMessage(effect.text);
		case "start_wait":
			return void coming.push(session.startWait(effect.delayMs, ctx));
		case "end_wait":
			return session.endWait();
		case "skip_wait":
			return session.skipWait();
		case "skip_wait_once_queued":
			return session.skipWaitOnceQueued(ctx);
		case "abort_run":
			return ctx.abort();
		case "propose":
			return void answer.entries.push(...effect.entries);
		case "continue":
			answer.continue = true;
			return;
		case "mark":
			answer.mark = true;
			return;
		case "stop_warming":
			answer.stopWarming = true;
			return;
		case "watch_stream":
			return session.watchStream(effect.on);
		case "start_run":
			return startRun(pi, effect.text);
		case "open_log":
			return session.openLog(effect.to, ctx);
		case "log":
			return session.log(effect.record, ctx);
		case "find_models":
			return void coming.push(session.findModels(effect.models, ctx));
		case "set_model":
			return void coming.push(session.setModel(effect, ctx));
		case "set_thinking_level":
			return pi.setThinkingLevel(/** @type {ThinkingLevel} */ (effect.level));
		case "set_alarm":
			return session.setAlarm(effect.delayMs, ctx);
		case "append":
			return pi.appendEntry(effect.entry.customType, effect.entry.data);
		default:
			return unknown(effect);
	}
}

/** @param {never} effect */
function unknown(effect) {
	throw new Error(`effect without a case: ${JSON.stringify(effect)}`);
}
