import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createDashboard } from "dragline/dashboard";
import { createService, toNodeHandler } from "dragline/service";
import { createSite } from "dragline/testing";
import { createBrowser } from "dragline/browser";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { lampPage } from "./watch-world.ts";

const path = await chromiumPath();
const KEY = "dl_a_key_of_the_picker_test";

describe.skipIf(path === undefined)(
  `${browserTitle("the picker of the dashboard", path)} in Chromium`,
  () => {
    const owned = new AsyncDisposableStack();
    const asked = new Set<string>();
    const troubles: string[] = [];
    let origin = "";
    let lamp = lampPage("79.90 €");
    let shop = "";
    let page: Page;

    beforeAll(async () => {
      const html = { "content-type": "text/html; charset=utf-8" };
      const site = owned.use(
        await createSite({ "/": (_, response) => void response.writeHead(200, html).end(lamp) }),
      );
      shop = site.url("/");
      const chromiumOptions = { executablePath: path ?? "", sandbox: false };
      const allow = ["127.0.0.1"];
      const browser = owned.use(createBrowser({}, { allow, chromium: chromiumOptions }));
      const limits = { "*": Infinity };
      const service = owned.use(createService({ browser }, { allow, limits, engine: "http" }));
      const stop = new AbortController();
      const work = service.run({ signal: stop.signal });
      owned.defer(async () => {
        stop.abort();
        await work;
      });
      const { id } = await service.accounts.create({ name: "Ada", credits: 1000 });
      await service.keys.create(id, { key: KEY });
      const server = createServer(toNodeHandler(createDashboard({ service })));
      server.listen(0, "127.0.0.1");
      owned.defer(() => {
        server.closeAllConnections();
        server.close();
      });
      await new Promise((resolve) => server.once("listening", resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const chromium = owned.use(await openChromium(path ?? ""));
      page = await chromium.newPage();
      await page.setViewport({ width: 1280, height: 850 });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol !== "data:") asked.add(url.origin);
      });
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on("console", (line) => {
        if (line.type() === "error") troubles.push(line.text());
      });
    });
    afterAll(() => owned.disposeAsync());

    const labelled = (name: string) => page.locator(`::-p-aria([name="${name}"])`);
    const press = async (name: string) => {
      const loaded = page.waitForNavigation();
      await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
      await loaded;
    };
    const words = () => page.$eval("main", (main) => main.innerText);

    it("watches what was clicked on the picture, and shows how it changed", async () => {
      await page.goto(`${origin}/sign-in`);
      await page.locator("input[name=secret]").fill(KEY);
      await press("Sign in");
      await page.goto(`${origin}/monitors/new`);
      await labelled("URL").fill(shop);
      await press("Pick values on a screenshot");
      const boxes = await page.$$("[data-box]");
      const texts = await page.$$eval("[data-box]", (all) => all.map((box) => box.textContent));
      await boxes[texts.indexOf("79.90 €")]?.click();
      const chosen = await page.$$eval(".chosen", (all) => all.map((box) => box.textContent));
      expect(chosen).toEqual(["79.90 €"]);
      // The name is marked, to be typed over.
      await page.keyboard.type("price");
      await press("Watch it");
      await expect.poll(words).toContain("price");
      lamp = lampPage("69.50 €");
      await expect
        .poll(async () => (await page.$("[data-refresh]")) === null, { timeout: 20_000 })
        .toBe(true);
      await press("Check now");
      await expect.poll(words, { timeout: 20_000 }).toContain("price: 79.9 → 69.5");
      const loaded = page.waitForNavigation();
      await page.locator("a[href*='/changes/']").click();
      await loaded;
      expect(await page.$$eval(".diff del", (all) => all.map((cell) => cell.textContent))).toEqual([
        "79.9",
      ]);
    });

    it("lets the keyboard choose from the list, and finds in it", async () => {
      await page.goto(`${origin}/monitors/new`);
      await labelled("URL").fill(shop);
      await press("Pick values on a screenshot");
      await labelled("Find in the list").fill("opal");
      const shown = () =>
        page.$$eval("[data-pick]", (rows) =>
          rows
            .filter((row) => !(row as HTMLElement).hidden)
            .map((row) => row.querySelector("label")?.innerText.trim()),
        );
      expect(await shown()).toEqual(["Opal lamp"]);
      await page.focus("[data-pick]:not([hidden]) input[type=checkbox]");
      await page.keyboard.press("Space");
      expect(await page.$$eval(".chosen", (all) => all.length)).toBe(1);
      expect(await page.$eval("select[name=watchMode]", (select) => select.value)).toBe(
        "specific_data",
      );
      await page.keyboard.press("Space");
      expect(await page.$$eval(".chosen", (all) => all.length)).toBe(0);
    });

    it("loads nothing from elsewhere, and fails at nothing", () => {
      expect([...asked]).toEqual([origin]);
      expect(troubles).toEqual([]);
    });
  },
);
