import { mainContent, parse, tagIds, textBlocks, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const blocksOf = (html: string) => textBlocks(wholePage(parse(html)));

describe("textBlocks", () => {
  it.each([
    ["<p>One</p>", "paragraph"],
    ["<div>One</div>", "paragraph"],
    ["One", "paragraph"],
    ["<h3>One</h3>", "heading"],
    ["<ul><li>One</ul>", "list-item"],
    ["<ul><li><p>One</p></ul>", "list-item"],
    ["<dl><dt>One</dl>", "list-item"],
    ["<blockquote><p>One</p></blockquote>", "quote"],
    ["<table><tr><td>One</table>", "cell"],
    ["<table><tr><td><p>One</p></table>", "paragraph"],
    ["<figure><figcaption>One</figcaption></figure>", "caption"],
    ["<pre>One</pre>", "code"],
  ])("calls %s a %s", (html, kind) => {
    expect(blocksOf(html)).toMatchObject([{ kind, text: "One" }]);
  });

  it("gives the lines of the page's text in their order", () => {
    const html = `<h1>A <b>title</b></h1><p>One<br>two</p>three<pre>a
  b

c</pre><table><tr><td>x<td>y</table><ul><li>i<ul><li>j</ul></ul>`;
    const lines = toText(wholePage(parse(html))).split("\n");
    expect(blocksOf(html).map(({ text }) => text)).toEqual(lines.filter((line) => line !== ""));
    expect(blocksOf(html).map(({ kind }) => kind)).toEqual([
      "heading",
      ...Array.from({ length: 3 }, () => "paragraph"),
      ...Array.from({ length: 3 }, () => "code"),
      "cell",
      "list-item",
      "list-item",
    ]);
  });

  it("says how much of a line is in links", () => {
    const [none, half, all] = blocksOf(
      "<p>abcd</p><p>abcd<a href=/>efgh</a></p><p><a href=/><b>abcd</b></a></p>",
    );
    expect([none?.linked, half?.linked, all?.linked]).toEqual([0, 0.5, 1]);
  });

  it("names the element that the line is in", () => {
    const tree = parse("<ul><li><p>One <b>two</b></p></ul>");
    const [block] = textBlocks(wholePage(tree));
    expect(tree.tag(block?.box ?? 0)).toBe(tagIds.p);
  });

  it("leaves out what the view does", () => {
    const view = mainContent(
      parse("<nav>Menu</nav><main><p>Some text that stays here.</p></main>"),
    );
    expect(textBlocks(view).map(({ text }) => text)).not.toContain("Menu");
  });

  it("refuses what is no view", () => {
    expect(() => textBlocks("<p>" as never)).toThrow(/view/);
  });
});
