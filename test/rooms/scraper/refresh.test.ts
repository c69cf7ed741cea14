import { createFetcher } from "dragline/fetcher";
import { createAcquirer } from "dragline/monitor";
import {
  createPageSource,
  createScraper,
  type ScrapeCall,
  type ScrapeResult,
} from "dragline/scraper";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { FakeVisitor, article, shell } from "./fake-visitor.ts";
import { scrapeFrom, typed } from "./scraping.ts";

const meta = (content: string): string => `<meta http-equiv=refresh content="${content}"><p>wait`;

const html = (body: string): SiteRoute => typed("text/html", body);

/** Scrapes `/start` of a site. */
async function scraped(
  routes: Readonly<Record<string, SiteRoute>>,
  call?: ScrapeCall,
): Promise<{ result: ScrapeResult; at: (path: string) => string; asked: string[] }> {
  await using site = await createSite({ "/there": html("<p>there</p>"), ...routes });
  const result = await scrapeFrom(site, "/start", call);
  return { result, at: (path) => site.url(path), asked: site.requests.map(({ path }) => path) };
}

describe("a scrape of a page that refreshes", () => {
  it.each(["http", "auto"] as const)("gives the page that it leads to, by %s", async (engine) => {
    const { result, at } = await scraped({ "/start": html(meta("5;url=/there")) }, { engine });
    expect(result).toMatchObject({
      status: "completed",
      url: at("/start"),
      finalUrl: at("/there"),
      markdown: "there",
      engine: "http",
      warnings: ["refresh-followed"],
    });
  });

  it.each<[string, SiteRoute]>([
    ["a header", { headers: { refresh: "0;url=/there", "content-type": "text/html" }, body: "" }],
    ["a header of text", { headers: { refresh: "0, /there" }, body: "wait" }],
    ["noscript", html(`<body><noscript>${meta("0 /there")}</noscript>`)],
    ["the body", html(`<p>x</p><div>${meta("1;URL='there")}</div>`)],
    ["a base", html(`<base href=/no/>${meta("1;URL=../there")}`)],
  ])("follows %s", async (_, start) => {
    const { result } = await scraped({ "/start": start });
    expect(result).toMatchObject({ markdown: "there", warnings: ["refresh-followed"] });
  });

  it("gives the document that it leads to, whatever it is", async () => {
    const { result } = await scraped({
      "/start": html(meta("0;url=/data")),
      "/data": typed("application/json", '{"a":1}'),
    });
    expect(result).toMatchObject({ kind: "json", warnings: ["refresh-followed"] });
  });

  it.each([
    ["later", "6;url=/there", ["refresh-not-followed"]],
    ["to a data URL", "0;url=data:text/html,x", ["refresh-not-followed"]],
    ["to a script", "0;url=javascript:x()", []],
    ["to itself", "1;url=/start", []],
    ["itself", "1", []],
  ])("gives the page itself where it goes %s", async (_, content, warnings) => {
    const { result, at } = await scraped({ "/start": html(meta(content)) });
    expect(result).toMatchObject({ finalUrl: at("/start"), markdown: "wait", warnings });
  });

  it("gives the page itself where it offers a file", async () => {
    const { result, at } = await scraped({
      "/start": html(meta("5;url=/file")),
      "/file": typed("application/zip", "PK"),
    });
    expect(result).toMatchObject({
      finalUrl: at("/start"),
      markdown: "wait",
      warnings: ["refresh-not-followed"],
    });
  });

  it.each<[string, string, Record<string, SiteRoute>]>([
    ["in a circle", "REDIRECTS", { "/there": html(meta("0;url=/start")) }],
    ["to what is not there", "HTTP_STATUS", { "/there": { status: 404, body: "no" } }],
    [
      "to a private address",
      "ADDRESS_NOT_ALLOWED",
      {
        "/there": html(meta("0;url=http://10.0.0.1/")),
      },
    ],
  ])("fails where it goes %s", async (_, code, routes) => {
    const { result } = await scraped({ "/start": html(meta("0;url=/there")), ...routes });
    expect(result).toMatchObject({ status: "failed", code });
  });

  it("fails as before where it failed", async () => {
    const start = { status: 404, headers: { "content-type": "text/html" }, body: meta("0;/there") };
    const { result, asked } = await scraped({ "/start": start });
    expect(result).toMatchObject({ status: "failed", code: "HTTP_STATUS" });
    expect(asked).toEqual(["/start"]);
  });

  it("takes a browser where it leads to a shell", async () => {
    await using site = await createSite({ "/start": html(meta("0;/app")), "/app": html(shell) });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const browser = new FakeVisitor({ refresh: { followed: true, left: false } });
    await using scraper = createScraper({ fetcher, browser });
    const result = await scraper.scrape(site.url("/start"), { engine: "auto" });
    expect(browser.visits[0]?.url).toBe(site.url("/start"));
    expect(result).toMatchObject({ engine: "browser", warnings: ["refresh-followed"] });
  });

  it("tells what the browser left", async () => {
    await using fetcher = createFetcher({});
    const browser = new FakeVisitor({ html: article, refresh: { followed: false, left: true } });
    await using scraper = createScraper({ fetcher, browser });
    const result = await scraper.scrape("https://site.example/", { engine: "browser" });
    expect(result).toMatchObject({ warnings: ["refresh-not-followed"] });
  });
});

describe("what else reads pages that refresh", () => {
  it("is a monitor, which checks the page that it leads to", async () => {
    await using site = await createSite({
      "/start": html(meta("0;url=/there")),
      "/there": html("<p>there</p>"),
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using scraper = createScraper({ fetcher });
    const request = { useBrowser: false, country: null, sessionId: null, owner: "o" };
    const page = await createAcquirer({ scraper }).page(
      { ...request, url: site.url("/start") },
      new AbortController().signal,
    );
    expect(page).toEqual({
      status: "completed",
      finalUrl: site.url("/there"),
      html: "<p>there</p>",
    });
  });

  it("is a source of pages, which leaves them to the crawl", async () => {
    await using site = await createSite({ "*": html(meta("0;url=/there")) });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const source = createPageSource({ fetcher, browser: new FakeVisitor() }, { engine: "http" });
    const { signal } = new AbortController();
    const page = await source.fetch(site.url("/"), { signal, redirect: "manual", retries: 0 });
    expect([page.url, page.text]).toEqual([site.url("/"), meta("0;url=/there")]);
  });
});
