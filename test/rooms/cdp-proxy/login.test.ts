import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import type { Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createConnector } from "../../../src/net/index.ts";
import { loopbackInternet } from "../../cdp-compat/loopback-internet.ts";
import { openLoginSite, storedTokens } from "../../cdp-compat/login-site.ts";
import { openProxyHost, type ProxyHost } from "../../cdp-compat/proxy-host.ts";
import { startProgram } from "../../cdp-compat/start-program.ts";
import { temporaryFolder } from "../../cdp-compat/temporary-folder.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

// Several Chromiums on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const call = { signal: new AbortController().signal };
const home = "http://www.shop.test/";

describe.skipIf(path === undefined)(
  `${browserTitle("createCdpProxy", path)} keeps a saved login that`,
  () => {
    const stack = new AsyncDisposableStack();
    let site: Site;
    let host: ProxyHost;

    beforeAll(async () => {
      site = stack.use(await openLoginSite());
      const folder = stack.use(await temporaryFolder());
      const connector = createConnector(loopbackInternet(site.port));
      host = stack.use(await openProxyHost({ folder: folder.path, connector }));
    });

    afterAll(() => stack.disposeAsync());

    const isSaved = async (name: string): Promise<void> => {
      const saved = async (): Promise<boolean | undefined> =>
        (await host.sessions.find({ owner: "ann", name }, call))?.isSaved;
      await expect.poll(saved, { timeout: 30_000 }).toBe(true);
      await expect.poll(() => host.proxy.status().connections, { timeout: 30_000 }).toBe(0);
    };

    /** Cookies of the first request for a path. */
    const cookieAt = async (at: string): Promise<unknown> =>
      (await site.seen(at)).headers["cookie"];

    it.each(["puppeteer", "playwright"])(
      "outlives a client of %s that is killed",
      async (library) => {
        const query = { save_session: library };
        await using client = startProgram("killed-client.ts", [
          library,
          host.url(query),
          `${home}login`,
        ]);
        expect(await client.said).toBe("ready");
        await client.kill();
        await isSaved(library);

        const first = `/${library}`;
        const url = host.url({ session_name: library });
        const tokens = await (library === "puppeteer" ? byPuppeteer : byPlaywright)(
          url,
          home + library,
        );
        expect(await cookieAt(first)).toBe("sid=secret-cookie");
        expect(tokens).toEqual(["secret-token", "secret-row"]);
      },
    );

    it("holds 20 origins", async () => {
      const browser = await puppeteer.connect({
        browserWSEndpoint: host.url({ save_session: "twenty" }),
      });
      const [page] = await browser.pages();
      const origins = Array.from({ length: 20 }, (_, at) => `http://site${at}.test/`);
      for (const origin of origins) {
        await page?.goto(`${origin}login`);
        await page?.evaluate("logIn()");
      }
      await browser.disconnect();
      await isSaved("twenty");

      const again = await puppeteer.connect({
        browserWSEndpoint: host.url({ session_name: "twenty" }),
      });
      const [next] = await again.pages();
      const found: unknown[] = [];
      for (const [at, origin] of origins.entries()) {
        await next?.goto(`${origin}twenty-${at}`);
        found.push(await next?.evaluate(storedTokens));
      }
      await again.disconnect();
      expect(found).toEqual(origins.map(() => ["secret-token", "secret-row"]));
      for (const at of origins.keys()) expect(await cookieAt(`/twenty-${at}`)).toContain("sid=");
    });

    it("is nothing to another owner", async () => {
      const url = host.url({ owner: "bob", session_name: "puppeteer" });
      await expect(puppeteer.connect({ browserWSEndpoint: url })).rejects.toThrow("404");
    });
  },
);

async function byPuppeteer(browserWSEndpoint: string, address: string): Promise<unknown> {
  const browser = await puppeteer.connect({ browserWSEndpoint });
  const [page] = await browser.pages();
  await page?.goto(address);
  const tokens = await page?.evaluate(storedTokens);
  await browser.close();
  return tokens;
}

async function byPlaywright(url: string, address: string): Promise<unknown> {
  const browser = await chromium.connectOverCDP(url);
  const page = browser.contexts()[0]?.pages()[0];
  await page?.goto(address);
  const tokens = await page?.evaluate(storedTokens);
  await browser.close();
  return tokens;
}
