import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_FINGERPRINT } from "../../../src/crawler/fingerprint.ts";
import { SeenFingerprints } from "../../../src/crawler/seen-fingerprints.ts";

function hex(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}

const print = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
const bit = fc.integer({ min: 0, max: 63 });

describe("SeenFingerprints.add", () => {
  it("refuses a page that differs in up to three bits from one of another URL, wherever they are", () => {
    fc.assert(
      fc.property(print, fc.uniqueArray(bit, { maxLength: 8 }), (first, bits) => {
        const second = bits.reduce((value, place) => value ^ (1n << BigInt(place)), first);
        fc.pre(second !== 0n);
        const seen = new SeenFingerprints(4);
        expect(seen.add("a", hex(first))).toBe(true);
        expect(seen.add("b", hex(second))).toBe(bits.length > 3);
        expect(seen.size).toBe(bits.length > 3 ? 2 : 1);
      }),
      { numRuns: 300 },
    );
  });

  it.each([0, 1, 2, 3])("takes pages for alike within %i bits where that is asked", (within) => {
    const seen = new SeenFingerprints(4);
    seen.add("a", hex(1n << 40n));
    const bits = (count: number): bigint => (1n << 40n) | ((1n << BigInt(count)) - 1n);
    expect(seen.add("b", hex(bits(within)), within)).toBe(false);
    expect(seen.add("b", hex(bits(within + 1)), within)).toBe(true);
  });

  it("takes a page again under its own URL", () => {
    const seen = new SeenFingerprints(4);
    expect(seen.add("a", hex(77n))).toBe(true);
    expect(seen.add("a", hex(77n))).toBe(true);
    expect(seen.add("b", hex(77n))).toBe(false);
  });

  it("takes every page without words", () => {
    const seen = new SeenFingerprints(4);
    expect(seen.add("a", NO_FINGERPRINT)).toBe(true);
    expect(seen.add("b", NO_FINGERPRINT)).toBe(true);
    expect(seen.size).toBe(0);
  });

  it("remembers the latest, as a list of that length would", () => {
    const few = fc
      .integer({ min: 0, max: 40 })
      .map((n) => ((BigInt(n) * 0x9e3779b97f4a7c15n) % 2n ** 64n) | 1n);
    fc.assert(
      fc.property(fc.array(few, { maxLength: 200 }), (prints) => {
        const seen = new SeenFingerprints(7);
        const list: { url: string; print: bigint }[] = [];
        for (const [n, value] of prints.entries()) {
          const isNew = list.slice(-7).every((page) => page.print !== value);
          expect(seen.add(`u${n}`, hex(value))).toBe(isNew);
          if (isNew) list.push({ url: `u${n}`, print: value });
          expect(seen.size).toBe(Math.min(7, list.length));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("looks at no more than 4,096 of those that share a quarter, however many do", () => {
    const seen = new SeenFingerprints();
    const first = 0xaaaa_bbbb_cccc_0005n;
    const likeFirst = first ^ 0x0001_0001_0001_0000n;
    seen.add("first", hex(first));
    let random = 1n;
    for (let n = 1; n < 4_096; n += 1) {
      random = (random * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
      expect(seen.add(`u${n}`, hex((random & ~0xffffn) | 5n))).toBe(true);
    }
    expect(seen.add("like first", hex(likeFirst))).toBe(false);
    seen.add("one more", hex(0x1234_4321_1234_0005n));
    expect(seen.add("like first", hex(likeFirst))).toBe(true);
  });
});
