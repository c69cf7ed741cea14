import { MemoryRateLimiter } from "dragline/rate-limiter";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { CallTimes } from "../../../src/rate-limiter/memory/call-times.ts";
import { Ledger } from "../../../src/rate-limiter/memory/ledger.ts";

const call = { signal: new AbortController().signal };
const minute = { limit: 2, windowMs: 60_000 };

describe("MemoryRateLimiter", () => {
  it("lets no more through when a host's clock goes backwards", async () => {
    let now = 50_000;
    const clock = Object.assign(new FakeClock(), { monotonic: () => now });
    await using limiter = new MemoryRateLimiter({ clock });
    await limiter.take("key", minute, call);
    await limiter.take("key", minute, call);
    now = 0;
    expect(await limiter.take("key", minute, call)).toEqual({ allowed: false, wait: 60_000 });
    now = 109_999.5;
    expect(await limiter.take("key", minute, call)).toEqual({ allowed: false, wait: 1 });
    now = 110_000;
    expect(await limiter.take("key", minute, call)).toEqual({ allowed: true, remaining: 1 });
  });

  it("counts fractions of milliseconds", async () => {
    let now = 0.25;
    const clock = Object.assign(new FakeClock(), { monotonic: () => now });
    await using limiter = new MemoryRateLimiter({ clock });
    const one = { limit: 1, windowMs: 10 };
    await limiter.take("key", one, call);
    now = 10;
    expect(await limiter.take("key", one, call)).toEqual({ allowed: false, wait: 1 });
    now = 10.25;
    expect(await limiter.take("key", one, call)).toEqual({ allowed: true, remaining: 0 });
  });

  it("keeps the limit of a million calls", async () => {
    const clock = new FakeClock();
    await using limiter = new MemoryRateLimiter({ clock });
    const million = { limit: 1_000_000, windowMs: 1000 };
    let last: unknown;
    for (let turn = 0; turn < 1_000_000; turn += 1) last = await limiter.take("key", million, call);
    expect(last).toEqual({ allowed: true, remaining: 0 });
    expect(await limiter.take("key", million, call)).toEqual({ allowed: false, wait: 1000 });
    await clock.advance(1000);
    expect(await limiter.take("key", million, call)).toEqual({ allowed: true, remaining: 999_999 });
  });

  it("refuses a limit that is none although it was called with a good one before", async () => {
    await using limiter = new MemoryRateLimiter();
    await limiter.take("key", minute, call);
    const wrong = { limit: 2.5, windowMs: 60_000 };
    await expect(limiter.take("key", wrong, call)).rejects.toThrow(
      "'limit' must be a whole number from 1 to 1000000; got 2.5.",
    );
    await expect(limiter.take(7 as unknown as string, minute, call)).rejects.toThrow("got number");
  });

  it("forgets a limit that is no longer called", async () => {
    const clock = new FakeClock();
    await using limiter = new MemoryRateLimiter({ clock });
    const limits = Array.from({ length: 500 }, (_, index) => ({
      limit: 1,
      windowMs: 1000 + index,
    }));
    for (const limit of limits) await limiter.take("key", limit, call);
    await clock.advance(3000);
    for (const limit of limits) {
      expect(await limiter.take("key", limit, call)).toEqual({ allowed: true, remaining: 0 });
    }
    await clock.advance(3000);
    for (let turn = 0; turn < 2000; turn += 1) await limiter.take("key", minute, call);
    expect(limiter.limits).toBe(1);
  });
});

describe("Ledger", () => {
  it("drops idle keys after at most two windows, and none before", () => {
    const ledger = new Ledger(minute, 0);
    for (let key = 0; key < 1000; key += 1) ledger.take(`key ${key}`, 30_000);
    ledger.sweep(60_000);
    ledger.sweep(89_999);
    expect(ledger.size).toBe(1000);
    ledger.sweep(120_000);
    expect(ledger.size).toBe(0);
  });

  it("keeps a busy key through every sweep", () => {
    const ledger = new Ledger(minute, 0);
    for (let now = 0; now < 1_000_000; now += 30_000) {
      expect(ledger.take("key", now)).toEqual({ allowed: true, remaining: now === 0 ? 1 : 0 });
    }
    expect(ledger.size).toBeLessThanOrEqual(2);
  });
});

describe("CallTimes", () => {
  it("uses blocks again that were outgrown", () => {
    const times = new CallTimes();
    const first = times.add(times.open(1), 1);
    const larger = times.add(first, 2);
    expect(larger).not.toBe(first);
    expect(times.open(1)).toBe(first);
    expect(times.count(first)).toBe(0);
  });

  it("keeps blocks apart in every chunk", () => {
    const times = new CallTimes();
    const blocks = Array.from({ length: 50_000 }, (_, index) => times.add(times.open(2), index));
    for (const [index, block] of blocks.entries()) times.add(block, index + 0.5);
    expect(blocks.every((block, index) => times.oldest(block) === index)).toBe(true);
    expect(blocks.every((block) => times.count(block) === 2)).toBe(true);
  });
});
