import { parse } from "dragline/html";
import { findReferences, type Reference } from "dragline/mapper";
import { describe, expect, it } from "vitest";

const url = "https://example.com/a/b";

function found(html: string): readonly Reference[] {
  return findReferences(parse(html), url).references;
}

function urlsOf(html: string, kind: Reference["kind"]): string[] {
  return found(html).flatMap((reference) => (reference.kind === kind ? reference.url : []));
}

const at = (path: string): string => new URL(path, url).href;

describe("findReferences", () => {
  it("finds links with what is said of them", () => {
    expect(
      found(`<link rel=alternate hreflang=de-AT href=/de><link rel="stylesheet" href=s.css>
        <a href=1 rel="NoFollow  me"> one
        two</a><map><area href=2 alt=there rel=next></map><iframe src=3></iframe>
        <meta http-equiv=refresh content="0;4"><link rel=canonical href=5>
        <a href=javascript:x>go</a>`),
    ).toEqual([
      { url: at("/de"), kind: "link", rel: ["alternate"], nofollow: false, hreflang: "de-AT" },
      { url: at("1"), kind: "anchor", rel: ["nofollow", "me"], nofollow: true, text: "one two" },
      { url: at("2"), kind: "area", rel: ["next"], nofollow: false, text: "there" },
      { url: at("3"), kind: "frame", rel: [], nofollow: false },
      { url: at("4"), kind: "refresh", rel: [], nofollow: false },
      { url: at("5"), kind: "link", rel: ["canonical"], nofollow: false },
      { url: "javascript:x", kind: "anchor", rel: [], nofollow: false, text: "go" },
    ]);
  });

  it("finds the images that a page offers", () => {
    expect(
      urlsOf(
        `<meta property=og:image content="/og.png"><meta name="twitter:image" content=/tw.png>
        <img src=a.png srcset="a1.png 1x, a2.png 2x" alt=A><img data-src=late.png src=blank.gif>
        <picture><source srcset="p.webp, q.webp 2x"><img src=p.png></picture>
        <video poster=v.jpg><source src=v.mp4></video><img>`,
        "image",
      ).toSorted(),
    ).toEqual(
      "/og.png /tw.png a.png a1.png a2.png late.png blank.gif p.webp q.webp q.webp p.png v.jpg"
        .split(" ")
        .map(at)
        .toSorted(),
    );
    expect(found("<img src=a.png alt=' A  b '>")[0]).toMatchObject({ text: "A b" });
  });

  it("finds pages and images in JSON-LD, and passes over what is none", () => {
    const html = `<script type="application/ld+json">{"@graph": [
        {"@id": "#me", "url": "/u", "name": "https://no.example/", "image": {"url": "/i.png"}},
        {"@id": "_:blank", "mainEntityOfPage": {"@id": "/m"}, "logo": ["/l1", "/l2"]},
        {"itemListElement": [{"@type": "ListItem", "item": "/1"}, {"item": {"@id": "/2"}}]}
      ], "@context": "https://schema.org"}</script>
      <script type="application/ld+json">{"url": </script>
      <script type="application/ld+json">["x", null, 1, {"url": "/last"}]</script>`;
    expect(urlsOf(html, "json-ld")).toEqual(["#me", "/u", "/m", "/1", "/2", "/last"].map(at));
    expect(urlsOf(html, "image")).toEqual(["/i.png", "/l1", "/l2"].map(at));
  });

  it("goes by the base of the page", () => {
    expect(urlsOf("<base href=/x/><a href=1><img src=2>", "anchor")).toEqual([at("/x/1")]);
    expect(urlsOf("<base href=/x/><a href=1><img src=2>", "image")).toEqual([at("/x/2")]);
  });

  it("gives what no URL can be made of as it is", () => {
    const long = "x".repeat(9000);
    expect(urlsOf(`<a href="https://["><a href=${long}>`, "anchor")).toEqual(["https://[", long]);
  });

  it("finds nothing on an empty page", () => {
    expect(findReferences(parse(""), "")).toEqual({ references: [], truncated: false });
  });

  it.each([
    ["links", "<a href=x>y".repeat(200_000)],
    ["candidates of srcset", `<img srcset="${"x 1w,".repeat(200_000)}">`],
    ["commas in srcset", `<img srcset="a${",".repeat(300_000)}b 1x">`],
    ["digits in srcset", `<img srcset="a ${"1".repeat(300_000)} 1x">`],
    ["nested JSON", `<script type=application/ld+json>${"[".repeat(100_000)}</script>`],
    [
      "values of JSON",
      `<script type=application/ld+json>[${'{"url":"x"},'.repeat(200_000)}1]</script>`,
    ],
    ["nested elements", "<a href=x><b>".repeat(50_000)],
    ["anchors around everything", "<a href=x><div>".repeat(20_000)],
  ])("takes time in proportion to %s", { timeout: 60_000 }, (_, html) => {
    const started = performance.now();
    findReferences(parse(html), url);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("says when references are left out", { timeout: 60_000 }, () => {
    const { references, truncated } = findReferences(parse("<a href=x>".repeat(1_000_001)), url);
    expect([references.length, truncated]).toEqual([1_000_000, true]);
  });
});
