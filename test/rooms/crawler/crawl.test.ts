import {
  createCrawler,
  type Crawl,
  type CrawlCall,
  type CrawlerOptions,
  type CrawlPage,
} from "dragline/crawler";
import type { SourceCall } from "dragline/mapper";
import { describe, expect, it } from "vitest";
import { gate, links, PaperSite, robots } from "./paper-site.ts";

interface Setting {
  readonly call?: CrawlCall;
  readonly options?: CrawlerOptions;
  readonly forbidden?: readonly string[];
}

/** Crawls a site to its end. */
async function crawled(site: PaperSite, { call, options, forbidden = [] }: Setting = {}) {
  const collaborators = { source: site, robots: robots(forbidden) };
  await using crawler = createCrawler(collaborators, { threads: 0, ...options });
  const crawl = crawler.crawl("http://site.test/", { formats: [], ...call });
  const pages = await all(crawl);
  const summary = await crawl.summary;
  const { found, queued, running, counts } = summary;
  const ended = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(ended + queued + running, "every URL has one reason").toBe(found);
  return { pages, summary, counts, paths: pages.map(pathOf) };
}

async function all(crawl: Crawl): Promise<CrawlPage[]> {
  const pages: CrawlPage[] = [];
  for await (const page of crawl) pages.push(page);
  return pages;
}

/** An answer that never comes. */
function untilAborted({ signal }: SourceCall, onCut = (): void => {}): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      onCut();
      reject(signal.reason as Error);
    });
  });
}

function pathOf({ url }: CrawlPage): string {
  return url.replace("http://site.test", "");
}

