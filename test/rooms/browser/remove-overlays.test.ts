import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeOverlays } from "../../../src/browser/page/remove-overlays.ts";
import { corpusMissing, corpusText } from "../../corpus.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();
const folder = join(import.meta.dirname, "../../fixtures/browser/overlays");
const names = (await readdir(folder)).map((name) => name.replace(".html", ""));
const { signal } = new AbortController();

describe.skipIf(path === undefined)(`${browserTitle("removeOverlays", path)} of a page`, () => {
  let browser: Awaited<ReturnType<typeof openChromium>>;
  let page: Page;
  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    page = await browser.newPage();
  });
  afterAll(() => browser[Symbol.asyncDispose]());

  /** Another document in the same tab: a tab for each takes most of the time. */
  async function open(html: string): Promise<Page> {
    await page.goto("about:blank");
    await page.setContent(html);
    return page;
  }

  /** The words in capitals that the page shows, those in shadow roots and frames with them. */
  const marks = `(() => {
    const read = (root) => root.textContent + [...root.querySelectorAll("*")].map((element) =>
      (element.shadowRoot ? read(element.shadowRoot) : "") +
      (element.contentDocument ? read(element.contentDocument.body) : "")).join("");
    return (read(document.body.cloneNode(true)), read(document.body)).match(/\\b(?:KEEP \\w+|GONE)/g) ?? [];
  })()`;

  it.each(names)("treats the page '%s' as written in it", async (name) => {
    const page = await open(await readFile(join(folder, `${name}.html`), "utf8"));
    const before = (await page.evaluate(marks)) as string[];
    const removed = await removeOverlays(page, { signal });
    expect(await page.evaluate(marks)).toEqual(before.filter((mark) => mark !== "GONE"));
    expect(removed > 0).toBe(before.includes("GONE"));
    expect(await removeOverlays(page, { signal })).toBe(0);
  });

  it("lets the page be scrolled and read again", async () => {
    const banner = `<div class="cookie-wall" style="position:fixed;inset:0;background:rgba(0,0,0,.6)">
      We use cookies. <button>Accept</button></div>`;
    const page = await open(`<!doctype html><html style="overflow:hidden">
      <body style="overflow:hidden;position:fixed;top:-300px;width:100%">
      <div id="page" inert aria-hidden="true" style="filter:blur(9px)">
        <p style="height:3000px">${"Text of the page. ".repeat(50)}</p></div>
      <div id="menu" aria-hidden="true">Menu</div>${banner}</body></html>`);
    expect(await removeOverlays(page, { signal })).toBe(1);
    const state = await page.evaluate(`(() => {
      scrollTo(0, 500);
      const { filter, visibility } = getComputedStyle(document.querySelector("#page"));
      const { inert } = document.querySelector("#page");
      const hidden = [...document.querySelectorAll("[aria-hidden]")].map(({ id }) => id);
      return { scrolled: scrollY, filter, visibility, inert, hidden };
    })()`);
    expect(state).toEqual({
      scrolled: 500,
      filter: "none",
      visibility: "visible",
      inert: false,
      hidden: ["menu"],
    });
  });

  it("leaves a page without overlays exactly as it is", async () => {
    const html = `<html style="overflow: hidden"><head></head><body class="cookie-banner-page"
      style="overflow: hidden">Cookies <button>Accept</button></body></html>`;
    const page = await open(html);
    const before = await page.content();
    expect(await removeOverlays(page, { signal })).toBe(0);
    expect(await page.content()).toBe(before);
  });

  it("cannot be disturbed by the page's scripts and names", async () => {
    const page = await open(`<script>
        Element.prototype.remove = Element.prototype.matches = () => { throw new Error("mine"); };
        document.querySelectorAll = () => { throw new Error("mine"); };
      </script>
      <form><input name="children"><input name="childNodes"><input name="matches">
        <input name="shadowRoot"><input name="tagName"><input name="checkVisibility">
        <input name="getBoundingClientRect"><input name="remove"><input name="id"></form>
      <img name="body"><img name="querySelectorAll">
      <div style="position:fixed;bottom:0">GONE We use cookies. <button>Accept</button></div>`);
    expect(await removeOverlays(page, { signal })).toBe(1);
    expect(await page.evaluate("document.documentElement.textContent")).not.toContain("GONE We");
  });

  it("works on pages of other kinds", async () => {
    const page = await open("");
    expect(await removeOverlays(page, { signal })).toBe(0);
    await page.goto("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><g/></svg>");
    expect(await removeOverlays(page, { signal })).toBe(0);
    await page.goto("data:text/html,<frameset><frame></frameset>");
    expect(await removeOverlays(page, { signal })).toBe(0);
  });

  it("bears pages of 100,000 elements and of deep ones", async () => {
    const banner = `<div style="position:fixed;bottom:0">We use cookies <button>Accept</button></div>`;
    const page = await open(`${banner}<p>text</p>`);
    await page.evaluate(`(() => {
      const list = document.body.appendChild(document.createElement("ul"));
      for (let i = 0; i < 100000; i++) list.append(document.createElement("li"));
      let at = document.body;
      for (let i = 0; i < 5000; i++) at = at.appendChild(document.createElement("b"));
    })()`);
    expect(await removeOverlays(page, { signal })).toBe(1);
  });

  it("ends with the signal's reason", async () => {
    const page = await open("<p>text</p>");
    const reason = new Error("stop");
    const aborted = AbortSignal.abort(reason);
    await expect(removeOverlays(page, { signal: aborted })).rejects.toBe(reason);
    const controller = new AbortController();
    await page.evaluate("setTimeout(() => { for (;;); }, 0)");
    const removing = removeOverlays(page, { signal: controller.signal });
    controller.abort(reason);
    await expect(removing).rejects.toBe(reason);
  });
});

/** Real pages, each with the words of its main content. */
const real = corpusMissing === "" ? realPages() : [];

function realPages() {
  const lines = corpusText("wcxb/truth.jsonl.gz").trim().split("\n");
  return lines
    .map((line) => JSON.parse(line) as { id: string; mainContent?: string })
    .filter((_, index) => index % 6 === 0);
}

describe.skipIf(path === undefined || corpusMissing !== "")(
  `${browserTitle("removeOverlays", path)}${corpusMissing} of real pages`,
  () => {
    it("removes nothing of the content of 100 pages", async () => {
      expect(real).toHaveLength(100);
      await using browser = await openChromium(path ?? "");
      const page = await browser.newPage();
      await page.setJavaScriptEnabled(false);
      const session = await page.createCDPSession();
      await session.send("Network.enable");
      await session.send("Network.setBlockedURLs", { urls: ["*"] });
      const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
      const lost: string[] = [];
      let touched = 0;
      for (const { id, mainContent = "" } of real) {
        await page.setContent(corpusText(`wcxb/html/${id}.html.gz`), {
          waitUntil: "domcontentloaded",
        });
        const before = wordsOf(String(await page.evaluate("document.body.innerText")));
        if ((await removeOverlays(page, { signal })) === 0) continue;
        touched += 1;
        const after = wordsOf(String(await page.evaluate("document.body.innerText")));
        const gone = [...wordsOf(mainContent)].filter(
          (word) => before.has(word) && !after.has(word),
        );
        // A word of a banner may stand in the content's truth by chance.
        if (gone.length > 3) lost.push(`${id}: ${gone.slice(0, 20).join(" ")}`);
      }
      expect(lost).toEqual([]);
      expect(touched).toBeGreaterThan(5);
    }, 120_000);
  },
);
