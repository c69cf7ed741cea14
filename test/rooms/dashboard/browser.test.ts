import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { createDashboard } from "dragline/dashboard";
import { createService, toNodeHandler } from "dragline/service";
import { createSite } from "dragline/testing";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();
const KEY = "dl_a_key_of_the_browser_test";
const PASSWORD = "a long owner's password";
const hostile = `<title>Lamps</title><main><h1>Lamps &lt;script&gt;ran = 1&lt;/script&gt;</h1>
<p>Mouth-blown &lt;img src=x onerror="ran = 1"&gt; and made to order, with a lot of glass in every one of them.</p>
<a href="javascript:ran=1">Run</a> <a href="/opal">Opal</a> <img src="/lamp.png" alt='"onerror="ran=1'></main>`;

describe.skipIf(path === undefined)(`${browserTitle("the dashboard", path)} in Chromium`, () => {
  const owned = new AsyncDisposableStack();
  const asked = new Set<string>();
  const troubles: string[] = [];
  let origin = "";
  let shop = "";
  let page: Page;

  beforeAll(async () => {
    const site = owned.use(
      await createSite({
        "/long": `<title>Long</title><main>${"<p>Every lamp of the shop is mouth-blown and made to order.</p>".repeat(80)}</main>`,
        "/": hostile,
        "/opal": "<title>Opal</title><main><p>79.90 €</p></main>",
      }),
    );
    shop = site.url("/");
    const limits = { "*": Infinity };
    const service = owned.use(createService({}, { allow: ["127.0.0.1"], limits, engine: "http" }));
    const stop = new AbortController();
    const work = service.run({ signal: stop.signal });
    owned.defer(async () => {
      stop.abort();
      await work;
    });
    const { id } = await service.accounts.create({ name: "Ada", credits: 1000 });
    await service.keys.create(id, { key: KEY });
    const dashboard = createDashboard({ service }, { ownerPassword: PASSWORD });
    const server = createServer(toNodeHandler(dashboard)).listen(0, "127.0.0.1");
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
      if (line.type() === "error" && !line.text().includes("404")) troubles.push(line.text());
    });
  });
  afterAll(() => owned.disposeAsync());

  const open = (to: string) => page.goto(`${origin}${to}`, { waitUntil: "load" });
  const labelled = (name: string) => page.locator(`::-p-aria([name="${name}"])`);
  const press = (name: string, role = "button") =>
    page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
  const words = () => page.$eval("main", (main) => main.innerText);
  const signIn = async (secret: string) => {
    await page.deleteCookie(...(await page.cookies(origin)));
    await open("/sign-in");
    await labelled("API key or owner's password").fill(secret);
    await press("Sign in");
    await page.waitForSelector("nav[aria-label=Pages]");
  };

  it("makes a key, which works, and whose job shows", async () => {
    await signIn(KEY);
    await page.click("nav[aria-label=Pages] a[href='/keys']");
    await page.waitForSelector("input[name=label]");
    await labelled("Label").fill("of the crawler");
    await press("Create a key");
    await expect.poll(words).toContain("shown only this once");
    const key = await page.$eval("pre[data-copy]", ({ textContent }) => textContent);
    const answer = await fetch(`${origin}/v1/map`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ url: shop }),
    });
    expect(answer.status).toBe(202);
    await open("/jobs");
    await expect.poll(words).toContain("map");
  });

  it("scrapes in the playground; what the page says is text, and runs nothing", async () => {
    await signIn(KEY);
    await open("/playground");
    await labelled("URL").fill(shop);
    await press("links", "checkbox");
    await press("Scrape");
    await expect.poll(words).toContain("Lamps <script>ran = 1</script>");
    await press("Markdown", "tab");
    await expect.poll(words).toContain("Mouth-blown");
    await press("curl", "tab");
    await expect.poll(words).toContain("--json");
    expect(await page.evaluate(() => Reflect.get(window, "ran") as unknown)).toBeUndefined();
    expect(
      await page.$$eval("main a", (links) => links.map((link) => link.protocol)),
    ).not.toContain("javascript:");
  });

  it("shows a job that begins elsewhere, without being loaded again", async () => {
    await signIn(KEY);
    await open("/jobs?jobType=crawl");
    await expect.poll(words).toContain("No job is like that.");
    await fetch(`${origin}/v1/crawl`, {
      method: "POST",
      headers: { "x-api-key": KEY, "content-type": "application/json" },
      body: JSON.stringify({ url: shop }),
    });
    await expect.poll(words).toContain("completed");
    const told = () => page.$eval("main [role=status]", ({ textContent }) => textContent);
    await expect.poll(told).toMatch(/jobs? ha(?:s|ve) changed\./);
  });

  it("asks before it revokes a key", async () => {
    await signIn(KEY);
    await open("/keys");
    page.once("dialog", (dialog) => void dialog.dismiss());
    await press("Revoke");
    await open("/keys");
    expect(await words()).toContain("Revoke");
  });

  it("is reached by the keyboard: from the skip link to the page, and along the tabs", async () => {
    await signIn(KEY);
    await open("/playground");
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe("Skip to the page");
    await page.focus('[role="tab"]');
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("JavaScript");
  });

  it("reads without scripts", async () => {
    await signIn(KEY);
    await page.setJavaScriptEnabled(false);
    try {
      for (const to of ["/", "/jobs", "/playground", "/keys", "/credits"]) {
        await open(to);
        expect(await page.$eval("h1", ({ textContent }) => textContent)).not.toBe("");
      }
    } finally {
      await page.setJavaScriptEnabled(true);
    }
  });

  it.each(["light", "dark"])(
    "has no violation that axe finds, %s, wide and narrow",
    async (scheme) => {
      const axe = await readFile(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.setBypassCSP(true);
      try {
        await signIn(PASSWORD);
        await open("/accounts");
        await press("Look at it");
        await expect.poll(words).toContain("You look at Ada now.");
        for (const width of [1280, 390]) {
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
            expect([to, width, ...found]).toEqual([to, width]);
          }
        }
      } finally {
        await page.setBypassCSP(false);
        await page.setViewport({ width: 1280, height: 850 });
      }
    },
  );

  it("breaks no kind, state or time, and gives a job at 390 pixels a line with its state", async () => {
    await open("/jobs");
    await expect.poll(words).toContain("completed");
    const heights = () =>
      page.$$eval("td.short, td.state, td time", (cells) =>
        cells.map((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          return words.getBoundingClientRect().height;
        }),
      );
    expect(Math.max(...(await heights()))).toBeLessThan(30);
    const widths = await page.$$eval("thead th", (heads) =>
      heads.slice(0, 3).map((head) => head.getBoundingClientRect().width),
    );
    expect(widths[0]).toBeGreaterThan(3 * (widths[2] ?? Infinity));
    await page.setViewport({ width: 390, height: 850 });
    const tops = await page.$eval("tbody tr", (row) =>
      ["td.title a", "td.state .badge", "td.short"].map(
        (of) => row.querySelector(of)?.getBoundingClientRect().top ?? 0,
      ),
    );
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 99))).toBeLessThan(6);
    expect(tops[2]).toBeGreaterThan((tops[0] ?? 0) + 12);
    await page.setViewport({ width: 1280, height: 850 });
  });

  it("leads to the field that is wrong without a script, with what was typed", async () => {
    await page.setJavaScriptEnabled(false);
    try {
      await open("/webhooks");
      await page.type("form.fields input[name=url]", "http://10.0.0.1/hook");
      await page.type("input[name=description]", "of the shop");
      await Promise.all([page.waitForNavigation(), page.click("form.fields button.main")]);
      await expect
        .poll(() => page.$eval("[aria-invalid]", (field) => field.matches(":focus")))
        .toBe(true);
      expect(await page.$eval("#wrong", ({ textContent }) => textContent)).toContain("private");
      expect(await page.$eval("input[name=description]", ({ value }) => value)).toBe("of the shop");
    } finally {
      await page.setJavaScriptEnabled(true);
    }
  });

  it("shows the beginning of a long text, and all of it when asked, without scrolling in it", async () => {
    await open("/playground");
    await labelled("URL").fill(`${shop}long`);
    await press("Scrape");
    await page.waitForSelector(".folded > .rendered");
    const cut = () =>
      page.$eval(".folded > .rendered", (box) => box.scrollHeight - box.clientHeight);
    expect(await cut()).toBeGreaterThan(100);
    await press("Show all", "checkbox");
    expect(await cut()).toBe(0);
  });

  it("prints what there is to read, and nothing to press", async () => {
    await open("/");
    const shown = () =>
      page.$$eval("main a.button, main button", (all) =>
        all.filter((each) => each.checkVisibility()).map(({ textContent }) => textContent),
      );
    expect(await shown()).toContain("Scrape a page");
    await page.emulateMediaType("print");
    expect(await shown()).toEqual([]);
    await page.emulateMediaType("screen");
  });

  it("has its own icon", async () => {
    const icon = await page.$eval("link[rel=icon]", ({ href }) => href);
    const answer = await fetch(icon);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  it("fits a screen of 360 pixels: nothing is wider", async () => {
    await signIn(KEY);
    await page.setViewport({ width: 360, height: 700 });
    for (const to of pages) {
      await open(to);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([to, wide]).toEqual([to, 360]);
    }
    await page.setViewport({ width: 1280, height: 850 });
  });

  it("asked no other origin, and met no trouble", () => {
    expect([...asked]).toEqual([origin]);
    expect(troubles).toEqual([]);
  });

  const pages = ["/", "/playground", "/jobs", "/keys", "/credits", "/status"];
});
