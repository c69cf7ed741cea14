import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteBrowsers } from "dragline/browser";
import { createDashboard } from "dragline/dashboard";
import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { createSite, FakeVault } from "dragline/testing";
import { createCatalog } from "dragline/wire";
import puppeteer, { type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { FakeRunner, wireActions } from "../../transports/fake-wire.ts";
import { FakeSearch } from "../../transports/fake-search.ts";
import { findBerths } from "./find-berths.ts";

const path = await chromiumPath();
const KEY = "dl_a_key_of_the_browser_test";
const hostile = `"><img src=x onerror="ran = 1"><script>ran = 1</script>`;

describe.skipIf(path === undefined)(
  `${browserTitle("the dashboard", path)}: work in Chromium`,
  () => {
    const owned = new AsyncDisposableStack();
    const asked = new Set<string>();
    const troubles: string[] = [];
    const search = new FakeSearch();
    const entries = { shop: { title: hostile, fields: { password: "x" } } };
    const vault = new FakeVault({ containers: { main: { name: "Main", entries } } });
    let origin = "";
    let shop = "";
    let page: Page;
    let chromium: Awaited<ReturnType<typeof openChromium>>;

    beforeAll(async () => {
      const site = owned.use(
        await createSite({
          "/": "<title>Lamps</title><main><h1>Lamps</h1><p>Mouth-blown.</p><a href='/opal'>Opal</a></main>",
          "/opal": "<title>Opal</title><body bgcolor='teal'><h1>Opal</h1>",
          "/login": {
            headers: { "content-type": "text/html", "set-cookie": "in=1; Path=/" },
            body: "<title>Log in</title><h1>Welcome</h1>",
          },
        }),
      );
      shop = site.url("/");
      const records = new MemoryRecords();
      const blobs = new MemoryBlobs();
      const berths = findBerths(site);
      const runner = new FakeRunner(blobs);
      runner.acts.set("harbour.berths", () => ({
        status: "completed",
        data: [{ name: hostile, url: "javascript:ran=1" }],
        files: [],
        executionMs: 1,
      }));
      search.results = [{ url: `${shop}opal`, title: hostile, snippet: hostile }];
      const browsers = owned.use(
        createRemoteBrowsers(
          {},
          { allow: ["127.0.0.1"], chromium: { executablePath: path ?? "" } },
        ),
      );
      const service = owned.use(
        createService(
          {
            records,
            blobs,
            browsers,
            search,
            actionRunner: runner,
            catalog: createCatalog([], [...wireActions, berths]),
            vaults: [vault],
            sealer: new Sealer({
              records,
              ring: KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`),
            }),
          },
          { allow: ["127.0.0.1"], limits: { "*": Infinity }, engine: "http" },
        ),
      );
      const stop = new AbortController();
      const work = service.run({ signal: stop.signal });
      owned.defer(async () => {
        stop.abort();
        await work;
      });
      const { id } = await service.accounts.create({ name: "Ada", credits: 1000 });
      await service.keys.create(id, { key: KEY });
      const dashboard = createDashboard({ service });
      const server = createServer(toNodeHandler(dashboard))
        .on("upgrade", toNodeUpgrade(service))
        .listen(0, "127.0.0.1");
      owned.defer(() => {
        server.closeAllConnections();
        server.close();
      });
      await new Promise((resolve) => server.once("listening", resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      chromium = owned.use(await openChromium(path ?? ""));
      page = await chromium.newPage();
      await page.setViewport({ width: 1280, height: 850 });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (!["data:", "blob:"].includes(url.protocol)) asked.add(url.origin);
      });
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on("console", (line) => {
        // A picture that is not there yet, or not any more.
        if (line.type() === "error" && !/status of 40[04]/.test(line.text()))
          troubles.push(line.text());
      });
      await open("/connect/harbour");
      await labelled("API key").fill(KEY);
      await press("Sign in");
      await page.waitForSelector("nav[aria-label=Pages]");
    });
    afterAll(() => owned.disposeAsync());

    const open = (to: string) => page.goto(`${origin}${to}`, { waitUntil: "load" });
    const labelled = (name: string) => page.locator(`::-p-aria([name="${name}"])`);
    const press = (name: string, role = "button") =>
      page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
    const words = () => page.$eval("main", (main) => main.innerText);
    const hasRun = () => page.evaluate(() => Reflect.get(window, "ran") as unknown);

    it("leads from connect_url to the viewer, stores the login, and leads back", async () => {
      await open("/v1/wire/connect/harbour/start");
      expect(page.url()).toBe(`${origin}/connect/harbour`);
      await press("Open the browser");
      await page.waitForSelector("ol.steps");
      const opened = new Promise<Page | null>((resolve) => {
        chromium.once("targetcreated", (target) => void target.page().then(resolve));
      });
      await press("Sign in to Harbour", "link");
      const viewer = await opened;
      await expect.poll(() => viewer?.url()).toContain("/v1/sessions/interactive/");
      await page.bringToFront();
      // The login page may still be loading: until it has set its cookie there is nothing to store.
      await expect
        .poll(async () => {
          await press("I have signed in");
          await page.waitForNetworkIdle();
          return page.url();
        })
        .toMatch(/\/wire\/identities\/[\w-]{36}$/);
      expect(await words()).toContain("login by hand");
      pages.push(page.url().slice(origin.length));
      await viewer?.close();
    });

    it("runs an action by its form, and shows what came", async () => {
      await open("/wire");
      await labelled("What do you want done?").fill("find berths");
      await press("Search");
      await page.waitForSelector("main a[href='/wire/actions/harbour.berths']");
      await press("find berths", "link");
      await page.waitForSelector("select[name='param.kind']");
      await page.select("select[name='param.kind']", "sail");
      await press("Run the action");
      await expect.poll(words).toContain("completed");
      await expect.poll(words).toContain("<script>ran = 1</script>");
      expect(await hasRun()).toBeUndefined();
      pages.push(page.url().slice(origin.length));
      expect(
        await page.$$eval("main a", (links) => links.map((link) => link.protocol)),
      ).not.toContain("javascript:");
    });

    it("searches; what was found runs nothing", async () => {
      await open("/search");
      await labelled("Search for").fill("lamps");
      await press("Search");
      await expect.poll(words).toContain("<script>ran = 1</script>");
      expect(await hasRun()).toBeUndefined();
      pages.push(page.url().slice(origin.length));
    });

    it("shows a browser as it is while it runs, and its video when it has ended", async () => {
      const address = `${origin.replace("http", "ws")}/v1/browser-connect?api_key=${KEY}`;
      const client = await puppeteer.connect({ browserWSEndpoint: address });
      const shown = await client.newPage();
      await shown.goto(shop);
      await open("/browsers");
      await page.locator("main table a").click();
      await expect.poll(words).toContain("Live.");
      const picture = () =>
        page.$eval("img[data-picture]", ({ src, naturalWidth }) => ({ src, naturalWidth }));
      expect((await picture()).naturalWidth).toBeGreaterThan(100);
      await shown.goto(`${shop}opal`);
      // Teal: what the page shows now.
      await expect
        .poll(() =>
          page.evaluate(() => {
            const image = document.querySelector<HTMLImageElement>("img[data-picture]");
            const context = document.createElement("canvas").getContext("2d");
            if (image === null || context === null) return [];
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(150, 100, 1, 1);
            return [...data].map((part) => Math.round(part / 64));
          }),
        )
        .toEqual([0, 2, 2, 4]);
      await client.close();
      await expect.poll(words).toContain("The browser has ended.");
      await press("Recording", "link");
      await page.waitForSelector("video");
      await expect
        .poll(() =>
          page.$eval("video", ({ readyState, duration }) => readyState > 0 && duration > 1),
        )
        .toBe(true);
      await press("Speed 4");
      expect(await page.$eval("video", ({ playbackRate }) => playbackRate)).toBe(4);
      const seeked = await page.$eval("video", async (video) => {
        const done = new Promise((resolve) => video.addEventListener("seeked", resolve));
        video.currentTime = video.duration / 2;
        await done;
        return video.currentTime / video.duration;
      });
      expect(seeked).toBeCloseTo(0.5);
      pages.push(page.url().slice(origin.length));
    });

    it("follows a crawl to its end without being loaded again by hand", async () => {
      const answer = await fetch(`${origin}/v1/crawl`, {
        method: "POST",
        headers: { "x-api-key": KEY, "content-type": "application/json" },
        body: JSON.stringify({ url: shop, maxPages: 5 }),
      });
      const { jobId } = (await answer.json()) as { jobId: string };
      await open(`/jobs/${jobId}`);
      await expect.poll(words).toContain("Pages (2)");
      await press("Tree", "tab");
      await expect.poll(words).toContain("opal");
      await press(`Pages (2)`, "tab");
      await press(`${shop}opal`, "link");
      await expect.poll(words).toContain("Page before");
      pages.push(`/jobs/${jobId}`, `/jobs/${jobId}/pages/0`);
    });

    it("leads from a vault's entry to the form of an identity", async () => {
      const answer = await fetch(`${origin}/v1/wire/identity-sources`, {
        method: "POST",
        headers: { "x-api-key": KEY, "content-type": "application/json" },
        body: JSON.stringify({ provider: "password_vault", token: "ops_fake" }),
      });
      const made = (await answer.json()) as { identity_source: { id: string } };
      const source = `/wire/sources/${made.identity_source.id}`;
      await open(`${source}?look&container=main`);
      await press(hostile, "link");
      await expect.poll(words).toContain("Choose the site");
      await page.select('select[name="site"]', "shop");
      await press("Choose the site");
      await expect.poll(words).toContain("Login of Shop");
      pages.push(`${source}?look&container=main`, page.url().slice(origin.length));
    });

    const pages = [
      "/monitors/new",
      "/wire",
      "/wire/sites/harbour",
      "/wire/actions/harbour.berths",
      "/wire/jobs",
      "/wire/identities",
      "/wire/identities/new?site=harbour",
      "/wire/sources",
      "/wire/sources/new?provider=password_vault",
      "/wire/builds",
      "/connect/harbour",
      "/sessions",
      "/recordings",
      "/browsers",
      "/search",
      "/research",
    ];

    it.each(["light", "dark"])(
      "has no violation that axe finds, and nothing too wide: %s",
      async (scheme) => {
        const axe = await readFile(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.setBypassCSP(true);
        try {
          for (const width of [1280, 360]) {
            await page.setViewport({ width, height: 850 });
            for (const to of pages) {
              await open(to);
              await page.evaluate(axe);
              const found = await page.evaluate(async () => {
                const { violations } = (await Reflect.get(window, "axe").run()) as {
                  violations: { id: string; nodes: { html: string }[] }[];
                };
                return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
              });
              const wide = await page.evaluate(() => document.documentElement.scrollWidth);
              expect([to, wide, ...found]).toEqual([to, width]);
            }
          }
        } finally {
          await page.setBypassCSP(false);
          await page.setViewport({ width: 1280, height: 850 });
        }
      },
    );

    it("asked no other origin, and met no trouble", () => {
      expect([...asked]).toEqual([origin]);
      expect(troubles).toEqual([]);
    });
  },
);
