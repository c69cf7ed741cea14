import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCompatWorld, type CompatWorld } from "../../cdp-compat/compat-world.ts";
import { once } from "../../cdp-compat/once.ts";
import { playwrightChecks } from "../../cdp-compat/playwright/playwright-checks.ts";
import { runPlaywrightCheck } from "../../cdp-compat/playwright/run-playwright-check.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

// What hangs is told after 30 s. What a busy machine upset (a picture that came late) is tried again.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const connect = (url: string): Promise<Browser> => chromium.connectOverCDP(url);

describe.skipIf(path === undefined)(
  `${browserTitle("createCdpProxy", path)} with playwright-core`,
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
      await Promise.all([direct.close(), proxied.close()]);
      await world[Symbol.asyncDispose]();
    });

    it.each(playwrightChecks)("$title, as directly", { retry: 2 }, async (check) => {
      const [directly, throughProxy] = await Promise.all(
        [direct, proxied].map((browser) => runPlaywrightCheck(check, browser, world.site)),
      );
      expect({ directly, throughProxy }).toEqual({ directly: "passed", throughProxy: "passed" });
    });

    it("close ends the connection, and another is opened after it", async () => {
      const first = await connect(world.host.url());
      const ended = once(first, "disconnected");
      await first.close();
      await ended;
      const second = await connect(world.host.url());
      const page = second.contexts()[0]?.pages()[0];
      expect((await page?.goto(`${world.site.origin}/plain`))?.status()).toBe(200);
      await second.close();
      await expect.poll(() => world.host.proxy.status().connections).toBe(1);
    });
  },
);
