import { decode } from "fast-png";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeScreenshot } from "../../../src/browser/page/take-screenshot.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

/** Rows of a page's content, from which each band of 100 can be told. */
const ROWS = 3_000;
const colourOf = (index: number): string => [50 + index * 5, 200 - index * 5, index * 3].join();
const bands = Array.from(
  { length: ROWS / 100 },
  (_, i) => `<div style="height:100px;flex:none;background:rgb(${colourOf(i)})"></div>`,
).join("");

const page = (style: string, body: string): string =>
  `<!doctype html><style>* { box-sizing: border-box } html, body { margin: 0; overflow: hidden; height: 100% } ${style}</style>${body}`;

const scrollers: Readonly<Record<string, string>> = {
  "100vh": page("main { height: 100vh; overflow: auto }", `<main>${bands}</main>`),
  fixed: page("main { position: fixed; inset: 0; overflow-y: scroll }", `<main>${bands}</main>`),
  absolute: page(
    "main { position: absolute; top: 0; bottom: 0; width: 100%; overflow: auto }",
    `<main>${bands}</main>`,
  ),
  flex: page(
    "body { display: flex } nav { width: 100px } main { flex: 1; overflow: auto }",
    `<nav>n</nav><main>${bands}</main>`,
  ),
  grid: page(
    "body { display: grid; grid-template-rows: 100% } main { overflow: auto; min-height: 0 }",
    `<main>${bands}</main>`,
  ),
  body: `<!doctype html><style>html { overflow: hidden; height: 100% } body { margin: 0; height: 100%; overflow: auto }</style>${bands}`,
  shadow: page(
    "",
    `<my-app></my-app><script>document.querySelector("my-app").attachShadow({ mode: "open" }).innerHTML = '<main style="height:100vh;overflow:auto">${bands}</main>'</script>`,
  ),
};

const scrollTop = `(document.querySelector("my-app")?.shadowRoot ?? document).querySelector("main, body").scrollTop`;

describe.skipIf(path === undefined)(
  `${browserTitle("a full-page screenshot", path)} of a page that an element scrolls`,
  () => {
    let browser: Browser & AsyncDisposable;
    let tab: Page;
    beforeAll(async () => {
      browser = await openChromium(path ?? "");
      tab = await browser.newPage();
    });
    afterAll(() => browser?.[Symbol.asyncDispose]());

    it.each(Object.keys(scrollers))("shows all of it and puts it back: %s", async (name) => {
      await tab.setContent(scrollers[name] ?? "");
      await tab.evaluate(`${scrollTop} = 350`);
      const before = await tab.evaluate(`[innerWidth, innerHeight, ${scrollTop}]`);
      const { png, capped, height } = await takeScreenshot(tab, { fullPage: true });
      expect([capped, height]).toEqual([false, ROWS]);
      const { data, width, channels } = decode(png);
      const wrong = Array.from({ length: ROWS / 100 }, (_, i) => i).filter((index) => {
        const at = ((index * 100 + 50) * width + Math.floor(width / 2)) * channels;
        return [data[at], data[at + 1], data[at + 2]].join() !== colourOf(index);
      });
      expect(wrong).toEqual([]);
      expect(await tab.evaluate(`[innerWidth, innerHeight, ${scrollTop}]`)).toEqual(before);
    });

    it("tells where its bound cuts the picture off", async () => {
      await tab.setContent(scrollers["100vh"] ?? "");
      const { capped, height } = await takeScreenshot(tab, { fullPage: true, maxHeight: 1_500 });
      expect([capped, height]).toEqual(["height", 1_500]);
    });

    it.each([
      ["a box of code", `<pre style="height:300px;overflow:auto">${"code\n".repeat(200)}</pre>`],
      [
        "a side bar",
        `<nav style="float:left;width:200px;height:100vh;overflow:auto">${bands}</nav>`,
      ],
    ])("leaves the window as it is for %s", async (_, body) => {
      await tab.setContent(`<!doctype html><style>body { margin: 0 }</style>${body}`);
      const rows = await tab.evaluate("document.documentElement.scrollHeight");
      const { capped, height } = await takeScreenshot(tab, { fullPage: true });
      expect([capped, height]).toEqual([false, rows]);
    });
  },
);
