// An extension that tells, on /figures, what the process holds after its garbage was collected.

import { channel } from "node:diagnostics_channel";
import { setImmediate as turn } from "node:timers/promises";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * @typedef {object} Figures
 * @property {number} heap bytes in use, without those of compiled code, which grows as code gets warm
 * @property {number} outside bytes outside of the heap, the core's memory among them
 * @property {number} timers that are armed
 * @property {number} listeners of the process
 * @property {number} subscribers of the HTTP client's channels
 */

const CHANNELS = ["create", "headers", "bodyChunkReceived", "error"].map((name) => channel(`undici:request:${name}`));

setFlagsFromString("--expose-gc");
/** @type {() => void} */
const collect = runInNewContext("gc");

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default function figures(pi) {
	pi.registerCommand("figures", {
		handler: async (_, ctx) => ctx.ui.notify(`figures ${JSON.stringify(await measure())}`, "info"),
	});
}

/** @returns {Promise<Figures>} */
async function measure() {
	// What finalizers free is garbage of the next collection.
	for (let i = 0; i < 4; i++) {
		collect();
		await turn();
	}
	const spaces = getHeapSpaceStatistics().filter(({ space_name }) => !/code|trusted/.test(space_name));
	return {
		heap: sum(spaces.map(({ space_used_size }) => space_used_size)),
		outside: process.memoryUsage().external,
		timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
		listeners: sum(process.eventNames().map((name) => process.listenerCount(name))),
		subscribers: sum(CHANNELS.map(subscribers)),
	};
}

/** @param {number[]} numbers */
function sum(numbers) {
	return numbers.reduce((total, one) => total + one, 0);
}

/** Node tells only whether there are any; it keeps them in a list. @param {object} channel */
function subscribers(channel) {
	return /** @type {{ _subscribers?: unknown[] }} */ (channel)._subscribers?.length ?? 0;
}
