// Replaces fetch by a client of its own, on node:http, as some proxies' and recorders' extensions do.

import { request } from "node:http";
import { Readable } from "node:stream";

/** @import { IncomingMessage } from "node:http" */

export default function fetchOverHttp() {
	/** @type {typeof fetch} */
	globalThis.fetch = async (input, init) => {
		const wanted = new Request(input, init);
		const options = { method: wanted.method, headers: Object.fromEntries(wanted.headers) };
		const body = Buffer.from(await wanted.arrayBuffer());
		/** @type {IncomingMessage} */
		const answer = await new Promise((resolve, reject) => {
			request(wanted.url, options, resolve).on("error", reject).end(body);
		});
		const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
			values.map((value) => /** @type {[string, string]} */ ([name, value])),
		);
		return new Response(/** @type {any} */ (Readable.toWeb(answer)), { status: answer.statusCode, headers });
	};
}
