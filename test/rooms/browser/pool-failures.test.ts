import { describe, expect, it } from "vitest";
import { browserOf, poolPerTest, pageOf, settle, stateOf } from "./pool-subject.ts";

const pool = poolPerTest();

const refused = new Error("no such file");
const never = new Promise<never>(() => undefined);

describe("a browser that does not start", () => {
  it("is told to all who wait, and tried again by the next", async () => {
    const { pool: given, launcher, clock } = pool({ maxPages: 2 });
    launcher.failures.push(refused);
    const waiting = Array.from({ length: 5 }, () => given.lease());
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: "rejected", reason: refused })));
    expect(launcher.launches).toBe(1);
    const next = given.lease();
    expect(await stateOf(next)).toBe("open");
    expect(launcher.launches).toBe(1);
    await clock.advance(250);
    await next;
    expect(launcher.launches).toBe(2);
  });

  it("is tried at longer and longer intervals, and never without a caller", async () => {
    const { pool: given, launcher, clock } = pool({ minBrowsers: 1 });
    launcher.failures.push(...Array.from({ length: 20 }, () => refused));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const asked = clock.now();
      const failed = expect(given.lease()).rejects.toBe(refused);
      await settle();
      await clock.advance(clock.untilNext === 30_000 ? 0 : (clock.untilNext ?? 0));
      await failed;
      waits.push(clock.now() - asked);
    }
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(5000);
    await clock.advance(120_000);
    expect(launcher.launches).toBe(8);
  });

  it("costs nobody anything who gets a page of another browser", async () => {
    const { pool: given, launcher } = pool({ maxPages: 2, pagesPerBrowser: 1 });
    const first = await given.lease();
    launcher.failures.push(refused);
    const second = given.lease();
    await settle();
    expect(launcher.launches).toBe(2);
    await first[Symbol.asyncDispose]();
    await second;
  });
});

describe("a browser that ends", () => {
  it("ends its leases with BROWSER_LOST, and is replaced for the next", async () => {
    const { pool: given, launcher } = pool({ maxPages: 2 });
    const leases = await Promise.all([given.lease(), given.lease()]);
    const next = given.lease();
    await settle();
    browserOf(launcher).crash("it was killed by SIGKILL");
    await next;
    for (const { signal } of leases) {
      expect(signal.reason).toMatchObject({ code: "BROWSER_LOST" });
    }
    expect(browserOf(launcher).disposed).toBe(true);
    expect(launcher.launches).toBe(2);
    expect(given.status()).toMatchObject({ browsers: 1, leased: 1 });
  });

  it("costs a caller whose page is being opened nothing", async () => {
    const subject = pool({}, { prepare: crashTwice() });
    function crashTwice(): () => Promise<void> {
      let left = 2;
      return async () => {
        left -= 1;
        if (left < 0) return;
        const { launcher } = subject;
        launcher.running[0]?.crash();
        throw new Error("Target closed");
      };
    }
    const lease = await subject.pool.lease();
    expect(lease.signal.aborted).toBe(false);
    expect(subject.launcher.launches).toBe(3);
  });

  it("is BROWSER_LOST for a caller under whom every browser ends", async () => {
    const { pool: given, launcher } = pool(
      {},
      {
        prepare: async () => {
          launcher.running[0]?.crash();
          throw new Error("Target closed");
        },
      },
    );
    await expect(given.lease()).rejects.toMatchObject({ code: "BROWSER_LOST" });
    expect(launcher.launches).toBe(3);
    expect(given.status().leased).toBe(0);
  });

  it.each([0, 1, 2, 3, 4, 5])(
    "takes no slot with it when its driver leaves promises unsettled, %i turns on",
    async (turns) => {
      const { pool: given, launcher } = pool(
        { maxPages: 1 },
        { prepare: async (page) => void (await page.evaluate("1")) },
      );
      await given.warm();
      browserOf(launcher).silent = true;
      const opening = given.lease();
      await settle(turns);
      browserOf(launcher).crash();
      const lease = await opening;
      if (lease.signal.aborted) await given.lease();
      expect(given.status()).toMatchObject({ browsers: 1, leased: 1 });
      expect(launcher.launches).toBe(2);
    },
  );

  it("does not serve a caller that was cancelled meanwhile", async () => {
    const { pool: given, launcher } = pool({ minBrowsers: 1 }, { prepare: () => never });
    const controller = new AbortController();
    const opening = given.lease({ signal: controller.signal });
    await settle();
    browserOf(launcher).crash();
    controller.abort(refused);
    await expect(opening).rejects.toBe(refused);
    await settle();
    expect(given.status()).toMatchObject({ browsers: 1, leased: 0, waiting: 0 });
    expect(browserOf(launcher, 1).contexts.size).toBe(0);
  });

  it("is not missed when it has nothing to do", async () => {
    const { pool: given, launcher } = pool({ minBrowsers: 0 });
    await (await given.lease())[Symbol.asyncDispose]();
    browserOf(launcher).crash();
    await settle();
    expect(given.status()).toMatchObject({ browsers: 0, starting: 0 });
    await given.lease();
  });
});

