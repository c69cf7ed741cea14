import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { FakeClock, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sweepProfiles } from "../../../src/browser/chromium/sweep-profiles.ts";
import { createConnector } from "../../../src/net/index.ts";
import { killClients } from "../../cdp-compat/kill-clients.ts";
import { leftBehind, nothingLeft } from "../../cdp-compat/left-behind.ts";
import { loopbackInternet } from "../../cdp-compat/loopback-internet.ts";
import { openLoginSite } from "../../cdp-compat/login-site.ts";
import { openProxyHost, openStores, sessionsOver } from "../../cdp-compat/proxy-host.ts";
import { startProgram } from "../../cdp-compat/start-program.ts";
import { temporaryFolder, type TemporaryFolder } from "../../cdp-compat/temporary-folder.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

// Several Chromiums on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const call = { signal: new AbortController().signal };
const patient = { timeout: 30_000, interval: 100 };

describe.skipIf(path === undefined)(`${browserTitle("createCdpProxy", path)} among kills`, () => {
  const stack = new AsyncDisposableStack();
  let site: Site;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    site = stack.use(await openLoginSite());
    folder = stack.use(await temporaryFolder());
  });

  afterAll(() => stack.disposeAsync());

  it("nothing is left of 20 clients that are killed, four at a time", async () => {
    const videos = join(folder.path, "videos");
    const connector = createConnector(loopbackInternet(site.port));
    {
      await using host = await openProxyHost({ folder: folder.path, connector, max: 6 });
      const page = "http://www.shop.test/login";
      let seed = 7;
      const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
      await killClients(host, { count: 20, atOnce: 4, lifeMs: 1500, page, random });
      await expect.poll(() => host.proxy.status().connections, patient).toBe(0);
      await expect.poll(() => host.browsers.status().taken, patient).toBe(0);
      for (const session of await host.sessions.list({ owner: "ann" }, call)) {
        await (await host.sessions.hold(session.id, call)).release();
      }
      const freed = await host.sessions.reserve({ owner: "ann", name: "another" }, call);
      await freed.release();
    }
    await expect.poll(() => leftBehind(process.pid, videos), patient).toEqual(nothingLeft);
  });

  it("a host that is killed leaves no process, and what it has saved", async () => {
    const args = [folder.path, String(site.port)];
    const videos = join(folder.path, "videos");
    await using first = startProgram("proxy-program.ts", args);
    const browser = await puppeteer.connect({
      browserWSEndpoint: `${await first.said}save_session=kept`,
    });
    const [page] = await browser.pages();
    await page?.goto("http://www.shop.test/login");
    await page?.evaluate("logIn()");

    // As another process sees it when the lease of the killed one has ended.
    const stores = openStores(folder.path, true);
    const clock = new FakeClock(Date.now() + 120_000);
    const sessions = sessionsOver(stores, clock);
    const found = (): ReturnType<typeof sessions.find> =>
      sessions.find({ owner: "ann", name: "kept" }, call);
    await expect.poll(async () => (await found())?.cookieCount, patient).toBe(1);
    expect((await leftBehind(first.pid, videos)).chromium).not.toEqual([]);
    await first.kill();
    await expect
      .poll(async () => (await leftBehind(first.pid, videos)).chromium, patient)
      .toEqual([]);
    await expect
      .poll(async () => (await leftBehind(first.pid, videos)).ffmpeg, patient)
      .toEqual([]);

    const id = (await found())?.id ?? "";
    const held = await sessions.hold(id, call);
    expect(held.state.cookies.map(({ name }) => name)).toEqual(["sid"]);
    await held.release();
    await stores.records.close();

    await using second = startProgram("proxy-program.ts", args);
    const again = await puppeteer.connect({ browserWSEndpoint: await second.said });
    await again.disconnect();
    // Its launch has removed the profiles, and its first recording has completed the videos.
    await expect.poll(() => leftBehind(first.pid, videos), patient).toEqual(nothingLeft);
    await second.kill();
    await expect
      .poll(async () => (await leftBehind(second.pid, videos)).chromium, patient)
      .toEqual([]);
    await sweepProfiles();
  });
});
