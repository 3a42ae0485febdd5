// Error bodies as they come over the wire.

import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { decode } from "../../pkg/body.js";

const text = `{"error":{"message":"${"Please try again in 20s. ".repeat(400)}"}}`;
const plain = Buffer.from(text);

/** @type {[encoding: string, sent: Buffer][]} */
const encoded = [
	["", plain],
	["identity", plain],
	["gzip", gzipSync(plain)],
	["x-gzip", gzipSync(plain)],
	["GZIP", gzipSync(plain)],
	["deflate", deflateSync(plain)],
	["br", brotliCompressSync(plain)],
	["zstd", zstdCompressSync(plain)],
	["gzip, br", brotliCompressSync(gzipSync(plain))],
];

for (const [encoding, sent] of encoded) {
	test(`a body encoded as "${encoding}" is read`, () => {
		assert.equal(decode(sent, encoding), text);
	});
}

test("a body that was cut is read as far as it came", () => {
	for (const [encoding, sent] of encoded.filter(([encoding]) => /^(gzip|deflate|br)$/.test(encoding))) {
		const start = decode(sent.subarray(0, sent.length - 8), encoding);
		assert.ok(start && text.startsWith(start), encoding);
	}
});

test("a body that unfolds beyond a megabyte, is damaged, or in an unknown encoding is nothing", () => {
	const bomb = gzipSync(Buffer.alloc(20_000_000));
	for (const [sent, encoding] of /** @type {[Buffer, string][]} */ ([
		[bomb, "gzip"],
		[Buffer.from("no gzip"), "gzip"],
		[plain, "rot13"],
		[Buffer.alloc(0), ""],
	])) {
		assert.equal(decode(sent, encoding), undefined, encoding);
	}
});

test("what is no text becomes one without a stop", () => {
	assert.equal(typeof decode(Buffer.from([0xff, 0xfe, 0x00, 0x80]), ""), "string");
});
