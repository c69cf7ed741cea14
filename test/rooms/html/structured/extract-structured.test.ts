import { readdirSync } from "node:fs";
import { join } from "node:path";
import { extractStructured, parse, structuredKinds } from "dragline/html";
import { describe, expect, it } from "vitest";
import { measureStructured } from "../../../../benchmarks/quality-structured.ts";
import { corpus, corpusMissing, corpusText } from "../../../corpus.ts";

const at = { url: "https://site.test/a/b", kinds: structuredKinds };

function extractFrom(html: string) {
  return extractStructured(parse(html), at);
}

describe("meta elements", () => {
  it("are told apart by name; several of one name are a list; addresses are absolute", () => {
    const data = extractFrom(
      `<base href="/base/"><meta property="og:image" content="1.png"><meta property="og:image" content="/2.png">
       <meta property="og:image" content="1.png"><meta property="og:image:width" content="3">
       <meta name="Twitter:Image" content="t.png"><meta property="twitter:site" content="@x">
       <meta name="Description" content=" d "><meta http-equiv="refresh" content="5"><meta charset="utf-8">
       <meta name="empty" content=" "><meta name="__proto__" content="p"><meta property="a:b c:d" content="e">`,
    );
    expect(data).toMatchObject({
      openGraph: {
        "og:image": ["https://site.test/base/1.png", "https://site.test/2.png"],
        "og:image:width": "3",
      },
      twitter: { "twitter:image": "https://site.test/base/t.png", "twitter:site": "@x" },
    });
    const meta = Object.entries(data["meta"] as object);
    expect(meta).toEqual([
      ["description", "d"],
      ["refresh", "5"],
      ["__proto__", "p"],
      ["a:b", "e"],
      ["c:d", "e"],
    ]);
  });
});

describe("Dublin Core", () => {
  it("is told apart from other names, without its prefix", () => {
    const { dublinCore, meta } = extractFrom(
      `<meta name="DC.title" content="t"><meta name="dcterms.created" content="2024"><meta name="DC.date.issued" content="2025">
       <meta name="dc:creator" content="a"><meta property="dcterms:creator" content="b"><meta name="dcx" content="c">
       <link rel="DC.rights" href="/r"><link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">`,
    );
    expect(dublinCore).toEqual({
      title: "t",
      created: "2024",
      "date.issued": "2025",
      creator: ["a", "b"],
      rights: "https://site.test/r",
    });
    expect(meta).toEqual({ dcx: "c" });
  });
});

