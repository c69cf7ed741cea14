import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoff } from "../../../src/core/index.ts";

describe("backoff", () => {
  it("lies between half and the whole of the doubled base, and under the cap", () => {
    const options = { baseMs: 100, maxMs: 5000 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const whole = Math.min(5000, 100 * 2 ** (attempt - 1));
          const ms = backoff(attempt, random, options);
          expect(ms).toBeGreaterThanOrEqual(whole / 2);
          expect(ms).toBeLessThanOrEqual(whole);
        },
      ),
    );
  });
});
