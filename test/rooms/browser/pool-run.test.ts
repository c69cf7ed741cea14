import { describe, expect, it } from "vitest";
import { browserOf, makePool, poolPerTest, settle } from "./pool-subject.ts";

const pool = poolPerTest();
const stop = new Error("stop");

describe("BrowserPool.run", () => {
  it("gives what the work gives, and the page back", async () => {
    const { pool: given } = pool();
    expect(await given.run({}, async ({ page }) => page.url())).toBe("about:blank");
    expect(given.status().leased).toBe(0);
  });

  it("throws what the work throws, also when that is no promise", async () => {
    const { pool: given } = pool();
    const work = (): never => {
      throw stop;
    };
    await expect(given.run({}, work)).rejects.toBe(stop);
    expect(given.status().leased).toBe(0);
  });

  it("fails with the lease's reason once the page is closed, whatever the work does", async () => {
    const { pool: given, launcher } = pool();
    const controller = new AbortController();
    const run = given.run({ signal: controller.signal }, () => new Promise(() => undefined));
    await settle();
    controller.abort(stop);
    await expect(run).rejects.toBe(stop);
    expect(browserOf(launcher).contexts.size).toBe(0);
    expect(given.status().leased).toBe(0);
  });

  it("says that the browser was lost where the driver says less", async () => {
    const { pool: given, launcher } = pool();
    const run = given.run({}, async ({ page }) => {
      browserOf(launcher).crash("killed");
      await page.evaluate("1");
    });
    await expect(run).rejects.toMatchObject({ code: "BROWSER_LOST" });
  });
});

describe("BrowserPool.warm", () => {
  it("has minBrowsers there when it resolves, one at least", async () => {
    const { pool: given, launcher } = pool({ maxPages: 6, pagesPerBrowser: 2, minBrowsers: 3 });
    await given.warm();
    expect(launcher.running.length).toBe(3);
    const other = makePool();
    await other.pool.warm();
    expect(other.launcher.running.length).toBe(1);
    await other[Symbol.asyncDispose]();
  });

  it("stops waiting when its signal aborts", async () => {
    const { pool: given, launcher } = pool();
    launcher.hold();
    const controller = new AbortController();
    const warming = given.warm(controller.signal);
    controller.abort(stop);
    await expect(warming).rejects.toBe(stop);
  });

  it("fails with what the launcher throws", async () => {
    const { pool: given, launcher } = pool({ minBrowsers: 1 });
    launcher.failures.push(stop);
    await expect(given.warm()).rejects.toBe(stop);
    await settle();
    expect(launcher.launches).toBe(1);
    await given.warm();
    expect(launcher.launches).toBe(2);
  });
});
