import { deflateSync } from "node:zlib";
import { decode, encode } from "fast-png";
import { describe, expect, it } from "vitest";
import { PngStitcher } from "../../../src/browser/page/png-stitcher.ts";

describe("PngStitcher", () => {
  const size = 40;

  /** A PNG of one row each filtered by `filter`, as RGB. */
  function filtered(filter: number, rows: Uint8Array): Uint8Array {
    const stride = size * 3;
    const raw = Buffer.alloc((rows.length / stride) * (stride + 1));
    for (let y = 0; y < rows.length / stride; y += 1) {
      raw[y * (stride + 1)] = filter;
      for (let x = 0; x < stride; x += 1) {
        const [left, up, corner] = [
          x < 3 ? 0 : rows[y * stride + x - 3],
          y < 1 ? 0 : rows[(y - 1) * stride + x],
          x < 3 || y < 1 ? 0 : rows[(y - 1) * stride + x - 3],
        ].map((v) => v ?? 0) as [number, number, number];
        const p = left + up - corner;
        const paeth =
          Math.abs(p - left) <= Math.abs(p - up) && Math.abs(p - left) <= Math.abs(p - corner)
            ? left
            : Math.abs(p - up) <= Math.abs(p - corner)
              ? up
              : corner;
        const guess = [0, left, up, (left + up) >> 1, paeth][filter] ?? 0;
        raw[y * (stride + 1) + 1 + x] = (rows[y * stride + x] ?? 0) - guess;
      }
    }
    const whole = Buffer.from(
      encode({ width: size, height: rows.length / stride, channels: 3, data: rows }),
    );
    const at = whole.indexOf("IDAT") - 4;
    const idat = deflateSync(raw);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(idat.length);
    head.write("IDAT", 4, "latin1");
    return Buffer.concat([whole.subarray(0, at), head, idat, Buffer.alloc(4), whole.subarray(-12)]);
  }

  const noise = (seed: number, rows: number): Uint8Array =>
    Uint8Array.from(
      { length: rows * size * 3 },
      (_, i) => (i * i * 31 + seed * i * 7 + seed) % 251,
    );

  it.each([0, 1, 2, 3, 4])("joins pictures whose rows have filter %i", async (filter) => {
    using stitcher = new PngStitcher();
    const pictures = [noise(1, 5), noise(2, 9), noise(3, 1)];
    for (const rows of pictures) await stitcher.add(filtered(filter, rows));
    const image = decode(await stitcher.finish(), { checkCrc: true });
    expect(image.height).toBe(15);
    expect(Buffer.from(image.data).equals(Buffer.concat(pictures))).toBe(true);
  });

  it("refuses what does not fit", async () => {
    using stitcher = new PngStitcher();
    await stitcher.add(filtered(0, noise(1, 2)));
    await expect(
      stitcher.add(encode({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) })),
    ).rejects.toThrow("does not fit");
    await expect(stitcher.add(new Uint8Array(40))).rejects.toThrow("not a PNG");
  });
});
