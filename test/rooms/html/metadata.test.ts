import { readdirSync } from "node:fs";
import { join } from "node:path";
import { extractMetadata, parse, type Metadata } from "dragline/html";
import { describe, expect, it } from "vitest";
import { corpus, corpusJson, corpusMissing, corpusText } from "../../corpus.ts";

const url = "https://example.com/dir/page";
const read = (html: string): Metadata => extractMetadata(parse(html), { url });
const data = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === "string" ? value : JSON.stringify(value)}</script>`;

describe("extractMetadata", () => {
  it("is empty for an empty page", () => {
    expect(extractMetadata(parse(""))).toEqual({ openGraph: {}, jsonLd: [] });
  });

  it("prefers linked data, then OpenGraph, then the title element", () => {
    const title = "<title>T of the page | Site</title>";
    const open = "<meta property=og:title content=' O &amp; P '>";
    const linked = data({ "@type": "NewsArticle", headline: "L" });
    expect(read(title + open + linked).title).toBe("L");
    expect(read(title + open).title).toBe("O & P");
    expect(read(title).title).toBe("T of the page");
    expect(read("<h1>\n H <b>1</b></h1>").title).toBe("H 1");
  });

  it.each([
    ["A long enough title | The Site", "A long enough title"],
    ["Site | A long enough title", "A long enough title"],
    ["A title with - a dash inside - Site", "A title with - a dash inside"],
    ["Well-known words", "Well-known words"],
    ["One | Two", "One | Two"],
    ["No separator at all", "No separator at all"],
  ])("takes the site's name off the title %j", (title, expected) => {
    expect(read(`<title>${title}</title>`).title).toBe(expected);
  });

  it("takes a known site's name off either end, however short the rest", () => {
    const site = "<meta property=og:site_name content='Big Site Name'>";
    expect(read(`${site}<title>News | Big Site Name</title>`).title).toBe("News");
    expect(read(`${site}<title>Big site name · News</title>`).title).toBe("News");
  });

  it.each([
    ["linked data", data({ "@type": "Article", author: [{ name: "A" }, "B"] }), "A, B"],
    ["a meta", "<meta name=author content=A>", "A"],
    ["Dublin Core", "<meta name=DC.Creator content=A>", "A"],
    ["a property that is no address", "<meta property=article:author content=A>", "A"],
    ["the byline", "<p class=byline>By A</p>", "By A"],
    ["a marked author over a byline", "<p class=byline>B</p><a rel=author>A</a>", "A"],
    ["the name in a marked author", "<p itemprop=author>By <b itemprop=name>A</b></p>", "A"],
    ["no address", "<meta property=article:author content=https://a.example/>", undefined],
  ])("finds the author in %s", (_, html, author) => {
    expect(read(html).author).toBe(author);
  });

  it.each([
    ["2024-01-02T03:04:05+01:00", "2024-01-02T03:04:05+01:00"],
    ["2024-01-02", "2024-01-02"],
    ["2 January 2024", "2024-01-02"],
    ["Tue, 02 Jan 2024 03:04:05 GMT", "2024-01-02T03:04:05.000Z"],
    ["January 2, 2024 3:04 PM", "2024-01-02T15:04:00.000Z"],
    ["yesterday", undefined],
    ["99", undefined],
  ])("reads the time %j", (text, expected) => {
    const html = `<meta property=article:published_time content="${text}"><meta property=article:modified_time content="${text}">`;
    expect(read(html)).toMatchObject(
      expected === undefined ? {} : { publishedTime: expected, modifiedTime: expected },
    );
    expect(read(html).publishedTime).toBe(expected);
  });

  it("finds the language", () => {
    expect(read("<html lang=de-AT>").language).toBe("de-AT");
    expect(read("<meta http-equiv=content-language content=fr>").language).toBe("fr");
    expect(read("<meta property=og:locale content=en_US>").language).toBe("en-US");
  });

  it("makes URLs absolute and refuses others", () => {
    const html =
      "<base href=/b/><link rel=canonical href=c><link rel='shortcut icon' href=i><meta property=og:image content=m>";
    expect(read(html)).toMatchObject({
      canonicalUrl: "https://example.com/b/c",
      icon: "https://example.com/b/i",
      image: "https://example.com/b/m",
    });
    expect(read("<link rel=canonical href=javascript:1>").canonicalUrl).toBeUndefined();
    expect(extractMetadata(parse(html)).canonicalUrl).toBeUndefined();
  });

  it("collects OpenGraph with the first value of each property", () => {
    const html =
      "<meta property=og:type content=a><meta property=og:type content=b><meta property='article:tag' content=c><meta property=fb:x content=d>";
    expect(read(html).openGraph).toEqual({ "og:type": "a", "article:tag": "c" });
  });

  it("reads linked data leniently and leaves out what is no JSON", () => {
    const html = [
      data('<!-- {"a":1} -->'),
      data('//<![CDATA[\n{"b":2}\n//]]>'),
      data('{"c":"x\ny",}'),
      data("{nonsense"),
      data(""),
    ].join("");
    expect(read(html).jsonLd).toEqual([{ a: 1 }, { b: 2 }, { c: "x y" }]);
  });

  it("finds the article in a graph", () => {
    const html = data({
      "@graph": [
        { "@type": "WebSite", name: "Site" },
        { "@type": ["http://schema.org/BlogPosting"], headline: "H", publisher: { name: "P" } },
      ],
    });
    expect(read(html)).toMatchObject({ title: "H", siteName: "P" });
  });

  it("survives members called like the object's own", () => {
    const html =
      data('{"__proto__":{"@type":"Article","headline":"x"},"@type":"Thing","constructor":1}') +
      "<meta property=og:__proto__ content=a>";
    expect(read(html).title).toBeUndefined();
    expect(Object.getPrototypeOf(read(html).openGraph)).toBe(Object.prototype);
  });

  it.skipIf(corpusMissing)(
    `states what people wrote down for real pages${corpusMissing}`,
    { timeout: 60_000 },
    () => {
      const floors = {
        title: 0.95,
        author: 0.8,
        language: 0.95,
        publishedTime: 0.9,
        siteName: 0.85,
      };
      const names = { title: "title", byline: "author", lang: "language" } as const;
      const expectedNames = {
        ...names,
        publishedTime: "publishedTime",
        siteName: "siteName",
      } as const;
      const scores = new Map<string, { right: number; all: number }>();
      const pages = readdirSync(join(corpus, "readability"), { withFileTypes: true });
      for (const { name: page } of pages.filter((entry) => entry.isDirectory())) {
        const expected = corpusJson<Record<string, string | null>>(
          `readability/${page}/expected-metadata.json`,
        );
        const found = read(corpusText(`readability/${page}/source.html.gz`));
        for (const [theirs, ours] of Object.entries(expectedNames)) {
          const value = expected[theirs]?.replace(/\s+/g, " ").trim() ?? "";
          if (value === "") continue;
          const score = scores.get(ours) ?? { right: 0, all: 0 };
          scores.set(ours, {
            right: score.right + Number(found[ours] === value),
            all: score.all + 1,
          });
        }
      }
      for (const [field, floor] of Object.entries(floors)) {
        const { right, all } = scores.get(field) ?? { right: 0, all: 0 };
        expect(all).toBeGreaterThan(15);
        expect({ field, enough: right / all >= floor }).toEqual({ field, enough: true });
      }
    },
  );
});