describe("linked data", () => {
  it("is every script's, lists taken apart, what is no JSON left out", () => {
    const data = extractFrom(
      `<script type="application/ld+json">[{"a":1},{"b":[null,true,-0.5]}]</script>
       <script type="application/ld+json">{broken</script>
       <script type="APPLICATION/LD+JSON; charset=utf-8"><!--{"c":"</div>"}--></script>
       <script>{"d":1}</script>`,
    );
    expect(data["jsonLd"]).toEqual([{ a: 1 }, { b: [null, true, -0.5] }, { c: "</div>" }]);
  });

  it("is kept as far as a script that is cut off goes, and that is told", () => {
    const data = extractFrom('<script type="application/ld+json">{"a":1,"b":{"c":"d');
    expect(data).toMatchObject({ jsonLd: [{ a: 1, b: {} }], truncated: true });
  });

  it("is decoded only where a script is escaped as a whole", () => {
    const url = "https://a.test/?x=1&region=2&copy=3";
    const escaped = JSON.stringify({ url }).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const data = extractFrom(
      [JSON.stringify({ url }), `${JSON.stringify({ url })};`, escaped].map(ld).join(""),
    );
    expect(data["jsonLd"]).toEqual([{ url }, { url }, { url }]);
  });

  it("has nothing of scripts of null", () => {
    expect(extractFrom(ld("null") + ld("") + ld("5"))["jsonLd"]).toEqual([]);
  });

  it("keeps a member called __proto__ as a member", () => {
    const html = '<script type="application/ld+json">{"__proto__":{"x":1}}</script>';
    const { jsonLd } = extractFrom(html);
    expect(JSON.stringify(jsonLd)).toBe('[{"__proto__":{"x":1}}]');
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

const scope = (inside: string, more = ""): string => `<div itemscope ${more}>${inside}</div>`;
const ld = (json: string): string => `<script type="application/ld+json">${json}</script>`;
const refs = Array.from({ length: 40 }, (_, index) => `i${index}`);

describe("a hostile page", () => {
  it.each([
    ["nothing", ""],
    ["deep JSON", ld("[".repeat(500_000))],
    ["deep JSON that is closed", ld("[".repeat(9000) + "]".repeat(9000))],
    ["much JSON", ld(`[${"0,".repeat(1_500_000)}0]`)],
    ["deep items", "<div itemscope itemprop=a>".repeat(20_000)],
    [
      "items that refer to each other",
      refs
        .map((id) => `<p id=${id} itemscope itemprop="a b c d" itemref="${refs.join(" ")}"></p>`)
        .join("") + scope("", `itemref="${refs.join(" ")}"`),
    ],
    [
      "many items that refer to one large part",
      `<div id=big>${"<i itemprop=x>y</i>".repeat(20_000)}</div>${scope("", "itemref=big").repeat(20_000)}`,
    ],
    [
      "one long text in many properties",
      `${"<b itemprop=a>".repeat(500)}${"text ".repeat(500_000)}`.replace("", "<p itemscope>"),
    ],
    [
      "a long attribute in many items",
      `<i id=x itemprop="a" title="${"&amp;".repeat(500_000)}">v</i>${scope("", "itemref=x").repeat(20_000)}`,
    ],
    ["names without end", scope(`<b itemprop="${"n ".repeat(200_000)}">v</b>`)],
    [
      "deep RDFa",
      `<div vocab="http://a.test/">${"<div rel=a inlist><p typeof=b property='c d e'>x".repeat(10_000)}`,
    ],
    [
      "many prefixes",
      '<div prefix="a: http://a.test/ b: http://b.test/" property="a:x b:y">'.repeat(20_000),
    ],
    [
      "many open statements",
      `<div rel="${Array.from({ length: 50 }, (_, at) => `og:r${at}`).join(" ")}">${"<i about=x></i>".repeat(50_000)}</div>`,
    ],
    ["deep microformats", '<div class="h-entry p-author p-name e-content">x'.repeat(10_000)],
    [
      "microformats in several properties",
      `${'<div class="h-card p-a p-b p-c p-d">'.repeat(400)}x`,
    ],
    [
      "many pieces of HTML",
      `<div class=h-entry>${"<div class=e-content>".repeat(500)}${"<b>x</b>".repeat(50_000)}`,
    ],
    ["JSON without an end", ld(`{"a":"${'b" '.repeat(300_000)}`)],
    ["many metas", `<meta name=a content=${"x".repeat(9000)}>`.repeat(600)],
    [
      "wide spans",
      `<table>${`<tr><td colspan=1000 rowspan=65534>${"x".repeat(900)}</td><td>y</tr>`.repeat(3000)}</table>`,
    ],
    ["spans without end", `<table>${"<tr><td rowspan=0><td rowspan=0>".repeat(3000)}</table>`],
    ["tables in tables", "<table><tr><td>".repeat(20_000)],
    [
      "many heading rows",
      `<table><thead>${"<tr><th>a<th>b</tr>".repeat(130_000)}</thead><tr><td>1<td>2</table>`,
    ],
  ])("is read within bounds: %s", (_, html) => {
    const data = extractFrom(html);
    expect(JSON.stringify(data).length).toBeLessThan(12_000_000);
    expect(Object.keys(data)).toEqual(["url", "title", ...structuredKinds, "truncated"]);
  });

  it("says that something was left out", () => {
    const html = `<meta name=a content=${"x".repeat(9000)}>`.repeat(600);
    expect(extractFrom(html)["truncated"]).toBe(true);
  });
});

describe.skipIf(corpusMissing !== "")(`real pages${corpusMissing}`, () => {
  it("have data of every kind, none of them cut short", () => {
    const counts: Record<string, number> = {};
    for (const name of readdirSync(join(corpus, "wcxb/html"))) {
      const data = extractFrom(corpusText(`wcxb/html/${name}`));
      expect(data["truncated"], name).toBe(false);
      for (const kind of structuredKinds) {
        const value = data[kind] as object;
        counts[kind] = (counts[kind] ?? 0) + (Object.keys(value).length > 0 ? 1 : 0);
      }
    }
    expect(counts["openGraph"]).toBeGreaterThan(500);
    expect(counts["jsonLd"]).toBeGreaterThan(220);
    expect(counts["microdata"]).toBeGreaterThan(120);
    expect(counts["rdfa"]).toBeGreaterThan(400);
    expect(counts["tables"]).toBeGreaterThan(90);
  });

  it("are read as a known library reads them", () => {
    for (const [kind, { share, samples }] of Object.entries(measureStructured())) {
      expect({ kind, share, some: samples > 0 }).toEqual({ kind, share: 1, some: true });
    }
  });

  it("give a recipe's breadcrumbs as they stand in its microdata", () => {
    const { microdata } = extractFrom(corpusText("wcxb/html/0004.html.gz"));
    const [list] = microdata as readonly {
      readonly type: readonly string[];
      readonly properties: { readonly itemListElement: readonly { readonly properties: object }[] };
    }[];
    expect(list?.type).toEqual(["https://schema.org/BreadcrumbList"]);
    expect(list?.properties.itemListElement.map(({ properties }) => properties)).toMatchObject([
      { name: ["Weight Loss"], position: ["1"] },
      { name: ["Diets"], position: ["2"] },
      { position: ["3"] },
    ]);
  });
});
