import { readdirSync } from "node:fs";
import { join } from "node:path";
import { extractStructured, parse, structuredKinds } from "dragline/html";
import { describe, expect, it } from "vitest";
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
    expect(counts["tables"]).toBeGreaterThan(90);
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
