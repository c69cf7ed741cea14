import { describe, expect, it } from "vitest";
import { browserOf, pageOf, poolPerTest, settle, stateOf } from "./pool-subject.ts";

const pool = poolPerTest();

describe("memory", () => {
  it("of a page above pageBytes ends its lease with MEMORY_EXCEEDED, and no other", async () => {
    const { pool: given, clock } = pool({ pageBytes: 1_000_000_000 });
    const [one, other] = await Promise.all([given.lease(), given.lease()]);
    pageOf(one).bytes = 1_000_000_000;
    await clock.advance(1000);
    expect(one.signal.aborted).toBe(false);
    pageOf(one).bytes += 1;
    await clock.advance(1000);
    expect(one.signal.reason).toMatchObject({
      code: "MEMORY_EXCEEDED",
      details: { bytes: 1_000_000_000 },
    });
    expect(other.signal.aborted).toBe(false);
    await clock.advance(5000);
    pageOf(other).crash();
    expect(other.signal.reason).toMatchObject({ code: "PAGE_CRASHED" });
  });

  it("above maxBytes opens no page while one is leased", async () => {
    const { pool: given, clock, launcher } = pool({ maxBytes: 500_000_000 });
    const lease = await given.lease();
    const kept = await given.lease({ job: "kept" });
    await kept[Symbol.asyncDispose]();
    expect(given.status().idle).toBe(1);
    pageOf(lease).bytes = 500_000_000;
    await clock.advance(1000);
    expect(given.status()).toMatchObject({ idle: 0 });
    const next = given.lease();
    await clock.advance(2000);
    expect(await stateOf(next)).toBe("open");
    pageOf(lease).bytes = 1;
    await clock.advance(1000);
    await next;
    expect(launcher.launches).toBe(1);
  });

  it("above maxBytes does not stop a pool in which nothing is leased", async () => {
    const { pool: given, clock, launcher } = pool({ maxBytes: 500_000_000 });
    const lease = await given.lease();
    browserOf(launcher).bytes = 600_000_000;
    await clock.advance(1000);
    const [one, two] = [given.lease(), given.lease()];
    expect(await stateOf(one)).toBe("open");
    await lease[Symbol.asyncDispose]();
    await one;
    expect(await stateOf(two)).toBe("open");
    await (await one)[Symbol.asyncDispose]();
    await two;
  });

  it("that a browser has gained replaces it, the successor first", async () => {
    const { pool: given, clock, launcher } = pool({ recycleAtBytes: 100_000_000 });
    const lease = await given.lease();
    await clock.advance(1000);
    pageOf(lease).bytes += 200_000_000;
    await clock.advance(1000);
    expect(launcher.launches).toBe(1);
    browserOf(launcher).bytes += 100_000_000;
    await clock.advance(1000);
    await settle();
    expect(launcher.running.length).toBe(2);
    expect(lease.signal.aborted).toBe(false);
    const next = await given.lease();
    expect([...browserOf(launcher, 1).contexts]).toEqual([next.page.browserContext()]);
    await lease[Symbol.asyncDispose]();
    await settle();
    expect(launcher.running).toEqual([browserOf(launcher, 1)]);
  });

  it("is watched only while a page is leased", async () => {
    const { pool: given, clock } = pool({ idleBrowserMs: 5000 });
    const lease = await given.lease();
    await lease[Symbol.asyncDispose]();
    await clock.advance(1000);
    expect(clock.untilNext).toBe(4000);
    await clock.advance(4000);
    expect(given.status().browsers).toBe(0);
    expect(clock.waiting).toBe(0);
  });
});
