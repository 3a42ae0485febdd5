// Takes its time over each message, as an extension does that looks something up.

import { setTimeout as sleep } from "node:timers/promises";

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default function slowInput(pi) {
	pi.on("input", async ({ text }) => {
		await sleep(300);
		return text === "swallow" ? { action: "handled" } : undefined;
	});
}
