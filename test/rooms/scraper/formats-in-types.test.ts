import { describe, expect, expectTypeOf, it } from "vitest";
import { convert, createConverterPool, type Conversion } from "dragline/converter";
import { createFetcher } from "dragline/fetcher";
import { createScraper, type ScrapeFormat, type ScrapeResult } from "dragline/scraper";
import { createSite } from "dragline/testing";
import type { Summary } from "dragline/ai";

const html = "<h1>Tides</h1>";

describe("the type of a scrape", () => {
  it("has the formats that its call names, and no others", async () => {
    await using site = await createSite({ "/": html });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using scraper = createScraper({ fetcher });
    const url = site.url("/");

    const usual = await scraper.scrape(url);
    if (usual.status === "failed") throw new Error(usual.error);
    expectTypeOf(usual.markdown).toEqualTypeOf<string>();
    expectTypeOf(usual).not.toHaveProperty("html");
    expect(Object.keys(usual)).toContain("markdown");

    const raw = await scraper.scrape(url, { main: true, formats: ["html", "links", "summary"] });
    if (raw.status === "failed") throw new Error(raw.error);
    expectTypeOf(raw.html).toEqualTypeOf<string>();
    expectTypeOf(raw.links.length).toEqualTypeOf<number>();
    // A model may fail.
    expectTypeOf(raw.summary).toEqualTypeOf<Summary | undefined>();
    expectTypeOf(raw).not.toHaveProperty("markdown");
    expect(raw).not.toHaveProperty("markdown");
    expect(raw.html).toBe(html);
  });

  it("says that each may be there where the call's type does not tell", () => {
    const scraper = createScraper();
    const formats: ScrapeFormat[] = ["html"];
    type Told = Awaited<ReturnType<typeof scraper.scrape<typeof formats>>>;
    expectTypeOf<Told>().toEqualTypeOf<ScrapeResult>();
    expectTypeOf<Extract<Told, { status: "completed" }>["markdown"]>().toEqualTypeOf<
      string | undefined
    >();
  });

  it("refuses what no call has", () => {
    const scraper = createScraper();
    // @ts-expect-error -- a format that does not exist
    const format = () => scraper.scrape("https://h.example/", { formats: ["pdf"] });
    // @ts-expect-error -- an option that does not exist
    const option = () => scraper.scrape("https://h.example/", { format: ["html"] });
    expect([format, option]).toHaveLength(2);
  });
});

describe("the type of a conversion", () => {
  it("has the formats that its options name, and no others", async () => {
    expectTypeOf(convert(html).markdown).toEqualTypeOf<string>();
    const { text, metadata, ...rest } = convert(html, { formats: ["text", "metadata"] });
    expectTypeOf(text).toEqualTypeOf<string>();
    expectTypeOf(metadata.title).toEqualTypeOf<ReturnType<typeof titleOf>>();
    expectTypeOf(rest).not.toHaveProperty("markdown");
    expect([text, Object.keys(rest)]).toEqual(["Tides", []]);
    await using pool = createConverterPool({}, { threads: 1 });
    const pooled = await pool.convert(html, { formats: ["html"] });
    expectTypeOf(pooled.html).toEqualTypeOf<string>();
    expectTypeOf(pooled).not.toHaveProperty("markdown");
    expect(pooled.html).toBe(html);
  });
});

function titleOf(page: Required<Conversion>) {
  return page.metadata.title;
}
