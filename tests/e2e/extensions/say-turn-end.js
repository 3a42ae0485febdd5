// Says on stderr that a turn has ended, before the extensions loaded after it hear of it.

/** @param {import("@earendil-works/pi-coding-agent").ExtensionAPI} pi */
export default function sayTurnEnd(pi) {
	pi.on("turn_end", ({ outcome }) => void process.stderr.write(`turn_end ${outcome}\n`));
}
