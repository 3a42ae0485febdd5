// Which models of the list can take over, and why the others cannot.

import assert from "node:assert/strict";
import test from "node:test";
import { active, fellBack, standing } from "./fallback.js";
import { unavailable } from "./fates.js";
import { nameOf } from "./models.js";
import { startRpc } from "./pi.js";

/** A picture of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("every entry that cannot take over is skipped, and /retry says why", async (t) => {
	const models = [
		"gpt-mock", // malformed
		nameOf("thinker"), // active
		"mock-nobody/nothing", // unknown
		nameOf("locked"),
		nameOf("openai"), // takes no images
		nameOf("small"),
		`${nameOf("openai")}:low`,
	];
	const { gateway, rpc } = await startRpc(t, {
		model: "thinker",
		config: { maxRetries: 1, baseDelayMs: 100, fallback: { models, afterRetries: 0 } },
		plan: [() => unavailable],
	});
	assert.equal(
		await standing(rpc),
		"standing by; skipped gpt-mock (malformed); skipped mock-nobody/nothing (unknown); skipped mock-locked/gpt-mock (no credentials); " +
			"skipped mock-openai/gpt-mock:low (a duplicate)",
	);
	await rpc.prompt("what is this?", { images: [{ type: "image", data: PIXEL, mimeType: "image/png" }] });
	await rpc.settled();
	assert.equal(gateway.requests.length, 2);
	assert.match(
		(await standing(rpc)) ?? "",
		/^standing by; skipped gpt-mock \(malformed\); skipped mock-thinker\/o\/mock:free \(the active model\); skipped mock-nobody\/nothing \(unknown\); skipped mock-locked\/gpt-mock \(no credentials\); skipped mock-openai\/gpt-mock \(images in the context, and it takes none\); skipped mock-small\/gpt-mock \(context window 500, and \d+ tokens in use\); skipped mock-openai\/gpt-mock:low \(a duplicate\)$/,
	);
	const warnings = rpc.notifications.filter(({ text }) => text.includes("pi-retry.json")).map(({ text }) => text);
	assert.deepEqual(warnings, [
		'pi-retry: pi-retry.json: fallback.models[0] is "gpt-mock", not provider/model or provider/model:thinking; using none',
		'pi-retry: pi-retry.json: fallback.models[2] names no model that Pi knows: "mock-nobody/nothing", skipped',
	]);
});

test("a thinking level after an id with slashes and colons is taken, and what is none belongs to the id", async (t) => {
	const { gateway, rpc } = await startRpc(t, {
		config: { fallback: { models: [`${nameOf("thinker")}:low`], afterRetries: 0, return: "stay" } },
		plan: [unavailable, { text: "the answer" }],
	});
	await rpc.promptAndSettle("hello");
	assert.equal(rpc.notifications[0]?.text, fellBack("thinker", "server_error: HTTP 503"));
	assert.deepEqual(await active(rpc), [nameOf("thinker"), "low"]);
	assert.equal(gateway.requests[1]?.body.model, "o/mock:free");
	assert.equal(gateway.requests[1]?.body.reasoning_effort, "low");
});
