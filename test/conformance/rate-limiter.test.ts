import { MemoryRateLimiter } from "dragline/rate-limiter";
import { FakeClock, rateLimiterCases, type RateLimiterSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";

const PATTERNS = { patterns: 10_000 };

async function memorySubject(): Promise<RateLimiterSubject> {
  const clock = new FakeClock();
  const limiter = new MemoryRateLimiter({ clock });
  return {
    limiter,
    advance: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => limiter.close(),
  };
}

describe("MemoryRateLimiter", () => {
  for (const promise of rateLimiterCases(memorySubject, PATTERNS)) {
    it(`${promise.title}`, async () => {
      await expect(promise.run()).resolves.toBeUndefined();
    });
  }
});
