import { decode } from "fast-png";
import type { Browser } from "dragline/browser";
import { createFetcher, type Fetcher } from "dragline/fetcher";
import { createScraper, type ScrapeCall, type Scraper, type ScrapeSuccess } from "dragline/scraper";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frameworkRoutes } from "../../browser-site/frameworks.ts";
import { traitRoutes } from "../../browser-site/pages.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "../browser/test-browser.ts";

const path = await chromiumPath();

/** What each page shows when it is there, as markdown. */
const shown: Readonly<Record<string, string | RegExp>> = {
  "/plain": "# Plain page\n\nIt needs no script at all.",
  "/react": /# Ships in port[^]*\| Aurora +\| 1200 +\|\n\| Borealis +\| 800 +\|/,
  "/vue": /# Fleet\n\n- \[Aurora\]\(http:\/\/127\.0\.0\.1:\d+\/ships\/1\), 1200 t\n- \[Borealis\]/,
  "/shadow": "# Components\n\n## Card: **Pier 4**\n\nHere: and its crane.\n\nNested foot",
  "/frames":
    /# Outer\n\nInside the frame: \[a link\]\(http:\/\/127\.0\.0\.1:\d+\/frame\/deeper\)\n\nAfter the frame\.$/,
  "/worker": "# Offline first\n\nmade by the worker\n\ndone",
  "/dialogs": "# Dialogs\n\nanswered false null",
  "/moved": "# Plain page\n\nIt needs no script at all.",
  "/animation": /^# Animated\n\nframe [01]$/,
  "/chain": "# Chain\n\nthe end of the chain\n\ncomplete",
  "/endless": "# Ready\n\nstatic\n\nslow answer",
};

describe.skipIf(path === undefined)(`${browserTitle("a page", path)} that needs a browser`, () => {
  let site: Site;
  let browser: Browser;
  let fetcher: Fetcher;
  let scraper: Scraper;

  beforeAll(async () => {
    site = await createSite({ ...frameworkRoutes(), ...traitRoutes });
    browser = openTestBrowser({ allow: ["127.0.0.1"], settleTimeoutMs: 5_000 });
    fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    scraper = createScraper({ fetcher, browser });
  });

  afterAll(async () => {
    await scraper[Symbol.asyncDispose]();
    await fetcher[Symbol.asyncDispose]();
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  async function scrape(url: string, call: ScrapeCall = {}): Promise<ScrapeSuccess> {
    const result = await scraper.scrape(site.url(url), { useBrowser: true, ...call });
    if (result.status === "failed") throw new Error(`${result.code}: ${result.error}`);
    return result;
  }

  it.each(Object.entries(shown))("%s is read as it is shown", async (url, markdown) => {
    const result = await scrape(url);
    expect(result.engine).toBe("browser");
    if (typeof markdown === "string") expect(result.markdown).toBe(markdown);
    else expect(result.markdown).toMatch(markdown);
  });

  it.each([
    ["/react", "empty-root", "browser"],
    ["/vue", "empty-root", "browser"],
    ["/plain", "sufficient", "http"],
  ])("%s: auto finds %s", async (url, engineReason, engine) => {
    const result = await scrape(url, { useBrowser: false, engine: "auto" });
    expect(result).toMatchObject({ engine, engineReason });
  });

  it("loads more of an endless list by scrolling", async () => {
    const first = await scrape("/scroll");
    const actions = Array.from({ length: 3 }, () => ({ type: "scroll" }) as const);
    const more = await scrape("/scroll", { actions });
    const count = ({ markdown = "" }: ScrapeSuccess): number =>
      markdown.match(/Post \d+/g)?.length ?? 0;
    expect(count(first)).toBeGreaterThanOrEqual(20);
    expect(count(more)).toBeGreaterThan(count(first));
    expect(more.actions?.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
  });

  it("logs in by actions", async () => {
    const { markdown, finalUrl } = await scrape("/login", {
      actions: [
        { type: "click", selector: "[name=user]" },
        { type: "write", text: "anna" },
        { type: "click", selector: "[name=secret]" },
        { type: "write", text: "tide" },
        { type: "press", key: "Enter" },
        { type: "wait_for", selector: "h1" },
      ],
    });
    expect(markdown).toBe("# Welcome, anna\n\nBerth 7.");
    expect(finalUrl).toBe(site.url("/account"));
  });

  it("names the tabs that a page opened, and does not follow them", async () => {
    const visited = await browser.visit(site.url("/popups"), {
      actions: [{ type: "click", selector: "button" }],
    });
    expect(visited.html).toContain("opened");
    expect(visited.popups).toEqual([site.url("/plain")]);
  });

  it("reads a download, and JSON, as HTTP brings them", async () => {
    const file = await scrape("/download");
    expect(file).toMatchObject({ engine: "http", engineReason: "not-a-page" });
    expect(await scrape("/data.json")).toMatchObject({ kind: "json", engineReason: "not-a-page" });
  });

  it("says that a challenge stayed one", async () => {
    const result = await scraper.scrape(site.url("/challenge"), { engine: "auto" });
    expect(result).toMatchObject({ status: "failed", code: "BLOCKED", engine: "browser" });
  });

  it("takes a picture of what is in view, and of the whole page with its lazy images", async () => {
    const formats = ["markdown", "screenshot", "screenshotFullPage"] as const;
    const result = await scrape("/lazy", { formats });
    const { screenshot, screenshotFullPage, markdown } = result;
    if (screenshot === undefined || screenshotFullPage === undefined) throw new Error("no picture");
    expect(markdown).toContain("Picture 11");
    expect(screenshotFullPage.height).toBeGreaterThan(12 * 400);
    expect(screenshotFullPage.capped).toBe(false);
    expect(screenshot.height).toBeLessThan(1200);
    expect(reds(screenshotFullPage.png)).toBe(12 * 50 * 50);
  });
});

/** How many pixels of a picture are the lazy images' red. */
function reds(png: Uint8Array): number {
  const { data, channels, width, height } = decode(png);
  let count = 0;
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * channels, at * channels + 3);
    if (red > 200 && green < 60 && blue < 60) count += 1;
  }
  return count;
}
