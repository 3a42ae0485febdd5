// One session's machine, which outlives the instance of the core that it is in: a fresh one is told what it knew.

import { guarded, instanceNumber } from "./instance.js";
import { Machine as MachineInCore } from "./pi_retry.js";

/** @import { Effect, Event } from "./pi_retry.js" */

const create = guarded(() => new MachineInCore());
const tell = guarded(
	/** @param {MachineInCore} machine @param {[event: Event, nowMs: number, random?: number]} event */
	(machine, ...event) => machine.handle(...event),
);
const remember = guarded(/** @param {MachineInCore} machine */ (machine) => machine.memory());

export class Machine {
	#machine = create();
	#instance = instanceNumber();
	/** How the session began. @type {Event | undefined} */
	#start;
	#memory = "";
	#interrupted = false;

	/**
	 * Takes one event at the time `nowMs` and returns what the host is to do, in order.
	 *
	 * @param {Event} event
	 * @param {number} nowMs
	 * @param {number} [random] uniform in 0..1, drawn where it is not given
	 * @returns {Effect[]}
	 * @throws where the core traps; the next event meets a machine that knows what this one knew before
	 */
	handle(event, nowMs, random) {
		if (this.#interrupted || this.#instance !== instanceNumber()) this.#renew(nowMs);
		if (event.type === "session_started") this.#start = event;
		const effects = tell(this.#machine, event, nowMs, random);
		this.#memory = remember(this.#machine);
		return effects;
	}

	/** Gives up what is pending, as the host could not do what the last effects said. */
	interrupt() {
		this.#interrupted = true;
	}

	/** @param {number} nowMs */
	#renew(nowMs) {
		const [memory, interrupted] = [this.#memory, this.#interrupted];
		this.#machine = create();
		this.#instance = instanceNumber();
		this.#interrupted = false;
		if (this.#start) tell(this.#machine, { ...this.#start, type: "restored", memory, interrupted }, nowMs);
	}
}
