import { describe, expect, expectTypeOf, it } from "vitest";
import { createCrawler, type CrawlFormat, type CrawlPage } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createSite } from "dragline/testing";

describe("the type of a crawl", () => {
  it("has the formats that its call names, and no others", async () => {
    await using site = await createSite({ "/": "<title>Tides</title><h1>Tides</h1>" });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using crawler = createCrawler({ fetcher }, { threads: 0 });
    const url = site.url("/");

    for await (const page of crawler.crawl(url)) {
      if (page.status === "failed") throw new Error(page.error);
      expectTypeOf(page.markdown).toEqualTypeOf<string>();
      expectTypeOf(page).not.toHaveProperty("html");
      expectTypeOf(page.title).toEqualTypeOf<string | undefined>();
      expect(page.markdown).toContain("Tides");
    }
    for await (const page of crawler.crawl(url, { formats: ["text", "links"], main: false })) {
      if (page.status === "failed") throw new Error(page.error);
      expectTypeOf(page.text).toEqualTypeOf<string>();
      expectTypeOf(page.links).toEqualTypeOf<readonly string[]>();
      expectTypeOf(page).not.toHaveProperty("markdown");
      expect(page).not.toHaveProperty("markdown");
      expect([page.text, page.links]).toEqual(["Tides", []]);
    }
  });

  it("says that each may be there where the call's type does not tell", () => {
    const formats: CrawlFormat[] = ["html"];
    expectTypeOf<CrawlPage<typeof formats>>().toEqualTypeOf<CrawlPage>();
    type Completed = Extract<CrawlPage, { status: "completed" }>;
    expectTypeOf<Completed["markdown"]>().toEqualTypeOf<string | undefined>();
  });

  it("refuses what no call has", () => {
    const crawler = createCrawler();
    // @ts-expect-error -- a format that does not exist
    const format = () => crawler.crawl("https://h.example/", { formats: ["pdf"] });
    // @ts-expect-error -- an option that does not exist
    const option = () => crawler.crawl("https://h.example/", { format: ["html"] });
    expect([format, option]).toHaveLength(2);
  });
});
