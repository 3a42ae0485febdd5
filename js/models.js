// Tells the core what Pi knows of models: which there are, and what the session says of them.

/**
 * @import { ExtensionAPI, ExtensionContext, TurnEndEvent } from "@earendil-works/pi-coding-agent"
 * @import { ModelFacts, ModelRef, Scene, Trace } from "./pi_retry.js"
 */

/**
 * What Pi knows of these models.
 *
 * @param {ModelRef[]} models
 * @param {ExtensionContext} ctx
 * @returns {ModelFacts[]}
 */
export function factsOf(models, { modelRegistry }) {
	return models.map(({ provider, model }) => {
		const found = modelRegistry.find(provider, model);
		return {
			provider,
			model,
			known: found !== undefined,
			credentials: found !== undefined && modelRegistry.hasConfiguredAuth(found),
			images: found?.input.includes("image") ?? false,
			contextWindow: finite(found?.contextWindow),
		};
	});
}

/**
 * The conversation whose request failed, and the models that could go on with it.
 *
 * @param {TurnEndEvent} event
 * @param {ModelRef[]} candidates
 * @param {ExtensionAPI} pi
 * @param {ExtensionContext} ctx
 * @returns {Scene | undefined} nothing where no model is configured, or none is active
 */
export function sceneOf({ outcome, context }, candidates, pi, ctx) {
	const active = activeModel(ctx);
	if (outcome !== "error" || candidates.length === 0 || !active) return undefined;
	return {
		active,
		thinkingLevel: pi.getThinkingLevel(),
		images: context.llmMessages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === "image")),
		tokens: ctx.getContextUsage()?.tokens ?? undefined,
		models: factsOf(candidates, ctx),
	};
}

/** @param {ExtensionContext} ctx @returns {ModelRef | undefined} */
export function activeModel({ model }) {
	return model && { provider: model.provider, model: model.id };
}

/**
 * What the entries of the branch say of models, without those that were copied from another session.
 *
 * @param {ExtensionContext} ctx
 * @returns {Trace[]}
 */
export function trailOf({ sessionManager }) {
	const began = sessionManager.getHeader()?.timestamp ?? "";
	return sessionManager.getBranch().flatMap(/** @returns {Trace[]} */ (entry) => {
		if (entry.timestamp < began) return [];
		if (entry.type === "model_change") return [{ type: "chosen", provider: entry.provider, model: entry.modelId }];
		if (entry.type !== "custom" || entry.customType !== "pi-retry") return [];
		const { fallback, thinkingLevel } = /** @type {{ fallback?: { from?: unknown, to?: unknown }, thinkingLevel?: unknown }} */ (entry.data ?? {});
		if (typeof fallback?.from !== "string" || typeof fallback.to !== "string") return [];
		return [{ type: "fell_back", fallback: { from: fallback.from, to: fallback.to }, thinkingLevel: text(thinkingLevel) }];
	});
}

/** JSON has no infinity, and such a window is no limit. @param {number | undefined} value */
function finite(value = 0) {
	return Number.isFinite(value) ? value : 0;
}

/** @param {unknown} value */
function text(value) {
	return typeof value === "string" ? value : undefined;
}
