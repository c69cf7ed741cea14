import { describe, expect, it } from "vitest";
import { FakeLauncher } from "dragline/testing";
import { createBrowserPool } from "../../../src/browser/pool/browser-pool.ts";
import { browserOf, poolPerTest, pageOf, settle, stateOf } from "./pool-subject.ts";

const pool = poolPerTest();

const stop = new Error("stop");

describe("createBrowserPool", () => {
  it("starts nothing before the first lease", async () => {
    const { launcher } = pool({ minBrowsers: 1 });
    await settle();
    expect(launcher.launches).toBe(0);
  });

  it.each([
    { maxPages: 0 },
    { maxPages: 1.5 },
    { pagesPerBrowser: 2000 },
    { minBrowsers: 2 },
    { queueTimeoutMs: 0 },
    { maxWaiting: -1 },
    { maxPages: Number.NaN },
    { browsers: 3 },
    { pageBytes: "2G" },
  ])("refuses %j", (options) => {
    const make = (): unknown =>
      createBrowserPool({ launcher: new FakeLauncher() }, options as never);
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });

  it("refuses options among the collaborators", () => {
    const given = { launcher: new FakeLauncher(), maxPages: 3 };
    expect(() => createBrowserPool(given)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe("BrowserPool.lease", () => {
  it("gives a page in a context that denies downloads, and closes it when disposed", async () => {
    const { pool: given, launcher } = pool();
    const lease = await given.lease();
    const browser = browserOf(launcher);
    expect(lease.page.url()).toBe("about:blank");
    const [context] = browser.contexts;
    expect(context?.options).toEqual({ downloadBehavior: { policy: "deny" } });
    expect(given.status()).toMatchObject({ browsers: 1, leased: 1, waiting: 0 });
    await lease[Symbol.asyncDispose]();
    await lease[Symbol.asyncDispose]();
    expect(browser.contexts.size).toBe(0);
    expect(given.status()).toMatchObject({ browsers: 1, leased: 0 });
    expect(lease.signal.aborted).toBe(false);
  });

  it("gives each lease a context of its own", async () => {
    const { pool: given, launcher } = pool();
    const leases = await Promise.all([given.lease(), given.lease(), given.lease()]);
    const contexts = new Set(leases.map(({ page }) => page.browserContext()));
    expect(contexts.size).toBe(3);
    expect(launcher.launches).toBe(1);
  });

  it("never leases more than maxPages, and serves who waits in order", async () => {
    const { pool: given } = pool({ maxPages: 2 });
    const [first] = await Promise.all([given.lease(), given.lease()]);
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (number) => {
      const lease = await given.lease();
      order.push(number);
      await lease[Symbol.asyncDispose]();
    });
    await settle();
    expect(given.status()).toMatchObject({ leased: 2, waiting: 3 });
    await first[Symbol.asyncDispose]();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it("spreads pages over as many browsers as they need", async () => {
    const { pool: given, launcher } = pool({ maxPages: 5, pagesPerBrowser: 2 });
    await Promise.all(Array.from({ length: 5 }, () => given.lease()));
    const pages = launcher.browsers.map(({ contexts }) => contexts.size);
    expect(pages.toSorted((a, b) => a - b)).toEqual([1, 2, 2]);
  });

  it("serves the tenant with the fewest pages first", async () => {
    const { pool: given } = pool({ maxPages: 2 });
    const [held] = await Promise.all([
      given.lease({ tenant: "busy" }),
      given.lease({ tenant: "busy" }),
    ]);
    const order: string[] = [];
    const wanted = ["busy", "busy", "other", "third"].map(async (tenant) => {
      const lease = await given.lease({ tenant });
      order.push(tenant);
      await settle();
      await lease[Symbol.asyncDispose]();
    });
    await held[Symbol.asyncDispose]();
    await Promise.all(wanted);
    expect(order).toEqual(["other", "third", "busy", "busy"]);
  });

  it("tells what to raise when nothing is free in time", async () => {
    const { pool: given, clock } = pool({ maxPages: 1, queueTimeoutMs: 5000 });
    await given.lease();
    const late = given.lease();
    const refused = expect(late).rejects.toMatchObject({
      code: "NO_BROWSER_FREE",
      message: expect.stringMatching(/1 of 1 are in use.*5000 ms.*Raise maxPages/) as string,
      details: { ms: 5000 },
    });
    await clock.advance(5000);
    await refused;
    expect(given.status()).toMatchObject({ leased: 1, waiting: 0 });
  });

  it("tells that no page was opened in time", async () => {
    const { pool: given, clock } = pool({}, { prepare: () => new Promise(() => undefined) });
    const refused = expect(given.lease()).rejects.toMatchObject({
      code: "NO_BROWSER_FREE",
      message: expect.stringContaining("opened no page within 30000 ms") as string,
    });
    await settle();
    await clock.advance(30_000);
    await refused;
    await clock.advance(800);
    expect(given.status().leased).toBe(0);
  });

  it("refuses at once when as many wait as may", async () => {
    const { pool: given } = pool({ maxPages: 1, maxWaiting: 1 });
    await given.lease();
    const waiting = given.lease().catch((error: unknown) => error);
    await expect(given.lease()).rejects.toMatchObject({ code: "NO_BROWSER_FREE" });
    expect(await stateOf(waiting)).toBe("open");
  });

  it("lets nobody wait with maxWaiting 0, and serves whom it can", async () => {
    const { pool: given } = pool({ maxPages: 1, maxWaiting: 0 });
    const lease = await given.lease();
    await expect(given.lease()).rejects.toMatchObject({ code: "NO_BROWSER_FREE" });
    await lease[Symbol.asyncDispose]();
    await given.lease();
  });

  it("rethrows the reason of a signal that aborted before, and asks for nothing", async () => {
    const { pool: given, launcher } = pool();
    await expect(given.lease({ signal: AbortSignal.abort(stop) })).rejects.toBe(stop);
    expect(launcher.launches).toBe(0);
  });

  it("forgets a caller that is cancelled while it waits", async () => {
    const { pool: given } = pool({ maxPages: 1 });
    const lease = await given.lease();
    const controller = new AbortController();
    const waiting = given.lease({ signal: controller.signal });
    const next = given.lease();
    controller.abort(stop);
    await expect(waiting).rejects.toBe(stop);
    expect(given.status().waiting).toBe(1);
    await lease[Symbol.asyncDispose]();
    await next;
  });

  it("leaves nothing of a page that is cancelled while it is opened", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { pool: given, launcher } = pool({ maxPages: 1 }, { prepare: () => promise });
    const controller = new AbortController();
    const opening = given.lease({ signal: controller.signal });
    await settle();
    expect(browserOf(launcher).contexts.size).toBe(1);
    controller.abort(stop);
    await expect(opening).rejects.toBe(stop);
    resolve(undefined);
    await settle();
    expect(browserOf(launcher).contexts.size).toBe(0);
    expect(given.status().leased).toBe(0);
  });

  it("has the slot back within a second when what is opened never comes", async () => {
    const {
      pool: given,
      launcher,
      clock,
    } = pool(
      { maxPages: 1 },
      {
        prepare: (_, { job }) =>
          job === "slow" ? new Promise(() => undefined) : Promise.resolve(),
      },
    );
    const controller = new AbortController();
    const opening = given.lease({ signal: controller.signal, job: "slow" });
    await settle();
    controller.abort(stop);
    await expect(opening).rejects.toBe(stop);
    const next = given.lease();
    await clock.advance(1000);
    await next;
    // What may still hang is left to end with its browser, which takes no further page.
    expect(launcher.launches).toBe(2);
  });

  it("ends a lease that is cancelled, with the reason and without its user's doing", async () => {
    const { pool: given, launcher } = pool({ maxPages: 1 });
    const controller = new AbortController();
    const lease = await given.lease({ signal: controller.signal });
    pageOf(lease).hung = true;
    controller.abort(stop);
    expect(lease.signal.reason).toBe(stop);
    await given.lease();
    expect(browserOf(launcher).contexts.size).toBe(1);
    expect(launcher.launches).toBe(1);
    await lease[Symbol.asyncDispose]();
    expect(given.status().leased).toBe(1);
  });

  it("lets go of the caller's signal", async () => {
    const { pool: given } = pool();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const lease = await given.lease({ signal });
    expect(listeners).toBe(1);
    await lease[Symbol.asyncDispose]();
    expect(listeners).toBe(0);
  });
});
