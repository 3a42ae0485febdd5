// Tells a story in several parts, which go on in one session.

/** @import { TestContext } from "node:test" */

/**
 * Runs each part as a subtest, until one fails: what follows would not find what it goes on from.
 *
 * @template {{ name: string }} Part
 * @param {TestContext} t
 * @param {Part[]} parts
 * @param {(part: Part, index: number) => Promise<void>} run
 */
export async function inTurn(t, parts, run) {
	for (const [index, part] of parts.entries()) {
		let passed = false;
		await t.test(part.name, async () => {
			await run(part, index);
			passed = true;
		});
		if (!passed) return;
	}
}
