// Gives a message on a WebSocket the answer that its step describes.

import { setTimeout as sleep } from "node:timers/promises";
import { errorEvent } from "./protocols/openai-codex-responses.js";
import { PROTOCOLS } from "./protocols/index.js";

/**
 * @import { PlannedRequest } from "./request.js"
 * @import { Step } from "./step.js"
 * @import { WebSocketServerConnection } from "./websocket.js"
 */

/**
 * @param {PlannedRequest} request
 * @param {Step} step a failure with a status becomes the event that stands for it
 * @param {WebSocketServerConnection} connection
 * @param {() => void} ended to be called just before the last byte leaves
 */
export async function replyOnSocket(request, step, connection, ended) {
	if (step.delayMs) await sleep(step.delayMs);
	if (step.drop) {
		ended();
		return connection.destroy();
	}
	const events = eventsOf(request, step);
	request.status = step.status ?? 200;
	for (const event of events.slice(0, -1)) connection.send(JSON.stringify(event));
	ended();
	for (const event of events.slice(-1)) connection.send(JSON.stringify(event));
	if (step.close) connection.close(step.close.code, step.close.reason);
}

/** @param {PlannedRequest} request @param {Step} step */
function eventsOf({ api }, { events, status, headers, body, text, toolCall }) {
	if (events) return events;
	if (status !== undefined) return [errorEvent(status, body, headers)];
	return api ? PROTOCOLS[api].events({ text: text ?? (toolCall ? undefined : "ok"), toolCall }) : [];
}
