import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ladderWait } from "../../../../src/webhooks/attempts/ladder.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];

describe("ladderWait", () => {
  it("is 1 min, 5 min, 30 min, 2 h and 6 h without jitter", () => {
    const terms = { random: 0, askedMs: undefined };
    expect(waits.map((_, index) => ladderWait(index + 1, terms))).toEqual(waits);
  });

  it("ends after the sixth attempt, also when the receiver asks for more", () => {
    expect(ladderWait(6, { random: 0.5, askedMs: HOUR })).toBeUndefined();
    expect(ladderWait(7, { random: 0.5, askedMs: undefined })).toBeUndefined();
  });

  it("adds jitter of a tenth, and of a minute at most", () => {
    const random = 1 - 2 ** -32;
    const terms = { random, askedMs: undefined };
    const added = waits.map((wait, index) => (ladderWait(index + 1, terms) ?? 0) - wait);
    expect(added).toEqual([5999, 29_999, 59_999, 59_999, 59_999]);
  });

  it("is never shorter than the rung, whatever chance and receiver say", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 100 * HOUR }), { nil: undefined }),
        (attempt, random, askedMs) => {
          const wait = ladderWait(attempt, { random, askedMs }) ?? 0;
          const rung = waits[attempt - 1] ?? 0;
          expect(wait).toBeGreaterThanOrEqual(rung);
          expect(wait).toBeGreaterThanOrEqual(Math.min(askedMs ?? 0, 6 * HOUR));
          const most = Math.max(
            rung + Math.min(rung / 10, MINUTE),
            Math.min(askedMs ?? 0, 6 * HOUR),
          );
          expect(wait).toBeLessThanOrEqual(most);
        },
      ),
      { seed: 7 },
    );
  });

  it("is lengthened to what the receiver asks for, to 6 hours at most", () => {
    expect(ladderWait(1, { random: 0, askedMs: 2 * HOUR })).toBe(2 * HOUR);
    expect(ladderWait(1, { random: 0, askedMs: 30_000 })).toBe(MINUTE);
    expect(ladderWait(1, { random: 0, askedMs: 24 * HOUR })).toBe(6 * HOUR);
    expect(ladderWait(1, { random: 0, askedMs: Number.POSITIVE_INFINITY })).toBe(6 * HOUR);
  });
});
