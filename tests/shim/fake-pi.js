// A Pi that has no model and no screen: it fires events at an extension and records what the extension asks of it.

/**
 * @import { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent"
 * @typedef {(event: any, ctx: ExtensionContext) => any} Handler
 */

export class FakePi {
	/** What the extension asked for, in the seam's own words. @type {object[]} */
	asked = [];
	/** @type {AbortController} */
	run = new AbortController();
	idle = true;
	queued = false;
	/** What of the screen throws. @type {string | undefined} */
	broken;
	/** @type {(text: string) => void} */
	onNotify = () => {};
	/** @type {object} */
	settings = { retry: { enabled: false } };
	/** @type {{ api?: string, provider?: string, id?: string } | undefined} */
	model;
	/** What Pi knows of models; of others it knows that they are there. @type {import("../../pkg/pi_retry.js").ModelFacts[]} */
	models = [];
	/** @type {string | undefined} */
	thinkingLevel;
	/** The size of the context. @type {number | undefined} */
	tokens;
	/** The entries of the session's branch. @type {object[]} */
	branch = [];
	/** Answers the call that is open. @type {(ok: boolean) => void} */
	modelSet = () => {};
	mode = "rpc";
	/** The commands that Pi lists. @type {object[]} */
	namesakes = [];
	/** What of the session the model would see. @type {object[]} */
	context = [];
	/** @type {Map<string, Handler[]>} */
	#handlers = new Map();
	/** @type {Map<string, { description?: string, handler: Handler }>} */
	commands = new Map();
	/** @type {Map<string, (entry: object, options: object, theme: object) => { render(width: number): string[] } | undefined>} */
	renderers = new Map();

	/** Returns how an entry is drawn, in no colours. @param {string} customType @param {unknown} data @param {number} width */
	draw(customType, data, width) {
		const theme = { fg: (/** @type {string} */ _, /** @type {string} */ text) => text };
		return this.renderers.get(customType)?.({ type: "custom", customType, data }, {}, theme)?.render(width);
	}

	/** The half of Pi that the extension's factory gets. */
	get api() {
		return /** @type {ExtensionAPI} */ (
			/** @type {unknown} */ ({
				on: (/** @type {string} */ name, /** @type {Handler} */ handler) => this.#subscribe(name, handler),
				getSettings: () => this.settings,
				getCommands: () => this.namesakes,
				registerCommand: (/** @type {string} */ name, /** @type {any} */ command) =>
					this.commands.set(name, command),
				registerEntryRenderer: (/** @type {string} */ customType, /** @type {any} */ renderer) =>
					this.renderers.set(customType, renderer),
				getThinkingLevel: () => this.thinkingLevel,
				setThinkingLevel: (/** @type {string} */ level) => this.asked.push({ type: "set_thinking_level", level }),
				setModel: (/** @type {{ provider: string, id: string }} */ { provider, id }) => {
					this.asked.push({ type: "set_model", provider, model: id });
					return new Promise((resolve) => (this.modelSet = resolve));
				},
				sendMessage: (/** @type {{ content: string }} */ { content }) =>
					this.asked.push({ type: "start_run", text: content }),
				appendEntry: (/** @type {string} */ customType, /** @type {unknown} */ data) =>
					this.asked.push({ type: "append", entry: { customType, data } }),
			})
		);
	}

	/** The half of Pi that a handler gets. */
	get ctx() {
		return /** @type {ExtensionContext} */ (
			/** @type {unknown} */ ({
				signal: this.run.signal,
				model: this.model,
				mode: this.mode,
				getContextUsage: () => ({ tokens: this.tokens ?? null }),
				modelRegistry: {
					find: (/** @type {string} */ provider, /** @type {string} */ id) => this.#find(provider, id),
					hasConfiguredAuth: (/** @type {{ facts?: { credentials: boolean } }} */ { facts }) => facts?.credentials ?? true,
				},
				sessionManager: {
					getHeader: () => ({ timestamp: "2026-06-01T12:00:00.000Z" }),
					getBranch: () => this.branch,
					getSessionId: () => "s-1",
					buildSessionProjection: () => ({ entries: this.context }),
				},
				isIdle: () => this.idle,
				hasPendingMessages: () => this.queued,
				abort: () => {
					this.asked.push({ type: "abort_run" });
					this.run.abort();
				},
				ui: {
					notify: (/** @type {string} */ text, /** @type {string} */ level) => {
						this.asked.push({ type: "notify", text, level });
						this.onNotify(text);
					},
					setStatus: (/** @type {string} */ key, /** @type {string | undefined} */ text) =>
						this.#fails("set_status") || this.asked.push({ type: "set_status", ...(text && { text }), ...(key !== "pi-retry" && { key }) }),
					setWorkingMessage: (/** @type {string | undefined} */ text) =>
						this.asked.push({ type: "set_working_message", ...(text && { text }) }),
				},
			})
		);
	}

	/** @param {string} provider @param {string} id */
	#find(provider, id) {
		const facts = this.models.find((one) => one.provider === provider && one.model === id);
		const input = facts?.images ? ["text", "image"] : ["text"];
		return facts?.known === false ? undefined : { provider, id, input, contextWindow: facts?.contextWindow, facts };
	}

	/** @param {string} what */
	#fails(what) {
		if (this.broken === what) throw new Error(`no ${what}`);
		return false;
	}

	/** @param {string} name @param {Handler} handler */
	#subscribe(name, handler) {
		const handlers = this.#handlers.get(name) ?? [];
		this.#handlers.set(name, [...handlers, handler]);
		if (name === "provider_stream_event") this.asked.push({ type: "watch_stream", on: true });
		return () => {
			this.#handlers.set(name, (this.#handlers.get(name) ?? []).filter((one) => one !== handler));
			this.asked.push({ type: "watch_stream", on: false });
		};
	}

	/**
	 * Fires an event and returns the answer of the last handler.
	 *
	 * @param {string} name
	 * @param {object} [event]
	 */
	async fire(name, event = {}) {
		let answer;
		for (const handler of this.#handlers.get(name) ?? []) answer = await handler(event, this.ctx);
		return answer;
	}

	/** @param {string} name @param {string} words */
	async command(name, words) {
		await this.commands.get(name)?.handler(words, this.ctx);
	}
}
