import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createConnector } from "../../../src/net/index.ts";
import { createGuardProxy } from "../../../src/net/guard-proxy.ts";
import { isBrowserError } from "../../../src/browser/browser-error.ts";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { commandLineOf, listPids } from "../../../src/browser/chromium/pid-table.ts";
import type { CdpSession } from "../../../src/browser/driver.ts";
import type { BrowserLauncher, RunningBrowser } from "../../../src/browser/launcher.ts";
import type { LeaseCall, PageLease } from "../../../src/browser/page-lease.ts";
import { createBrowserPool, type BrowserPool } from "../../../src/browser/pool/browser-pool.ts";
import type { BrowserPoolOptions } from "../../../src/browser/pool/pool-options.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();
const stop = new Error("stop");

/** The processes that live in a profile of this process. */
function chromiums(): number[] {
  const mine = `=${tmpdir()}/dragline-chromium-${process.pid}-`;
  return listPids().filter((pid) => commandLineOf(pid).includes(mine));
}

async function pagesOf(session: CdpSession): Promise<number> {
  const { targetInfos } = (await session.send("Target.getTargets")) as {
    targetInfos: readonly { readonly type: string }[];
  };
  return targetInfos.filter(({ type }) => type === "page").length;
}

async function profiles(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith(`dragline-chromium-${process.pid}-`));
}

