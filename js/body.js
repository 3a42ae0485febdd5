// Makes a text of an error body as it was sent: compressed, cut, or no text at all.

import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";

/** The most that one layer may unfold to. */
const LONGEST = 1024 * 1024;

/** @type {Record<string, (sent: Buffer) => Buffer>} */
const DECODERS = {
	gzip: (sent) => gunzipSync(sent, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LONGEST }),
	deflate: (sent) => inflateSync(sent, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LONGEST }),
	br: (sent) =>
		brotliDecompressSync(sent, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: LONGEST }),
	zstd: (sent) => zstdDecompressSync(sent, { finishFlush: constants.ZSTD_e_flush, maxOutputLength: LONGEST }),
};

/**
 * @param {Buffer} sent
 * @param {string} encodings the `content-encoding` header; the last was applied last
 * @returns {string | undefined} nothing where the body is empty or cannot be decoded
 */
export function decode(sent, encodings) {
	const layers = encodings.toLowerCase().split(",").map((one) => one.trim());
	try {
		let plain = sent;
		for (const layer of layers.reverse()) {
			const name = layer.replace(/^x-/, "");
			if (name && name !== "identity") plain = (DECODERS[name] ?? refuse)(plain);
		}
		return plain.length > 0 ? plain.toString("utf8") : undefined;
	} catch {
		return undefined;
	}
}

/** @returns {never} */
function refuse() {
	throw new Error("an encoding that nobody asked for");
}
