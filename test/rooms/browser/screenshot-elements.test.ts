import { createSite } from "dragline/testing";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeScreenshot } from "../../../src/browser/page/take-screenshot.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

const shop = `<!doctype html><style>body { margin: 0 } p, h1 { height: 40px; margin: 0 } .deep { margin-top: 4000px }</style>
<script>document.querySelectorAll = document.createTreeWalker = () => { throw new Error("fooled") };</script>
<form id="trap"><input name="children"><input name="parentElement"><input name="localName"><b class="in-form">Order now</b></form>
<main><h1>Opal lamp</h1>
<p>It costs <span class="amount">79.90 €</span></p>
<p class="css-1x2y3z" id="item-4711">Two weeks</p>
<p itemprop="weight">1.2 kg</p>
<p>800 <small>g</small></p>
<p style="display:none">hidden</p><p style="visibility:hidden">unseen</p><p style="opacity:0">faint</p>
<script>/* words */</script><noscript>Words</noscript>
<ul><li>one</li><li>two</li></ul>
<p class="deep">Far down</p></main>`;

describe.skipIf(path === undefined)(`${browserTitle("takeScreenshot", path)} with elements`, () => {
  const owned = new AsyncDisposableStack();
  let page: Page;
  let url = "";

  beforeAll(async () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    const many = `<main>${"<p>word</p>".repeat(2000)}</main>`;
    const deep = "<div>a".repeat(3000);
    const site = owned.use(
      await createSite({
        "/": { headers, body: shop },
        "/many": { headers, body: many },
        "/deep": { headers, body: deep },
        "/empty": { headers, body: "" },
        "/short": { headers, body: "<title>Lamp</title><p>7 €" },
        "/named": { headers, body: "<img name=body><img name=documentElement><p>Still read</p>" },
      }),
    );
    url = site.url("/");
    const chromium: Browser = owned.use(await openChromium(path ?? ""));
    page = await chromium.newPage();
    await page.setViewport({ width: 800, height: 600 });
  });
  afterAll(() => owned.disposeAsync());

  const shot = async (to: string, more: object = {}) => {
    await page.goto(new URL(to, url).href);
    return await takeScreenshot(page, { elements: true, fullPage: true, ...more });
  };

  it("lists what has text, each by a selector that matches it alone, the names first", async () => {
    const { elements = [] } = await shot("/", { maxHeight: 3000 });
    const found = new Map(elements.map(({ text, selector }) => [text, selector]));
    expect(Object.fromEntries(found)).toEqual({
      "Order now": ".in-form",
      "Opal lamp": "h1",
      "It costs 79.90 €": "main > p:nth-of-type(1)",
      "79.90 €": ".amount",
      "Two weeks": "main > p:nth-of-type(2)",
      "1.2 kg": '[itemprop="weight"]',
      "800 g": "main > p:nth-of-type(4)",
      g: "main > p:nth-of-type(4) > small",
      one: "main > ul > li:nth-of-type(1)",
      two: "main > ul > li:nth-of-type(2)",
      onetwo: "main > ul",
    });
    const counts = await page.evaluate(
      (list) => list.map((css) => Document.prototype.querySelectorAll.call(document, css).length),
      [...found.values()],
    );
    expect(new Set(counts)).toEqual(new Set([1]));
  });

  it("tells where each is on the picture, in its pixels", async () => {
    const boxOf = async (scale: number) => {
      const { elements = [] } = await shot("/", { deviceScale: scale });
      return elements.find(({ text }) => text === "1.2 kg");
    };
    const real = await page.evaluate(() => {
      const box = document.body.querySelector("[itemprop]")?.getBoundingClientRect();
      return { y: Math.round((box?.y ?? 0) + scrollY), height: box?.height };
    });
    const one = await boxOf(1);
    expect(one).toMatchObject({ ...real, x: 0, width: 800 });
    expect(await boxOf(2)).toMatchObject({ width: 1600, height: 80, y: (one?.y ?? 0) * 2 });
  });

  it("lists what is on the picture only, and nothing where it is not asked to", async () => {
    const { elements = [], capped } = await shot("/", { maxHeight: 1000 });
    expect(capped).toBe("height");
    expect(elements.map(({ text }) => text)).not.toContain("Far down");
    expect((await shot("/")).elements?.map(({ text }) => text)).toContain("Far down");
    expect(await takeScreenshot(page)).not.toHaveProperty("elements");
  });

  it("lists what a short page says, whose root says little enough to be one of them", async () => {
    expect((await shot("/short")).elements).toMatchObject([
      { selector: "html > body > p", text: "7 €" },
    ]);
  });

  it("lists 250 at most, and gets to an end with pages that are deep, empty or named against it", async () => {
    expect((await shot("/many", { maxHeight: 9000 })).elements).toHaveLength(250);
    expect((await shot("/deep", { maxHeight: 2000 })).elements?.length).toBeLessThanOrEqual(250);
    expect((await shot("/empty")).elements).toEqual([]);
    expect((await shot("/named")).elements).toMatchObject([
      { selector: "html > body > p", text: "Still read" },
    ]);
  });
});
