// Makes the core's events of what Pi reports about a session and its requests.

import { readConfigFile } from "./config-file.js";
import { activeModel, trailOf } from "./models.js";
import { nudges } from "./nudge.js";
import { watchable } from "./observe.js";

/**
 * @import { ExtensionAPI, ExtensionContext, TurnEndEvent } from "@earendil-works/pi-coding-agent"
 * @import { Captured, Event, HostSettings, Namesake, Scene } from "./pi_retry.js"
 */

/**
 * How a session begins.
 *
 * @param {ExtensionAPI} pi
 * @param {ExtensionContext} ctx
 * @param {string} description of our own command
 * @returns {Event}
 */
export function sessionStarted(pi, ctx, description) {
	return {
		type: "session_started",
		config: readConfigFile(),
		watchable,
		screen: ctx.mode === "tui",
		namesakes: namesakes(pi, description),
		active: activeModel(ctx),
		trail: trailOf(ctx),
	};
}

/** Pi gives commands of one name a number each. @param {ExtensionAPI} pi @param {string} description @returns {Namesake[]} */
function namesakes(pi, description) {
	return pi
		.getCommands()
		.filter(({ name, source }) => source === "extension" && /^retry:\d+$/.test(name))
		.map(({ name, sourceInfo, ...one }) => ({ name, path: sourceInfo.path, ours: one.description === description }));
}

/**
 * How a request ended.
 *
 * @param {TurnEndEvent} event
 * @param {HostSettings} settings
 * @param {{ captured: Captured | undefined, streamEvent: unknown, aborted: boolean }} seen what was seen of its response, and
 *   whether its run was aborted
 * @param {Scene | undefined} scene
 * @returns {Event}
 */
export function requestEnded({ outcome, message, messageEntryId, entries, context }, settings, { captured, streamEvent, aborted }, scene) {
	const left = nudges(context);
	if (outcome === "aborted") return { type: "request_aborted", nudges: left };
	if (outcome === "completed" || message.role !== "assistant") {
		return { type: "request_completed", captured, nudges: left };
	}
	const { errorMessage, diagnostics, api, provider, model } = message;
	return {
		type: "request_failed",
		failure: {
			message: String(errorMessage ?? ""),
			streamEvent: plain(streamEvent),
			diagnostics: plain(diagnostics),
			api,
			provider,
		},
		model,
		entryId: messageEntryId,
		compacting: entries.some((entry) => entry.type === "compaction"),
		settings,
		captured,
		aborted,
		nudges: left,
		scene,
	};
}

/**
 * Pi's settings, without those of a type that Pi does not know either.
 *
 * @param {ExtensionAPI} pi
 * @returns {HostSettings}
 */
export function hostSettings(pi) {
	const { cacheWarming, retry } = pi.getSettings();
	return {
		cacheWarming: typeof cacheWarming === "string" ? cacheWarming : undefined,
		providerMaxRetries: number(retry?.provider?.maxRetries),
		retryEnabled: typeof retry?.enabled === "boolean" ? retry.enabled : undefined,
		retryMaxRetries: number(retry?.maxRetries),
		retryBaseDelayMs: number(retry?.baseDelayMs),
		retryMaxDelayMs: number(retry?.maxAgentDelayMs),
	};
}

/** @param {unknown} value */
function number(value) {
	return typeof value === "number" ? value : undefined;
}

/** Returns what of a value JSON can hold, or nothing where it is nested too deeply to be of use. @param {unknown} value @returns {unknown} */
function plain(value) {
	try {
		return value !== undefined && isShallow(value, 50) ? JSON.parse(JSON.stringify(value)) : undefined;
	} catch {
		return undefined;
	}
}

/** @param {unknown} value @param {number} levels @returns {boolean} */
function isShallow(value, levels) {
	if (typeof value !== "object" || value === null) return true;
	return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}
