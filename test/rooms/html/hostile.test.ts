import {
  cleanPage,
  extractImages,
  extractLinks,
  extractMetadata,
  mainContent,
  parse,
  toCleanHtml,
  toDomhandler,
  toHtml,
  toText,
  wholePage,
  type Tree,
} from "dragline/html";
import { describe, expect, it } from "vitest";

const url = "https://example.com/";

/** About `length` characters of a repeated piece. */
function flood(piece: string, length = 60_000): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

function depthOf(tree: Tree): number {
  const depths = new Int32Array(tree.size);
  let deepest = 0;
  // Parents can have higher numbers than children, so walk in order.
  for (let node = tree.firstChild(0); node !== 0;) {
    depths[node] = (depths[tree.parent(node)] ?? 0) + 1;
    deepest = Math.max(deepest, depths[node] ?? 0);
    let next = tree.firstChild(node);
    for (let at = node; next === 0 && at !== 0; at = tree.parent(at)) next = tree.nextSibling(at);
    node = next;
  }
  return deepest;
}

const floods: readonly (readonly [string, string])[] = [
  ["20,000 nested blocks", "<div>".repeat(20_000) + "x" + "</div>".repeat(20_000)],
  ["60,000 nested blocks", `${"<div>".repeat(60_000)}x${"</div>".repeat(60_000)}`],
  ["unclosed formatting", flood("<b>")],
  [
    "unclosed formatting of many kinds",
    Array.from({ length: 9000 }, (_, i) => `<b id=${i}>`).join(""),
  ],
  ["formatting to reopen", Array.from({ length: 3000 }, (_, i) => `<b id=${i}><p>x`).join("")],
  ["unclosed paragraphs", flood("<p>x")],
  ["unclosed items", flood("<li>x")],
  ["unclosed links", flood("<a href=x>y")],
  ["unclosed tables", flood("<table>")],
  ["tables in cells", flood("<table><tr><td>")],
  ["text in a table", `<table>${flood("x<tr>")}`],
  ["formatting in a table", `<table>${flood("<b>x")}`],
  ["misnested formatting", flood("<b><div></b>")],
  ["misnested formatting, wide", flood(`<b>${"<div>".repeat(50)}${"</b>".repeat(50)}`)],
  ["links in objects", flood("<a href=x><object>y")],
  ["svg in svg", flood("<svg><g>")],
  ["templates in templates", flood("<template><tr>")],
  ["unknown names", Array.from({ length: 20_000 }, (_, i) => `<x-${i}>`).join("")],
  [
    "items behind inline elements",
    `<ul><li><ul>${"<span>".repeat(9000)}${flood("<li></li>", 90_000)}`,
  ],
  ["forms", flood("<form><div></form>")],
  ["100,000 attributes", `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=b`).join(" ")}>x`],
  ["entities", flood("&amp;&notit;&#0;&")],
  ["open comments", flood("<!--")],
  ["100,000 comments", "<!---->".repeat(100_000)],
  ["dashes", `<!--${flood("-")}`],
  ["script starts", `<script>${flood("<!--<script>")}`],
  ["end tags of nothing", flood("</p></br></b></div>")],
  ["brackets", flood("<")],
  ["quotes", flood('<a b="')],
  ["one line", flood("word ")],
  ["line feeds in pre", `<pre>${flood("\n")}`],
  ["white space", flood(" ")],
  ["an embedded image", `<img alt=a src="data:image/png;base64,${flood("AAAA", 1_000_000)}">`],
  ["images in a picture", `<picture>${flood("<source srcset='a 1x'>")}${flood("<img>")}</picture>`],
  ["images beside noscript", `<div>${flood("<noscript><img src=a></noscript>")}</div>`],
  ["frames without an end in noscript", flood("<noscript><iframe></noscript>")],
  ["candidates of a srcset", `<img srcset='${flood("a,b 1x, ")}'>`],
  ["separators in a title", `<title>${flood("a | b ")}</title>`],
  ["linked data", flood('<script type="application/ld+json">{"@graph":[{}]}</script>')],
  ["deep linked data", `<script type="application/ld+json">${"[".repeat(90_000)}`],
  ["bylines", flood("<p class=byline>")],
  ["headers", flood("<header>")],
  ["hidden elements", flood("<div hidden>x")],
];

describe("a hostile page", () => {
  it.each(floods)("of %s stays small and is read by everything", (_, html) => {
    const tree = parse(html);
    expect(tree.truncated).toBe(false);
    expect(tree.size).toBeLessThan(html.length * 1.5 + 100);
    expect(depthOf(tree)).toBeLessThanOrEqual(600);
    const view = wholePage(tree, { url });
    const text = toText(view);
    expect(text.length).toBeLessThanOrEqual(html.length * 2);
    expect(toHtml(tree).length).toBeLessThan(html.length * 40 + 1000);
    expect(toCleanHtml(view).length).toBeLessThan(html.length * 40 + 1000);
    extractLinks(view);
    extractImages(view);
    extractMetadata(tree, { url });
    toText(cleanPage(tree, { url }));
    toText(mainContent(tree, { url }));
    expect(toDomhandler(tree).children.length).toBeGreaterThanOrEqual(0);
  });

  it("keeps the text of elements that are nested too deep", () => {
    const html = `${"<div>".repeat(40_000)}<p>deep <b>text</b></p>${"</div>".repeat(40_000)}<p>after`;
    expect(toText(wholePage(parse(html)))).toBe("deep text\nafter");
  });

  it("keeps every row of a table of 50,000", () => {
    const tree = parse(`<table>${"<tr><td>a<td>b".repeat(50_000)}</table>`);
    expect(toText(wholePage(tree)).split("\n")).toHaveLength(50_000);
  });

  it("reopens a bounded number of formatting elements", () => {
    const few = parse(flood("<b><p>", 60_000)).size;
    const many = parse(flood("<b><p>", 120_000)).size;
    expect(many / few).toBeLessThan(2.1);
    expect(many).toBeLessThan(120_000);
    const different = Array.from({ length: 10_000 }, (_, i) => `<b id=${i}><p>`).join("");
    // Two elements each, and at most two copies for each of them.
    expect(parse(different).size).toBeLessThan(20_000 * 3 + 1100);
  });
});
