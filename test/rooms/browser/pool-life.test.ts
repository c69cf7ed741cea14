import { describe, expect, it } from "vitest";
import type { PageLease } from "../../../src/browser/page-lease.ts";
import { browserOf, poolPerTest, pageOf, settle, stateOf } from "./pool-subject.ts";

const pool = poolPerTest();

const closed = { code: "POOL_CLOSED" };

describe("recycling", () => {
  it("replaces a browser after so many leases, the successor first", async () => {
    const { pool: given, launcher } = pool({ recycleAfterPages: 3 });
    const long = await given.lease();
    launcher.hold();
    for (let turn = 0; turn < 3; turn += 1) await given.run({}, async () => undefined);
    expect(launcher.launches).toBe(2);
    expect(given.status()).toMatchObject({ browsers: 1, starting: 1 });
    await given.run({}, async ({ page }) => {
      expect(browserOf(launcher).contexts).toContain(page.browserContext());
    });
    launcher.release();
    await settle();
    expect(given.status()).toMatchObject({ browsers: 2, starting: 0 });
    await given.run({}, async ({ page }) => {
      expect(browserOf(launcher, 1).contexts).toContain(page.browserContext());
    });
    expect(long.signal.aborted).toBe(false);
    await long[Symbol.asyncDispose]();
    await settle();
    expect(launcher.running).toEqual([browserOf(launcher, 1)]);
  });

  it("closes what a job keeps in the browser that is replaced", async () => {
    const { pool: given, launcher } = pool({ recycleAfterPages: 2 });
    await given.run({ job: "a" }, async () => undefined);
    await given.run({ job: "a" }, async () => undefined);
    await settle();
    expect(given.status()).toMatchObject({ browsers: 1, idle: 0 });
    expect(launcher.running).toEqual([browserOf(launcher, 1)]);
  });

  it("goes on with the browser when the successor does not start", async () => {
    const { pool: given, launcher, clock } = pool({ recycleAfterPages: 1 });
    await given.run({}, async () => undefined);
    await settle();
    launcher.failures.push(new Error("no"), new Error("no"));
    await given.run({}, async () => undefined);
    await settle();
    expect(launcher.running.length).toBe(1);
    await given.run({}, async () => undefined);
    await clock.advance(1000);
    await given.run({}, async () => undefined);
    await clock.advance(10_000);
    await given.run({}, async () => undefined);
    await settle();
    expect(launcher.running.length).toBe(1);
    expect(launcher.running).not.toContain(browserOf(launcher, 1));
  });
});

describe("a browser with nothing to do", () => {
  it("ends after idleBrowserMs, unless it is one of minBrowsers", async () => {
    const {
      pool: given,
      launcher,
      clock,
    } = pool({
      maxPages: 4,
      pagesPerBrowser: 1,
      minBrowsers: 1,
      idleBrowserMs: 5000,
    });
    const leases = await Promise.all([given.lease(), given.lease(), given.lease()]);
    await clock.advance(60_000);
    expect(launcher.running.length).toBe(3);
    await Promise.all(leases.map((lease) => lease[Symbol.asyncDispose]()));
    await clock.advance(4999);
    expect(launcher.running.length).toBe(3);
    await clock.advance(1);
    expect(launcher.running.length).toBe(1);
    await clock.advance(600_000);
    expect(launcher.running.length).toBe(1);
  });

  it("is started again when it was one of minBrowsers and crashed", async () => {
    const { pool: given, launcher } = pool({ minBrowsers: 1 });
    await given.warm();
    browserOf(launcher).crash();
    await settle();
    expect(launcher.running).toEqual([browserOf(launcher, 1)]);
  });
});

describe("BrowserPool's disposal", () => {
  it("tells POOL_CLOSED to who waits, who holds a page and who comes", async () => {
    const { pool: given } = pool({ maxPages: 1 });
    const lease = await given.lease();
    const waiting = expect(given.lease()).rejects.toMatchObject(closed);
    const run = expect(given.run({}, async () => 1)).rejects.toMatchObject(closed);
    await given[Symbol.asyncDispose]();
    await Promise.all([waiting, run]);
    expect(lease.signal.reason).toMatchObject(closed);
    await lease[Symbol.asyncDispose]();
    await expect(given.lease()).rejects.toMatchObject(closed);
    await expect(given.warm()).rejects.toMatchObject(closed);
    expect(given.status()).toMatchObject({ browsers: 0, leased: 0, idle: 0, waiting: 0 });
  });

  it("fails work that runs, and waits for its page's end", async () => {
    const { pool: given } = pool();
    const begun = Promise.withResolvers<PageLease>();
    const run = given.run({}, (lease) => {
      begun.resolve(lease);
      return new Promise(() => undefined);
    });
    const failed = expect(run).rejects.toMatchObject(closed);
    const lease = await begun.promise;
    await given[Symbol.asyncDispose]();
    await failed;
    expect(pageOf(lease).isClosed()).toBe(true);
  });

  it("cancels a browser that is being started", async () => {
    const { pool: given, launcher } = pool();
    launcher.hold();
    const waiting = expect(given.lease()).rejects.toMatchObject(closed);
    const warming = expect(given.warm()).rejects.toMatchObject(closed);
    await settle();
    await given[Symbol.asyncDispose]();
    await Promise.all([waiting, warming]);
    expect(launcher.browsers).toEqual([]);
  });

  it("ends a page that is being opened", async () => {
    const { pool: given, clock } = pool({}, { prepare: () => new Promise(() => undefined) });
    const opening = expect(given.lease()).rejects.toMatchObject(closed);
    await settle();
    const disposal = given[Symbol.asyncDispose]();
    await opening;
    await settle();
    await clock.advance(800);
    await disposal;
  });

  it("is bounded in time when a browser hangs", async () => {
    const { pool: given, launcher, clock } = pool();
    const lease = await given.lease();
    browserOf(launcher).hung = true;
    browserOf(launcher).stubborn = true;
    const disposal = (async () => given[Symbol.asyncDispose]())();
    await settle();
    expect(await stateOf(disposal)).toBe("open");
    await clock.advance(5000);
    await clock.advance(5000);
    await disposal;
    expect(launcher.running).toEqual([]);
    expect(lease.signal.reason).toMatchObject(closed);
  });

  it("is harmless twice, at once and later", async () => {
    const { pool: given, launcher } = pool({ maxPages: 2 });
    await Promise.all([given.lease({ job: "a" }), given.lease()]);
    await Promise.all([given[Symbol.asyncDispose](), given[Symbol.asyncDispose]()]);
    await given[Symbol.asyncDispose]();
    expect(browserOf(launcher).disposed).toBe(true);
  });

  it("leaves no browser that a lease brings up in the same moment", async () => {
    const { pool: given, launcher } = pool();
    const lease = given.lease().catch((error: unknown) => error);
    await Promise.resolve();
    await given[Symbol.asyncDispose]();
    expect(await lease).toMatchObject(closed);
    await settle();
    expect(launcher.running).toEqual([]);
  });
});
