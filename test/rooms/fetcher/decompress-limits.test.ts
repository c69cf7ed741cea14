import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readBody, type BodyLimits } from "../../../src/fetcher/body/decompress.ts";
import { limits, MIB, read, Source, words } from "./coded-bodies.ts";

describe("readBody", () => {
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
});
