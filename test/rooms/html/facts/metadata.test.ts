import { extractMetadata, parse, type Metadata } from "dragline/html";
import { describe, expect, it } from "vitest";
import {
  measureMetadata,
  measurePreviews,
  type MeasuredField,
} from "../../../../benchmarks/quality-metadata.ts";
import { corpusMissing, corpusText } from "../../../corpus.ts";

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
    ["the byline", "<p class=byline>By A</p>", "A"],
    ["OpenGraph's article", "<meta property=og:article:author content=A>", "A"],
    ["the first of a byline and a marked author", "<p class=byline>A</p><a rel=author>B</a>", "A"],
    ["one of several marks", "<a rel='nofollow author'>A</a>", "A"],
    ["no hidden byline", "<p class=byline style='display:none'>B</p><p id=AuthorName>A</p>", "A"],
    ["no reader's comment", "<div id=comments><b class=author>B</b></div>", undefined],
    ["no authorisation", "<p class=authorization>B</p><p class=written-by-author>A</p>", "A"],
    ["a name deep in a mark", "<ul itemprop=author><li>by <b itemprop=name>A</b></ul>", "A"],
    ["the name in a marked author", "<p itemprop=author>By <b itemprop=name>A</b></p>", "A"],
    ["no address", "<meta property=article:author content=https://a.example/>", undefined],
    ["no template", "<meta name=author content=undefined>", undefined],
    [
      "a reference",
      data([
        { "@type": "Article", author: [{ "@id": "#a" }, { "@type": "Person", "@id": "#b" }] },
        { "@graph": [{ "@id": "#a", name: "A" }, { x: { "@id": "#b", name: "By B" } }] },
      ]),
      "A, B",
    ],
    [
      "a card's label",
      "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=A>",
      "A",
    ],
    [
      "a byline without its date",
      "<p class=byline>Posted by Ann Lee on Jul 18, 2025 | 7 min read</p>",
      "Ann Lee",
    ],
    ["a byline without a job", "<p class=byline><b>Ann Lee</b><i>Tech Reporter</i></p>", "Ann Lee"],
    [
      "the first line with a name",
      "<div class=author><time>3 May 2024</time><div>Follow</div><p>Written by</p><a>Ann</a> and <a>Bob</a><p>An editor</p></div>",
      "Ann, Bob",
    ],
    [
      "no picture and no biography",
      "<p class=author-bio>Ann is a writer</p><p class=author-name>Ann</p>",
      "Ann",
    ],
    ["no customer's review", "<div itemprop=review><b itemprop=author>Bob</b></div>", undefined],
    [
      "a line beside the heading",
      "<title>H one</title><h1>H one</h1><div>By <a href=/x>Ann Lee</a> · 3 May</div>",
      "Ann Lee",
    ],
    ["a link beside the heading", "<h1>H</h1><p><a href=/authors/ann>ann</a>", "ann"],
    ["no sentence beside the heading", "<h1>H</h1><p>By the time you read this", undefined],
    ["a byline behind its date", "<h1>H</h1><p>3 May 2024 by Ann Lee</p>", "Ann Lee"],
    ["a byline in Spanish", "<h1>H</h1><p>Por Ana Autora, 3 de mayo de 2024", "Ana Autora"],
    ["a byline in German", "<h1>H</h1><p>Von Anna Autor, 3. Mai 2024", "Anna Autor"],
    ["a byline in French", "<h1>H</h1><p>Par Anne Auteur, le 3 mai 2024", "Anne Auteur"],
    [
      "a byline with a job",
      "<h1>H</h1><p>By Ann Lee, Chief Science Reporter, 3 May 2024",
      "Ann Lee",
    ],
    ["a byline with a place", "<h1>H</h1><p>By Ann Lee in London, 3 May 2024", "Ann Lee"],
    ["a byline with a sentence behind", "<h1>H</h1><p>By Ann Lee. Published 3 May 2024", "Ann Lee"],
    ["initials", "<h1>H</h1><p>By J. R. Lee, 3 May 2024", "J. R. Lee"],
    ["a byline and no way", "<h1>H</h1><p>Von Berlin nach Paris</p>", undefined],
    ["no other text's author", "<h1>H</h1><h2><a href=/t>T</a></h2><p>By Ann Lee", undefined],
  ])("finds the author in %s", (_, html, author) => {
    expect(read(html).author).toBe(author);
  });

  it.each([
    ["2024-01-02T03:04:05+01:00", "2024-01-02T03:04:05+01:00"],
    ["2024-01-02", "2024-01-02"],
    ["2 January 2024", "2024-01-02"],
    ["Tue, 02 Jan 2024 03:04:05 GMT", "2024-01-02T03:04:05Z"],
    ["January 2, 2024 3:04 PM", "2024-01-02T15:04"],
    ["yesterday", undefined],
    ["0001-01-01T00:00:00Z", undefined],
    ["1970-01-01T00:00:00.000Z", undefined],
    ["99", undefined],
  ])("reads the time %j", (text, expected) => {
    const html = `<meta property=article:published_time content="${text}"><meta property=article:modified_time content="${text}">`;
    expect(read(html)).toMatchObject(
      expected === undefined ? {} : { publishedTime: expected, modifiedTime: expected },
    );
    expect(read(html).publishedTime).toBe(expected);
  });

  it.each([
    [
      "marked",
      "<time datetime=2020>x</time><time itemprop=datePublished datetime=2024-01-02>",
      true,
    ],
    ["beside the heading", "<article><h1>a</h1><time datetime=2024-01-02></article>", true],
    ["of a teaser", "<h1>a</h1><article><time datetime=2024-01-02></article>", false],
    ["hidden", "<main><h1>a</h1><p hidden><time datetime=2024-01-02></main>", false],
    ["without a meaning", "<main><h1>a</h1><time datetime=P2D></main>", false],
    ["of a change", "<main><h1>a</h1><p>Updated <time datetime=2024-01-02></main>", false],
    ["in a text alone", "<h1>a</h1><p>By Ann, 2 January 2024", true],
    ["before the heading", "<div><p>Jan 2, 2024 - 11 minutes</p><h1>a</h1></div>", true],
    ["without datetime", "<h1>a</h1><span><time>Jan 2, 2024</time></span>", true],
    ["marked on any element", "<abbr itemprop=datePublished title=2024-01-02>x</abbr>", true],
    ["by the only class", "<div class=h1>a</div><p class=post-date>2 Jan 2024</p>", true],
    [
      "by one of several classes",
      "<p class=date>2 Jan 2024</p><p class=date>3 Jan 2024</p>",
      false,
    ],
    ["in a sentence", "<h1>Ann</h1><p>Ann was born 2 January 2024 in the town.</p>", false],
    ["of something else", "<h1>Ann</h1><table><tr><th>Born<td>2 January 2024</table>", false],
    [
      "of a customer's review",
      "<div itemprop=review><b itemprop=datePublished>2024-01-02</b></div>",
      false,
    ],
    ["of the page", data({ "@type": "WebPage", datePublished: "2024-01-02" }), true],
  ])("reads the time of publication where it is shown: %s", (_, html, found) => {
    expect(read(html).publishedTime).toBe(found ? "2024-01-02" : undefined);
  });

  it("tells the day of a change apart", () => {
    const html =
      "<h1>a</h1><p>Published <b>May 3, 2024</b></p><p>Last updated</p><p>4 May 2024</p>";
    expect(read(html)).toMatchObject({ publishedTime: "2024-05-03", modifiedTime: "2024-05-04" });
    const { publishedTime, modifiedTime } = read("<h1>a</h1><p>Updated: May 3, 2024</p>");
    expect([publishedTime, modifiedTime]).toEqual([undefined, "2024-05-03"]);
  });

  it("takes the site's name behind the page's own title", () => {
    expect(read("<title>Bob - Site</title><h1>Bob</h1>").siteName).toBe("Site");
    expect(read("<title>Bob - about him</title><h1>Rob</h1>").siteName).toBeUndefined();
  });

  it("describes a page without its tags", () => {
    const html = "<meta name=description content='a <a href=x>b</a> < c'>";
    expect(read(html).description).toBe("a b < c");
  });

  it("describes a page without a description by its first paragraph", () => {
    const text = "A text that is long enough.";
    expect(read(`<p>short<nav><p>${text} 1</p></nav><p>${text} 2`).description).toBe(`${text} 2`);
    expect(read(`<div hidden><p>${text} 1</div><p>${text} 2`).description).toBe(`${text} 2`);
    expect(read(`<p>${text} <b aria-hidden=true>1</b>`).description).toBe(text);
    expect(read(`<div><div>${text} <b>1</b></div></div><p>short`).description).toBe(`${text} 1`);
  });

  it("takes no site's name for an article's title", () => {
    const publisher = { name: "The Site" };
    const article = { "@type": "Article", headline: "H", name: "The Site", publisher };
    expect(read(`<title>H 2 - The Site</title>${data(article)}`).title).toBe("H");
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
    expect(read(html).jsonLd).toEqual([{ a: 1 }, { b: 2 }, { c: "x\ny" }]);
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

  it.skipIf(corpusMissing)(`reads a byline in an article's header${corpusMissing}`, () => {
    const html = corpusText("cases/convert/mh11-header-in-article.html");
    expect(read(html)).toMatchObject({ author: "Ann Author", publishedTime: "2024-05-03" });
    expect(read(corpusText("cases/convert/wiki-bday.html")).publishedTime).toBeUndefined();
  });

  it.skipIf(corpusMissing)(
    `states what people wrote down for real pages${corpusMissing}`,
    { timeout: 60_000 },
    () => {
      const floors = {
        title: 0.96,
        author: 0.9,
        language: 0.95,
        publishedTime: 0.95,
        siteName: 0.95,
        description: 0.92,
      };
      for (const figures of [measureMetadata(), measurePreviews()]) {
        for (const [field, floor] of Object.entries(floors)) {
          const { share, pages } = figures[field as MeasuredField];
          expect(pages).toBeGreaterThan(15);
          expect({ field, enough: share >= floor }).toEqual({ field, enough: true });
        }
      }
    },
  );
});
