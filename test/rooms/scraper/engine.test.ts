import { BrowserError } from "dragline/browser";
import type { ScrapeCall } from "dragline/scraper";
import type { SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { app, article, FakeVisitor, scrapeWith, shell } from "./fake-visitor.ts";

describe("the engine of a scrape", () => {
  it("is HTTP unless a browser is asked for", async () => {
    const result = await scrapeWith({ route: article });
    expect(result).toMatchObject({ status: "completed", engine: "http", engineReason: "asked" });
    expect(result.visitor.visits).toEqual([]);
  });

  it.each<[string, ScrapeCall]>([
    ["engine", { engine: "browser" }],
    ["useBrowser", { useBrowser: true }],
    ["an action", { actions: [{ type: "wait", milliseconds: 1 }] }],
    ["waitFor", { waitFor: "h1" }],
    ["a screenshot", { formats: ["screenshot"] }],
    ["a full-page screenshot", { formats: ["markdown", "screenshotFullPage"] }],
  ])("is the browser by %s", async (_, call) => {
    const result = await scrapeWith({ call });
    expect(result).toMatchObject({ status: "completed", engine: "browser", engineReason: "asked" });
    expect(result.visitor.visits).toHaveLength(1);
  });

  it("passes on what is the browser's", async () => {
    const { visitor } = await scrapeWith({
      call: {
        formats: ["screenshot"],
        actions: [{ type: "click", selector: "#more" }],
        headers: { "X-Key": "1" },
        country: "de",
        tenant: "t",
        job: "j",
        removeOverlays: true,
        waitFor: "h1",
      },
    });
    expect(visitor.visits[0]?.call).toMatchObject({
      actions: [{ type: "click", selector: "#more" }],
      headers: { "x-key": "1" },
      country: "de",
      tenant: "t",
      job: "j",
      removeOverlays: true,
      waitFor: "h1",
      screenshot: true,
      screenshotFullPage: false,
    });
  });

  it("makes every format of what the browser shows", async () => {
    const png = new Uint8Array([1]);
    const screenshot = { png, width: 1, height: 1, capped: false } as const;
    const visitor = new FakeVisitor({ screenshot, url: "http://127.0.0.1/#/there" });
    const formats = ["markdown", "html", "screenshot"] as const;
    const result = await scrapeWith({ visitor, call: { formats } });
    expect(result).toMatchObject({
      markdown: expect.stringContaining("# Rendered"),
      html: app,
      screenshot,
      finalUrl: "http://127.0.0.1/#/there",
    });
  });

  it("reads a document that a browser only wraps as HTTP brings it", async () => {
    const result = await scrapeWith({
      route: { headers: { "content-type": "application/json" }, body: '{"ships":2}' },
      visitor: new FakeVisitor({ mediaType: "application/json", html: "<pre>…</pre>" }),
      call: { engine: "browser" },
    });
    expect(result).toMatchObject({ kind: "json", engine: "http", engineReason: "not-a-page" });
  });

  it("reads a file as HTTP brings it, and says that there is no screenshot", async () => {
    const result = await scrapeWith({
      route: { headers: { "content-type": "text/plain" }, body: "ships" },
      visitor: new FakeVisitor(new BrowserError("DOWNLOAD", { message: "a file" })),
      call: { formats: ["markdown", "screenshot"] },
    });
    expect(result).toMatchObject({ kind: "text", engine: "http", warnings: ["no-screenshot"] });
  });
});

describe("the engine auto", () => {
  const auto: ScrapeCall = { engine: "auto" };

  it("keeps a page that is there", async () => {
    const result = await scrapeWith({ route: article, call: auto });
    expect(result).toMatchObject({ engine: "http", engineReason: "sufficient" });
    expect(result.visitor.visits).toEqual([]);
  });

  it.each<[string, SiteRoute]>([
    ["empty-root", shell],
    [
      "empty-root",
      `<div id="app"><div class="spinner"><svg><title>Loading</title></svg></div></div><script></script>`,
    ],
    [
      "noscript-notice",
      `<h1>Hi</h1><noscript>Please enable JavaScript to view this page.</noscript><script></script>`,
    ],
    ["noscript-notice", `<p>JavaScript is required.</p><p>Thanks</p><script></script>`],
    ["no-text", `<div class="x"></div><script>render()</script>`],
    [
      "challenge",
      {
        status: 403,
        headers: { "cf-mitigated": "challenge" },
        body: "<title>Just a moment...</title>",
      },
    ],
  ])("takes the browser for a shell (%s)", async (engineReason, route) => {
    const result = await scrapeWith({ route, call: auto });
    expect(result).toMatchObject({ status: "completed", engine: "browser", engineReason });
    expect(result).toMatchObject({ markdown: expect.stringContaining("# Rendered") });
  });

  it.each<[string, SiteRoute]>([
    ["long text beside an empty root", `<div id="root"></div><script></script>${article}`],
    ["no script", `<p>Short.</p>`],
    [
      "a short page with a script",
      `<p>${"A short page that is all there. ".repeat(4)}</p><script></script>`,
    ],
    ["JSON", { headers: { "content-type": "application/json" }, body: "{}" }],
    [
      "a root with words in it",
      `<div id="root">${"Server rendered. ".repeat(5)}</div><script></script>`,
    ],
  ])("does not take it for %s", async (_, route) => {
    expect(await scrapeWith({ route, call: auto })).toMatchObject({ engine: "http" });
  });

  it("does not take it for a page that is not there", async () => {
    const result = await scrapeWith({ route: { status: 404, body: shell }, call: auto });
    expect(result).toMatchObject({ status: "failed", code: "HTTP_STATUS", engine: "http" });
    expect(result.visitor.visits).toEqual([]);
  });

  it("keeps what HTTP brought when the browser fails", async () => {
    const visitor = new FakeVisitor(new BrowserError("BROWSER_MISSING", { message: "none" }));
    const result = await scrapeWith({ visitor, call: auto });
    expect(result).toMatchObject({ status: "completed", engineReason: "browser-failed" });
  });
});
