import { createCrawler, type CrawlPage } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createMapper } from "dragline/mapper";
import { createAcquirer } from "dragline/monitor";
import { createPageSource, createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { FakeVisitor } from "./fake-visitor.ts";
import { scrapeRoute, typed } from "./scraping.ts";

const type = "application/xhtml+xml";
const xhtml = (head: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
const start = xhtml(
  '<title/><script src="a.js"/><style/>',
  '<textarea/><iframe src="/f"/><div id="d"/><p>Text that is long enough, so that nobody takes the page for a shell.</p><a href="/next">n</a>',
);
const pages = {
  "/": typed(type, start),
  "/next": typed(type, xhtml("<title>Next</title>", "<textarea/><p>Next</p>")),
  "/f": typed(type, xhtml("<title/>", "<p>f</p>")),
};

describe("a page of XHTML", () => {
  it.each([type, "application/xml", "text/xml"])("is scraped as XML when it is %s", async (as) => {
    const formats = ["markdown", "html"] as const;
    const result = await scrapeRoute(typed(as, start), { engine: "auto", formats });
    expect(result).toMatchObject({ status: "completed", kind: "html", engine: "http" });
    expect(result).toMatchObject({
      warnings: [],
      markdown: expect.stringMatching(/shell\.\n\n\[n\]/),
    });
    expect(result).toHaveProperty("html", expect.stringContaining('<div id="d"></div><p>Text'));
  });

  it("is read as HTML where it is not well-formed, and says so", async () => {
    const result = await scrapeRoute(typed(type, xhtml("", "<p>a<br>b")));
    expect(result).toMatchObject({ markdown: "a  \nb", warnings: ["malformed"] });
  });

  it("is HTML when it says so", async () => {
    const result = await scrapeRoute(typed("text/html", xhtml("<title/>", "<p>a</p>")));
    expect(result).toMatchObject({ warnings: ["no-visible-text"] });
  });

  it("is mapped and crawled, by each engine", async () => {
    await using site = await createSite(pages);
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    for (const engine of ["http", "auto"] as const) {
      const source = createPageSource({ fetcher, browser: new FakeVisitor() }, { engine });
      const map = await createMapper({ source }).map(site.url("/"), { sitemaps: false });
      expect(map.links).toContain(site.url("/next"));
      await using crawler = createCrawler({ source, robots: fetcher.robots }, { threads: 0 });
      const crawled: CrawlPage[] = [];
      for await (const page of crawler.crawl(site.url("/"), { formats: ["markdown"] })) {
        crawled.push(page);
      }
      expect(crawled.find(({ url }) => url === site.url("/next"))).toMatchObject({
        markdown: "Next",
      });
    }
  });

  it("is monitored", async () => {
    await using site = await createSite(pages);
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using scraper = createScraper({ fetcher });
    const request = { useBrowser: false, country: null, sessionId: null, owner: "o" };
    const page = await createAcquirer({ scraper }).page(
      { ...request, url: site.url("/next") },
      new AbortController().signal,
    );
    expect(page).toMatchObject({ html: expect.stringContaining("<textarea>\n</textarea><p>Next") });
  });
});
