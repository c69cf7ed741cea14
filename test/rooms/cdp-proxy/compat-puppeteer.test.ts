import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCompatWorld, type CompatWorld } from "../../cdp-compat/compat-world.ts";
import { once } from "../../cdp-compat/once.ts";
import { puppeteerChecks } from "../../cdp-compat/puppeteer/puppeteer-checks.ts";
import { runPuppeteerCheck } from "../../cdp-compat/puppeteer/run-puppeteer-check.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

// What hangs is told after 30 s. What a busy machine upset (a picture that came late) is tried again.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const connect = (browserWSEndpoint: string): Promise<Browser> =>
  puppeteer.connect({ browserWSEndpoint, defaultViewport: null });

describe.skipIf(path === undefined)(
  `${browserTitle("createCdpProxy", path)} with puppeteer-core`,
  () => {
    let world: CompatWorld;
    let direct: Browser;
    let proxied: Browser;

    beforeAll(async () => {
      world = await openCompatWorld(path ?? "");
      direct = await connect(world.direct.webSocketUrl);
      proxied = await connect(world.host.url());
    });

    afterAll(async () => {
      await Promise.all([direct.disconnect(), proxied.disconnect()]);
      await world[Symbol.asyncDispose]();
    });

    it.each(puppeteerChecks)("$title, as directly", { retry: 2 }, async (check) => {
      const [directly, throughProxy] = await Promise.all(
        [direct, proxied].map((browser) => runPuppeteerCheck(check, browser, world.site)),
      );
      expect({ directly, throughProxy }).toEqual({ directly: "passed", throughProxy: "passed" });
    });

    it("close ends the connection, and another is opened after it", async () => {
      const first = await connect(world.host.url());
      const ended = once(first, "disconnected");
      await first.close();
      await ended;
      const second = await connect(world.host.url());
      const [page] = await second.pages();
      expect((await page?.goto(`${world.site.origin}/plain`))?.status()).toBe(200);
      await second.disconnect();
      await expect.poll(() => world.host.proxy.status().connections).toBe(1);
    });
  },
);
