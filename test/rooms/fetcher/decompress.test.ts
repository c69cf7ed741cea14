import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWholeZstd } from "../../../src/fetcher/decompress-zstd.ts";
import { readBody, type BodyLimits, type ReadBody } from "../../../src/fetcher/decompress.ts";

const limits: BodyLimits = { maxBytes: 10_000_000, maxRatio: 200, onOversize: "fail" };
const MIB = 1_048_576;

/** Text that does not compress to nothing and differs in every part. */
function words(length: number, seed = 1): Buffer {
  let state = seed;
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = "etaoinshrdlu <>p".charCodeAt(state & 15);
  }
  return bytes;
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const encoders: Record<string, (bytes: Uint8Array) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes),
  "x-gzip": (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, quick),
  zstd: (bytes) => zstdCompressSync(bytes),
};
const codings = Object.entries({
  ...encoders,
  "deflate (bare)": (bytes: Uint8Array) => deflateRawSync(bytes),
}).map(([title, encode]) => ({ title, label: title.split(" ", 1)[0], encode }));

/** A source that cuts `bytes` and knows how it was left. */
class Source implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #chunks: Uint8Array[];
  readonly #failure: Error | undefined;
  returned = 0;
  read = 0;

  constructor(bytes: Uint8Array, size = 1000, failure?: Error) {
    const count = Math.ceil(bytes.length / size);
    this.#chunks = Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    this.#failure = failure;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.#chunks[this.read];
    this.read += 1;
    if (value !== undefined) return { done: false, value };
    if (this.#failure !== undefined) throw this.#failure;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.returned += 1;
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function read(
  bytes: Uint8Array,
  label: string | undefined,
  given?: Partial<BodyLimits>,
): Promise<ReadBody> {
  return readBody(new Source(bytes), label, { ...limits, ...given });
}

function expectBytes(actual: Uint8Array, expected: Uint8Array): void {
  expect(actual.length).toBe(expected.length);
  expect(Buffer.compare(actual, expected)).toBe(0);
}

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

  it("counts a stack as one when it looks for bombs", async () => {
    const inner = gzipSync(Buffer.alloc(40 * MIB));
    const nested = gzipSync(gzipSync(Buffer.concat([inner, words(100_000)])));
    await expect(read(nested, "gzip, gzip, gzip", { maxRatio: 2000 })).rejects.toMatchObject({
      code: "BODY_TOO_LARGE",
    });
    await expect(
      read(nested, "gzip, gzip, gzip", { maxRatio: 100, maxBytes: 100 * MIB }),
    ).rejects.toMatchObject({ code: "DECOMPRESSION_BOMB" });
    const twice = gzipSync(gzipSync(Buffer.alloc(40 * MIB)));
    await expect(
      read(twice, "gzip, gzip", { maxRatio: 2000, maxBytes: 100 * MIB }),
    ).rejects.toMatchObject({ code: "DECOMPRESSION_BOMB" });
    const part = await read(nested, "gzip, gzip, gzip", { onOversize: "truncate" });
    expect(part).toMatchObject({ truncated: true, bytes: { length: limits.maxBytes } });
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

  it("stops an encoded body that goes on for ever without giving bytes", async () => {
    const member = gzipSync(new Uint8Array());
    const padding = Buffer.concat(Array.from({ length: 10_000 }, () => member));
    const source = new Source(padding, 20_000);
    await expect(readBody(source, "gzip", { ...limits, maxBytes: 1000 })).rejects.toMatchObject({
      code: "BODY_TOO_LARGE",
    });
    expect([source.read < 9, source.returned]).toEqual([true, 1]);
    const part = await read(padding, "gzip", { maxBytes: 1000, onOversize: "truncate" });
    expect(part).toMatchObject({ truncated: true, bytes: { length: 0 } });
    const stacked = await read(gzipSync(padding), "gzip, gzip", {
      maxBytes: 1000,
      onOversize: "truncate",
    });
    expect(stacked).toMatchObject({ truncated: true, bytes: { length: 0 } });
  });

  it("stops a body of endless zstd frames", async () => {
    const frame = zstdCompressSync(new Uint8Array());
    const frames = Buffer.concat(Array.from({ length: 100_000 }, () => frame));
    await expect(read(frames, "zstd")).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
    const part = await read(frames, "zstd", { onOversize: "truncate" });
    expect(part).toMatchObject({ truncated: true, bytes: { length: 0 } });
    const few = Array.from({ length: 900 }, (_, index) => zstdCompressSync(words(2, index + 1)));
    expect((await read(Buffer.concat(few), "zstd")).bytes.length).toBe(1800);
  });

  it("tells the source to stop on every early way out, and only then", async () => {
    const plain = words(100_000);
    const encoded = gzipSync(words(1_000_000));
    const left = async (
      label: string | undefined,
      bytes: Uint8Array,
      given: Partial<BodyLimits>,
    ) => {
      const source = new Source(bytes);
      await readBody(source, label, { ...limits, ...given }).catch(() => {});
      return [source.returned, source.read < bytes.length / 1000];
    };
    for (const onOversize of ["fail", "truncate"] as const) {
      expect(await left(undefined, plain, { maxBytes: 5000, onOversize })).toEqual([1, true]);
      expect(await left("gzip", encoded, { maxBytes: 5000, onOversize })).toEqual([1, true]);
      expect(await left("gzip", plain, { maxBytes: 5000, onOversize })).toEqual([1, true]);
    }
    expect(await left("gzip", encoded, {})).toEqual([0, false]);
    expect(await left(undefined, plain, {})).toEqual([0, false]);
    expect(
      await left("deflate", Buffer.concat([deflateSync(plain), encoded, encoded]), {}),
    ).toEqual([1, true]);
  });

  it("lets the source's own failure through, under every label", async () => {
    for (const label of [undefined, "gzip", "br"]) {
      for (const length of [100, 1_000_000]) {
        const lost = new Error("connection lost");
        const source = new Source(gzipSync(words(length)), 1000, lost);
        await expect(readBody(source, label, limits)).rejects.toBe(lost);
        expect(source.returned).toBe(0);
      }
    }
  });

  it("gives the same, however the chunks are cut", async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 50 }),
      fc.integer({ min: 0, max: 400_000 }).map((length) => new Uint8Array(length)),
      fc.integer({ min: 0, max: 200_000 }).map((length) => words(length)),
    );
    const label = fc.constantFrom("gzip", "deflate", "br", "zstd");
    const damage = fc.option(fc.nat(), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ pieces: fc.array(piece, { maxLength: 4 }), label, damage, size: fc.nat(5000) }),
        async ({ pieces, label, damage, size }) => {
          const encoded = encoders[label]?.(Buffer.concat(pieces)) ?? Buffer.alloc(0);
          if (damage !== undefined) encoded.fill(damage % 256, damage % (encoded.length + 1));
          const given = { maxBytes: 500_000, maxRatio: 20, onOversize: "truncate" } as const;
          const outcome = async (size: number): Promise<object> => {
            try {
              const { bytes, truncated, damage } = await readBody(
                new Source(encoded, size),
                label,
                given,
              );
              return { bytes: Buffer.from(bytes).toString("base64"), truncated, damage };
            } catch (failure) {
              return { failure: String(failure) };
            }
          };
          const [whole, cut] = await Promise.all([outcome(encoded.length + 1), outcome(size + 1)]);
          expect(cut).toEqual(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("gives any text under the label of a coding without a mark as it came", async () => {
    const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    const text = fc.string({ unit: letter, minLength: 12, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom("br", "deflate"), async (text, label) => {
        const result = await read(Buffer.from(text), label);
        expect(Buffer.from(result.bytes).toString()).toBe(text);
        expect(result.damage).toBe("mislabelled");
      }),
      { numRuns: 500, examples: [["3.5 is a number", "br"]] },
    );
  });

  it("undoes what an encoder did", async () => {
    const labels = fc.array(fc.constantFrom("gzip", "deflate", "br", "zstd", "x-gzip"), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), labels, async (body, labels) => {
        let encoded: Uint8Array = body;
        for (const label of labels) encoded = encoders[label]?.(encoded) ?? encoded;
        const result = await read(encoded, labels.join(", "));
        expectBytes(result.bytes, body);
        expect(result.damage).toBeUndefined();
      }),
    );
  });

  it("takes any bytes under any label", async () => {
    const label = fc.oneof(fc.constantFrom("gzip", "deflate", "br", "zstd"), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), label, async (body, label) => {
        const result = await read(body, label.replaceAll(",", ""));
        expect(result.wireBytes).toBeLessThanOrEqual(body.length);
      }),
    );
  });
});

describe("isWholeZstd", () => {
  const skipped = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
  const frames = [0, 1, 255, 256, 65_791, 65_792, 300_000].flatMap((length) =>
    [0, 1, 2, 3].map((flags) => {
      const params = {
        [constants.ZSTD_c_checksumFlag]: flags & 1,
        [constants.ZSTD_c_contentSizeFlag]: flags >> 1,
      };
      return zstdCompressSync(Buffer.alloc(length, `abc ${length}`), { params });
    }),
  );

  it("knows a whole body, whatever its header says and whatever follows it", () => {
    for (const frame of frames) {
      for (const parts of [[frame], [skipped, frame], [frame, frame], [frame, "garbage"]]) {
        expect(isWholeZstd(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true);
      }
    }
  });

  it("knows a body that was cut off anywhere in its last frame", () => {
    for (const frame of frames) {
      for (let length = 1; length < frame.length; length += 1) {
        const cut = frame.subarray(0, length);
        expect(isWholeZstd(cut)).toBe(false);
        expect(isWholeZstd(Buffer.concat([skipped, frame, cut]))).toBe(false);
      }
    }
  });
});