describe("a page that ends", () => {
  it("ends its lease with PAGE_CRASHED, and no other", async () => {
    const { pool: given, launcher } = pool();
    const [one, other] = await Promise.all([given.lease(), given.lease()]);
    pageOf(one).crash();
    expect(one.signal.reason).toMatchObject({
      code: "PAGE_CRASHED",
      details: { reason: "Page crashed!" },
    });
    await one[Symbol.asyncDispose]();
    expect(other.signal.aborted).toBe(false);
    expect(browserOf(launcher).contexts.size).toBe(1);
    expect(launcher.launches).toBe(1);
  });

  it("is PAGE_CRASHED too when it closes itself, but not when its user closes it", async () => {
    const { pool: given } = pool();
    const [one, other] = await Promise.all([given.lease(), given.lease()]);
    pageOf(one).gone();
    expect(one.signal.reason).toMatchObject({ code: "PAGE_CRASHED" });
    await other.page.close();
    expect(other.signal.aborted).toBe(false);
    await other[Symbol.asyncDispose]();
    expect(given.status().leased).toBe(0);
  });

  it("does not free its slot twice when its user disposes the lease", async () => {
    const { pool: given } = pool({ maxPages: 1 });
    const lease = await given.lease();
    pageOf(lease).crash();
    const next = await given.lease();
    await lease[Symbol.asyncDispose]();
    expect(given.status().leased).toBe(1);
    await next[Symbol.asyncDispose]();
    expect(given.status().leased).toBe(0);
  });
});

describe("a browser that hangs", () => {
  it("is killed, and who waits goes on in another", async () => {
    const { pool: given, launcher, clock } = pool({ maxPages: 2, hungMs: 10_000 });
    const lease = await given.lease();
    browserOf(launcher).hung = true;
    const opening = given.lease();
    await settle();
    expect(await stateOf(opening)).toBe("open");
    await clock.advance(10_999);
    expect(lease.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(lease.signal.reason).toMatchObject({ code: "BROWSER_LOST" });
    await opening;
    expect(browserOf(launcher).running).toBe(false);
    expect(launcher.launches).toBe(2);
  });

  it("holds no slot of a lease that is given back for longer than closeTimeoutMs", async () => {
    const { pool: given, launcher, clock } = pool({ maxPages: 2 });
    const [one, other] = await Promise.all([given.lease(), given.lease()]);
    for (const context of browserOf(launcher).contexts) context.stuck = true;
    const next = given.lease();
    const ending = one[Symbol.asyncDispose]();
    await settle();
    await clock.advance(800);
    await ending;
    await next;
    expect(launcher.launches).toBe(2);
    expect(other.signal.aborted).toBe(false);
    expect(browserOf(launcher).running).toBe(true);
    const last = other[Symbol.asyncDispose]();
    await settle();
    await clock.advance(800);
    await last;
    expect(browserOf(launcher).running).toBe(false);
  });
});
