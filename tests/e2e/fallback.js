// What pi-retry says of models that take over, and what Pi says of the model that is active.

import { nameOf } from "./models.js";

/**
 * @import { ModelName } from "./models.js"
 * @import { RpcClient } from "./rpc.js"
 */

/** A model of every other API than the default's. @type {ModelName} */
export const OTHER = "anthropic";

/**
 * @param {ModelName} to
 * @param {string} reason with the category before it
 */
export function fellBack(to, reason) {
	const [category] = reason.split(":");
	return `pi-retry: falling back to ${nameOf(to)} after ${category} (${reason})`;
}

/** @param {ModelName} model */
export function backOn(model) {
	return `pi-retry: back on ${nameOf(model)}`;
}

/** Returns the active model and its thinking level. @param {RpcClient} rpc */
export async function active(rpc) {
	const { model, thinkingLevel } = (await rpc.send({ type: "get_state" })).data;
	return [`${model.provider}/${model.id}`, thinkingLevel];
}

/** Asks `/retry` and returns its line about fallback models. @param {RpcClient} rpc */
export async function standing(rpc) {
	const before = rpc.notifications.length;
	await rpc.prompt("/retry");
	await rpc.until(() => rpc.notifications.length > before);
	return /^fallback: (.*)$/m.exec(rpc.notifications.at(-1)?.text ?? "")?.[1];
}