describe.skipIf(path === undefined)(`${browserTitle("a pool", path)} of Chromium`, () => {
  let site: Site;
  const browsers: RunningBrowser[] = [];

  beforeAll(async () => {
    site = await createSite({
      "/": { headers: { "content-type": "text/html" }, body: "<title>t</title><p>hello</p>" },
      "/icon": { body: "" },
    });
  });

  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    expect(await profiles()).toEqual([]);
    await vi.waitFor(() => expect(chromiums()).toEqual([]), { timeout: 30_000, interval: 5 });
  });

  function open(options: BrowserPoolOptions = {}): BrowserPool {
    const chromium = createChromiumLauncher({}, { executablePath: path ?? "" });
    const launcher: BrowserLauncher = {
      async launch(signal) {
        const browser = await chromium.launch(signal);
        browsers.push(browser);
        return browser;
      },
    };
    const connector = createConnector({}, { allow: ["127.0.0.1"] });
    const guardProxy = createGuardProxy({ connector });
    const pool = createBrowserPool({ launcher, guardProxy }, options);
    return {
      lease: (call) => pool.lease(call),
      run: (call, work) => pool.run(call, work),
      status: () => pool.status(),
      warm: (signal) => pool.warm(signal),
      async [Symbol.asyncDispose]() {
        await pool[Symbol.asyncDispose]();
        await guardProxy[Symbol.asyncDispose]();
      },
    };
  }

  const visit = async ({ page }: PageLease): Promise<unknown> => {
    await page.goto(site.url("/"));
    return page.evaluate("document.title");
  };

  async function inParallel(count: number, run: (index: number) => Promise<unknown>) {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count) await run(next++);
    };
    await Promise.all(Array.from({ length: 4 }, worker));
  }

  it("shows 40 pages, 4 at once, and leaves nothing of them", async () => {
    await using pool = open();
    await pool.warm();
    const call: LeaseCall = { job: "j", url: site.url("/") };
    await inParallel(40, async (index) => {
      expect(await pool.run(index % 6 === 0 ? {} : call, visit)).toBe("t");
    });
    const { leased, browsers: running } = pool.status();
    expect({ leased, running }).toEqual({ leased: 0, running: 1 });
    const { driver } = browsers.at(-1) as RunningBrowser;
    const session = await driver.target().createCDPSession();
    // What is closed beside the work may be on its way still.
    await vi.waitFor(async () => expect(await pagesOf(session)).toBe(pool.status().idle), {
      timeout: 30_000,
    });
  }, 60_000);

  it("keeps a job's cookies for the job, and from every other tenant", async () => {
    await using pool = open();
    const read = async ({ page }: PageLease): Promise<unknown> => {
      await page.goto(site.url("/"));
      return page.evaluate("document.cookie");
    };
    const call: LeaseCall = { job: "j", tenant: "a", url: site.url("/") };
    await pool.run(call, async (lease) => {
      await read(lease);
      await lease.page.evaluate("document.cookie = 'visitor=1'");
    });
    expect(await pool.run(call, read)).toBe("visitor=1");
    expect(await pool.run({ ...call, tenant: "b" }, read)).toBe("");
    expect(await pool.run({ tenant: "a" }, read)).toBe("");
  });

  it("has the slot of a page that loops back within a second of its cancelling", async () => {
    await using pool = open({ maxPages: 1 });
    const controller = new AbortController();
    const run = pool.run({ signal: controller.signal, job: "j" }, async (lease) => {
      await visit(lease);
      setImmediate(() => controller.abort(stop));
      await lease.page.evaluate("for(;;);");
    });
    await expect(run).rejects.toBe(stop);
    const cancelled = performance.now();
    expect(await pool.run({ job: "j" }, visit)).toBe("t");
    expect(performance.now() - cancelled).toBeLessThan(5000);
    expect(pool.status()).toMatchObject({ browsers: 1, leased: 0 });
  });

  it("tells a page that crashes from one that takes too much memory", async () => {
    await using pool = open({ pageBytes: 400_000_000 });
    const crash = pool.run({}, async ({ page }) => {
      await (await page.createCDPSession()).send("Page.crash");
    });
    await expect(crash).rejects.toMatchObject({ code: "PAGE_CRASHED" });
    const grow = pool.run({}, async ({ page }) => {
      await page.evaluate("{ const all = []; for (;;) all.push(new Uint8Array(1e7).fill(7)); }");
    });
    await expect(grow).rejects.toMatchObject({ code: "MEMORY_EXCEEDED" });
    expect(await pool.run({}, visit)).toBe("t");
    expect(pool.status().browsers).toBe(1);
  });

  it("answers dialogs and bounds tabs, so that pages go on", async () => {
    await using pool = open({ maxPopups: 2 });
    const answers = await pool.run({}, async (lease) => {
      await visit(lease);
      return lease.page.evaluate("[alert('a'), confirm('b'), prompt('c', 'd')]");
    });
    expect(answers).toEqual([null, false, null]);
    const lease = await pool.lease();
    await visit(lease);
    for (let turn = 0; turn < 6; turn += 1) {
      const noopener = turn % 2 === 0 ? "'noopener'" : "''";
      await lease.page.evaluate(`window.open("/?${turn}", "_blank", ${noopener}) === 1`);
    }
    const tabs = async (): Promise<number> => (await lease.page.browserContext().pages()).length;
    await expect.poll(tabs, { timeout: 30_000, interval: 20 }).toBe(3);
    await lease[Symbol.asyncDispose]();
  });

  it("goes on when the browser is killed at any moment", async () => {
    await using pool = open();
    const underWork = pool.run({}, async ({ page }) => {
      kill(browsers.at(-1)?.pid);
      await page.evaluate("new Promise(() => {})");
    });
    await expect(underWork).rejects.toMatchObject({ code: "BROWSER_LOST" });
    let killed = 0;
    const kills = (async () => {
      for (const more of [0, 1, 5]) {
        await expect.poll(() => pool.status().leased, { timeout: 30_000, interval: 5 }).not.toBe(0);
        const seen = site.requests.length;
        await expect
          .poll(() => site.requests.length - seen, { timeout: 30_000, interval: 5 })
          .toBeGreaterThanOrEqual(more);
        if (kill(browsers.at(-1)?.pid)) killed += 1;
      }
    })();
    const done = new AbortController();
    const worker = async (): Promise<void> => {
      while (!done.signal.aborted) {
        try {
          expect(await pool.run({ job: "j" }, visit)).toBe("t");
        } catch (error) {
          if (!isBrowserError(error, "BROWSER_LOST")) throw error;
        }
      }
    };
    const workers = Promise.all([worker(), worker(), worker()]);
    await kills;
    expect(await pool.run({}, visit)).toBe("t");
    done.abort();
    await workers;
    expect(killed).toBeGreaterThan(0);
    expect(pool.status()).toMatchObject({ browsers: 1, leased: 0, waiting: 0 });
  }, 60_000);
});

/** Whether the process was there. */
function kill(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
