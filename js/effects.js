// Does what the core says: one Pi call for each effect.

import { startRun } from "./nudge.js";

/**
 * @import { ExtensionAPI, ExtensionContext, SessionBoundaryDraft } from "@earendil-works/pi-coding-agent"
 * @import { Effect, LogRecord, LogTarget, ModelRef } from "./pi_retry.js"
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
 * @property {(delayMs: number) => void} startWait
 * @property {() => void} endWait
 * @property {() => void} skipWait
 * @property {() => void} skipWaitOnceQueued
 * @property {(on: boolean) => void} watchStream
 * @property {(to: LogTarget) => void} openLog
 * @property {(record: LogRecord) => void} log
 * @property {(models: ModelRef[]) => void} findModels
 * @property {(model: ModelRef) => void} setModel
 * @property {(delayMs: number) => void} setAlarm
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
	const { pi, ctx, answer } = host;
	switch (effect.type) {
		case "notify":
			return ctx.ui.notify(effect.text, effect.level);
		case "set_status":
			return ctx.ui.setStatus("pi-retry", effect.text);
		case "set_working_message":
			return ctx.ui.setWorkingMessage(effect.text);
		case "start_wait":
			return host.startWait(effect.delayMs);
		case "end_wait":
			return host.endWait();
		case "skip_wait":
			return host.skipWait();
		case "skip_wait_once_queued":
			return host.skipWaitOnceQueued();
		case "abort_run":
			return ctx.abort();
		case "propose":
			answer.entries.push(...effect.entries);
			return;
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
			return host.watchStream(effect.on);
		case "start_run":
			return startRun(pi, effect.text);
		case "open_log":
			return host.openLog(effect.to);
		case "log":
			return host.log(effect.record);
		case "find_models":
			return host.findModels(effect.models);
		case "set_model":
			return host.setModel(effect);
		case "set_thinking_level":
			return pi.setThinkingLevel(/** @type {ThinkingLevel} */ (effect.level));
		case "set_alarm":
			return host.setAlarm(effect.delayMs);
		case "append":
			return pi.appendEntry(effect.entry.customType, effect.entry.data);
		default:
			return unknown(effect);
	}
}

/**
 * Puts the notes of one moment into the last of them: of neighbours, Pi's screen shows that one alone.
 *
 * @param {Effect[]} effects
 * @returns {Effect[]}
 */
export function joinNotes(effects) {
	const text = effects.flatMap((effect) => (isNote(effect) ? [effect.text] : [])).join("\n");
	const last = effects.findLast(isNote);
	const kept = effects.filter((effect) => effect === last || !isNote(effect));
	return kept.map((effect) => (isNote(effect) ? { ...effect, text } : effect));
}

/** @param {Effect} effect @returns {effect is Extract<Effect, { type: "notify" }>} */
function isNote(effect) {
	return effect.type === "notify" && effect.level === "info";
}

/** @param {never} effect */
function unknown(effect) {
	throw new Error(`effect without a case: ${JSON.stringify(effect)}`);
}
