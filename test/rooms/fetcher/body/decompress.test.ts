import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readBody } from "../../../../src/fetcher/body/decompress.ts";
import { encoders, expectBytes, limits, MIB, quick, read, Source, words } from "../coded-bodies.ts";

const codings = Object.entries({
  ...encoders,
  "deflate (bare)": (bytes: Uint8Array) => deflateRawSync(bytes),
}).map(([title, encode]) => ({ title, label: title.split(" ", 1)[0], encode }));

describe("readBody", () => {
  it.each([undefined, "", "identity", " , Identity,"])(
    "reads plain bytes under %j",
    async (label) => {
      const body = words(5000);
      const result = await read(body, label);
      expectBytes(result.bytes, body);
      expect(result).toMatchObject({ wireBytes: 5000, truncated: false });
      expect(result).not.toHaveProperty("damage");
    },
  );

  it("hands a body of one plain chunk over without a copy", async () => {
    const body = words(100);
    expect((await readBody(new Source(body), undefined, limits)).bytes.buffer).toBe(body.buffer);
  });

  describe.each(codings)("under $title", ({ label, encode }) => {
    // br and zstd hand out whole blocks, of up to 128 KiB and more.
    const hasLargeBlocks = label === "br" || label === "zstd";

    it.each([1, 10, 5000, 300_000, 2_000_000])("decodes %d bytes", async (length) => {
      const body = words(length);
      const encoded = encode(body);
      const result = await read(encoded, label);
      expectBytes(result.bytes, body);
      expect(result).toMatchObject({ wireBytes: encoded.length, truncated: false });
      expect(result).not.toHaveProperty("damage");
    });

    it("decodes a coded empty body, and takes no bytes at all as an empty body", async () => {
      for (const encoded of [encode(new Uint8Array()), new Uint8Array()]) {
        const result = await read(encoded, label);
        expect(result).toMatchObject({ wireBytes: encoded.length, truncated: false });
        expect(result.bytes.length).toBe(0);
        expect(result).not.toHaveProperty("damage");
      }
    });

    it.each([3000, 600_000])("gives what came of a truncated body of %d bytes", async (length) => {
      const body = words(length);
      const encoded = encode(body);
      const result = await read(encoded.subarray(0, Math.floor(encoded.length * 0.6)), label);
      expect(result).toMatchObject({ truncated: false, damage: "truncated" });
      expectBytes(result.bytes, body.subarray(0, result.bytes.length));
      expect(result.bytes.length).toBeGreaterThanOrEqual(hasLargeBlocks ? 0 : length * 0.59);
    });

    it("says truncated when only the last byte is missing", async () => {
      const encoded = encode(words(3000));
      const result = await read(encoded.subarray(0, -1), label);
      expect(result.damage).toBe("truncated");
    });

    it.each([3000, 600_000])(
      "gives what came before a corrupt spot of %d bytes",
      async (length) => {
        const body = words(length);
        const encoded = encode(body);
        encoded.fill(0xaa, Math.floor(encoded.length * 0.7));
        const result = await read(encoded, label);
        // br has no checksum, so it may find an end by chance.
        const unnoticed = label === "br" ? "corrupt" : "whole";
        expect(result.damage ?? unnoticed).toMatch(/^(?:corrupt|truncated)$/);
        const wrong = result.bytes.findIndex((byte, index) => byte !== body[index]);
        const right = wrong === -1 ? result.bytes.length : wrong;
        expect(right).toBeGreaterThanOrEqual(hasLargeBlocks ? 0 : length * 0.69);
      },
    );

    it.each([3000, 600_000])("ignores garbage behind %d bytes", async (length) => {
      const body = words(length);
      const result = await read(Buffer.concat([encode(body), Buffer.from("<!-- 3 ms -->")]), label);
      expectBytes(result.bytes, body);
      expect(result).not.toHaveProperty("damage");
    });

    it("stops at the limit of decoded bytes, whatever the size on the wire", async () => {
      for (const length of [5000, 900_000]) {
        const body = words(length);
        const encoded = encode(body);
        const exact = await read(encoded, label, { maxBytes: length });
        expectBytes(exact.bytes, body);
        const source = new Source(encoded);
        const below = { ...limits, maxBytes: length - 1 };
        await expect(readBody(source, label, below)).rejects.toMatchObject({
          code: "BODY_TOO_LARGE",
          details: { limit: length - 1 },
        });
        const part = await read(encoded, label, { maxBytes: length / 2, onOversize: "truncate" });
        expectBytes(part.bytes, body.subarray(0, length / 2));
        expect(part).toMatchObject({ truncated: true });
        expect(part).not.toHaveProperty("damage");
      }
    });

    it("refuses a bomb after little work, and reads what only compresses well", async () => {
      const zeros = encode(Buffer.alloc(30 * MIB));
      const source = new Source(zeros, 1000);
      const open = { ...limits, maxBytes: Number.POSITIVE_INFINITY };
      await expect(readBody(source, label, open)).rejects.toMatchObject({
        code: "DECOMPRESSION_BOMB",
        details: { limit: 200 },
      });
      expect(source.read).toBeLessThan(70);
      const small = await read(encode(Buffer.alloc(MIB)), label);
      expect(small.bytes.length).toBe(MIB);
    });

    it("gives plain text under this label as it came", async () => {
      for (const length of [40, 3000, 300_000]) {
        const text = Buffer.concat([Buffer.from("<!doctype html>"), words(length)]);
        const result = await read(text, label);
        expectBytes(result.bytes, text);
        expect(result).toMatchObject({ wireBytes: text.length, damage: "mislabelled" });
        const part = await read(text, label, { maxBytes: 30, onOversize: "truncate" });
        expectBytes(part.bytes, text.subarray(0, 30));
        expect(part).toMatchObject({ truncated: true, damage: "mislabelled" });
        await expect(read(text, label, { maxBytes: 30 })).rejects.toMatchObject({
          code: "BODY_TOO_LARGE",
        });
      }
    });
  });

  it("reads several gzip members and zstd frames as one body", async () => {
    for (const length of [400, 200_000]) {
      const parts = [words(length, 1), words(length, 2), words(length, 3)];
      for (const label of ["gzip", "zstd"]) {
        const encode = encoders[label] ?? gzipSync;
        const result = await read(Buffer.concat(parts.map((part) => encode(part))), label);
        expectBytes(result.bytes, Buffer.concat(parts));
        expect(result).not.toHaveProperty("damage");
      }
    }
  });

  it("says corrupt for a wrong checksum, and still gives all bytes", async () => {
    const body = words(3000);
    const encoded = gzipSync(body);
    encoded.fill(0, encoded.length - 8, encoded.length - 4);
    const result = await read(encoded, "gzip");
    expectBytes(result.bytes, body);
    expect(result.damage).toBe("corrupt");
  });

  it("undoes stacked codings from the last to the first, up to five", async () => {
    const body = words(50_000);
    const once = gzipSync(body);
    expectBytes((await read(brotliCompressSync(once, quick), "gzip, br")).bytes, body);
    expectBytes((await read(gzipSync(once), "GZIP,identity , x-gzip")).bytes, body);
    let five: Uint8Array = body;
    for (let count = 0; count < 5; count += 1) five = gzipSync(five);
    expectBytes((await read(five, "gzip,gzip,gzip,gzip,gzip")).bytes, body);
    const source = new Source(five);
    await expect(readBody(source, "gzip,".repeat(6), limits)).rejects.toMatchObject({
      code: "INVALID_RESPONSE",
    });
    expect([source.read, source.returned]).toEqual([0, 1]);
  });

  it.each([
    ["utf-8", words(100), words(100)],
    ["none", words(100), words(100)],
    ["gzip, utf-8", gzipSync(words(100)), words(100)],
    ["aws-chunked, gzip", gzipSync(words(100)), words(100)],
    ["gzip, gzip", gzipSync(words(100)), words(100)],
  ])("passes over the wrong part of the label %j", async (label, encoded, expected) => {
    const result = await read(encoded, label);
    expectBytes(result.bytes, expected);
    expect(result.damage).toBe("mislabelled");
  });
});