describe("crawl", () => {
  it("fetches every page that links lead to, once", async () => {
    const site = new PaperSite({
      "/": links("/a", "/b", "/a#part", "/A"),
      "/a": links("/", "/b?utm_source=x", "c"),
      "/b": links("/c"),
      "/c": links("/a/../b"),
      "/A": "other",
    });
    const { paths, counts } = await crawled(site);
    expect(paths.toSorted()).toEqual(["/", "/A", "/a", "/b", "/c"]);
    expect(site.asked.toSorted()).toEqual(["/", "/A", "/a", "/b", "/c"]);
    expect(counts).toMatchObject({ completed: 5 });
  });

  it("tells of each page where it was found, how deep, and what it is", async () => {
    const site = new PaperSite({ "/": links("/a"), "/a": "<title>A page</title>" });
    const { pages } = await crawled(site);
    expect(pages[1]).toMatchObject({
      status: "completed",
      statusCode: 200,
      title: "A page",
      depth: 1,
      from: "http://site.test/",
      attempts: 1,
      mediaType: "text/html",
      truncated: false,
    });
    expect(pages[0]).toMatchObject({ depth: 0, from: undefined });
  });

  it("makes the formats that are asked for", async () => {
    const site = new PaperSite({ "/": "<title>T</title><h1>One</h1><a href='/x#y'>x</a>" });
    const formats = ["markdown", "html", "text", "links", "metadata"] as const;
    const { pages } = await crawled(site, { call: { formats, maxPages: 1 } });
    expect(pages[0]).toMatchObject({
      markdown: expect.stringContaining("# One"),
      html: expect.stringContaining("<h1>One</h1>"),
      text: expect.stringContaining("One"),
      links: ["http://site.test/x#y"],
      metadata: { title: "T" },
    });
  });

  it("stays in scope, and says what it refused", async () => {
    const site = new PaperSite({
      "/": links("http://other.test/", "http://sub.site.test/", "mailto:a@b", "/out/a", "/in"),
      "/in": links("http://www.site.test/in"),
    });
    const { paths, counts } = await crawled(site, { call: { exclude: ["/out/*"] } });
    expect(paths).toEqual(["/", "/in", "http://www.site.test/in"]);
    expect(counts).toMatchObject({ scope: 2, "not-http": 1, excluded: 1 });
  });

  it("goes as deep as it may", async () => {
    const site = new PaperSite({ "/": links("/1"), "/1": links("/2"), "/2": links("/3") });
    const { paths, counts } = await crawled(site, { call: { depth: 2 } });
    expect(paths).toEqual(["/", "/1", "/2"]);
    expect(counts).toMatchObject({ completed: 3, depth: 1 });
  });

  it("attempts as many pages as it may, redirects and files aside", async () => {
    const site = new PaperSite({
      "/": links("/moved", "/file", "/a", "/b", "/c"),
      "/moved": { status: 301, headers: { location: "/a" } },
      "/file": { type: "application/pdf" },
      "/a": "a",
      "/b": "b",
      "/c": "c",
    });
    const { paths, counts } = await crawled(site, { call: { maxPages: 3 } });
    expect(paths).toHaveLength(3);
    expect(counts).toMatchObject({ completed: 3, redirected: 1, "content-type": 1, limit: 1 });
  });

  it("obeys robots.txt, unless it is told not to", async () => {
    const site = () =>
      new PaperSite({ "/": links("/secret", "/open"), "/secret": "", "/open": "" });
    const { paths, counts } = await crawled(site(), { forbidden: ["/secret"] });
    expect(paths).toEqual(["/", "/open"]);
    expect(counts).toMatchObject({ robots: 1 });
    const other = await crawled(site(), { forbidden: ["/secret"], call: { obeyRobots: false } });
    expect(other.paths.toSorted()).toEqual(["/", "/open", "/secret"]);
  });

  it("hands out a page that failed, with what went wrong", async () => {
    const site = new PaperSite({
      "/": links("/gone", "/broken"),
      "/broken": () => Promise.reject(new Error("the wire was cut")),
    });
    const { pages, counts } = await crawled(site, { options: { retries: 0 } });
    expect(pages.slice(1)).toMatchObject([
      { status: "failed", code: "HTTP_STATUS", statusCode: 404 },
      { status: "failed", code: "Error", error: "the wire was cut", statusCode: undefined },
    ]);
    expect(counts).toMatchObject({ completed: 1, failed: 2 });
  });

  it("has at most as many pages under way as it may, and no more than are taken", async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `/${index}`);
    let running = 0;
    let most = 0;
    const page = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return {};
    };
    const site = new PaperSite({
      "/": links(...urls),
      ...Object.fromEntries(urls.map((url) => [url, page])),
    });
    const options = { threads: 0, maxConcurrency: 4, maxPerHost: 3 };
    await using crawler = createCrawler({ source: site, robots: robots([]) }, options);
    const pages = crawler.crawl("http://site.test/", { formats: [] })[Symbol.asyncIterator]();
    for (let taken = 0; taken < 10; taken += 1) await pages.next();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(most).toBe(3);
    // Nobody took the last one: it, those that may wait and those that were under way then.
    expect(site.asked.length).toBeLessThanOrEqual(10 + 4 + 3);
    let taken = 10;
    while ((await pages.next()).done !== true) taken += 1;
    expect(taken).toBe(51);
  });

  it("can be iterated once", async () => {
    await using crawler = createCrawler({ source: new PaperSite({}), robots: robots([]) });
    const crawl = crawler.crawl("http://site.test/");
    await all(crawl);
    expect(() => crawl[Symbol.asyncIterator]()).toThrow(
      expect.objectContaining({ code: "CRAWL_USED" }),
    );
  });

  it("ends with the signal's reason, and cuts off what is being fetched", async () => {
    const asked = gate();
    const cut = gate();
    const site = new PaperSite({
      "/": (call) => {
        asked.resolve();
        return untilAborted(call, cut.resolve);
      },
    });
    const abort = new AbortController();
    await using crawler = createCrawler({ source: site, robots: robots([]) });
    const crawl = crawler.crawl("http://site.test/", { signal: abort.signal });
    const ended = all(crawl);
    await asked.promise;
    abort.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    await cut.promise;
    await expect(crawl.summary).rejects.toThrow("enough");
  });

  it("is cut off when the crawler is disposed, and no other begins", async () => {
    const never = new PaperSite({ "/": (call) => untilAborted(call) });
    const crawler = createCrawler({ source: never, robots: robots([]) });
    const ended = all(crawler.crawl("http://site.test/"));
    ended.catch(() => {});
    await new Promise(setImmediate);
    const disposed = crawler[Symbol.asyncDispose]();
    await expect(ended).rejects.toMatchObject({ code: "CRAWLER_CLOSED" });
    await disposed;
    expect(() => crawler.crawl("http://site.test/")).toThrow(
      expect.objectContaining({ code: "CRAWLER_CLOSED" }),
    );
  });

  it.each<[string, CrawlCall, string]>([
    ["maxPages 0", { maxPages: 0 }, "INVALID_OPTION"],
    ["a depth below 0", { depth: -1 }, "INVALID_OPTION"],
    ["an unknown format", { formats: ["pdf" as "html"] }, "INVALID_OPTION"],
    ["an empty glob", { include: [""] }, "INVALID_PATTERN"],
    ["101 globs", { exclude: Array.from({ length: 101 }, () => "*") }, "INVALID_PATTERN"],
    ["a header that is none", { headers: { "a b": "c" } }, "INVALID_HEADER"],
    ["an unknown choice", { canonical: "maybe" as "follow" }, "INVALID_OPTION"],
    ["an unknown option", { maxpages: 3 } as CrawlCall, "INVALID_OPTION"],
    ["a list that is none", { mediaTypes: "text/html" as unknown as [] }, "INVALID_OPTION"],
  ])("refuses %s at once", (_, call, code) => {
    const crawler = createCrawler({ source: new PaperSite({}), robots: robots([]) });
    expect(() => crawler.crawl("http://site.test/", call)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it.each(["", "ftp://site.test/", "site.test", "http://"])("refuses the seed %j", (seed) => {
    const crawler = createCrawler({ source: new PaperSite({}), robots: robots([]) });
    expect(() => crawler.crawl(seed)).toThrow(expect.objectContaining({ code: "INVALID_URL" }));
  });
});
