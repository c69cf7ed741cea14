import { parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

function lines(html: string): string[] {
  return toMarkdown(html).split("\n");
}

describe("tables", () => {
  it.each([
    [
      "a header",
      "<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |"],
    ],
    [
      "no header: the first row",
      "<table><tr><td>a<td>b<tr><td>1<td>2</table>",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |"],
    ],
    [
      "alignment",
      "<table><tr><th align=left>a<th align=center>b<th style='text-align: right'>c<tr><td>1<td>2<td>3</table>",
      ["| a | b | c |", "| :-- | :-: | --: |", "| 1 | 2 | 3 |"],
    ],
    [
      "bars",
      "<table><tr><th>a|b<th><code>c|d</code><tr><td><a href='/x|y'>e</a><td>f</table>",
      ["| a\\|b | `c\\|d` |", "| --- | --- |", "| [e](/x%7Cy) | f |"],
    ],
    [
      "blocks in cells",
      "<table><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td>3<br>4<ul><li>5</ul></table>",
      ["| a | b |", "| --- | --- |", "| 1 2 | 3 4 5 |"],
    ],
    [
      "code in cells",
      "<table><tr><th>a<th>b<tr><td><pre>x y</pre><td>z</table>",
      ["| a | b |", "| --- | --- |", "| `x y` | z |"],
    ],
    [
      "columns spanned",
      "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>",
      ["| a |  | b |", "| --- | --- | --- |", "| 1 | 2 | 3 |"],
    ],
    [
      "rows spanned",
      "<table><tr><th rowspan=2>a<th>b<tr><td>1<tr><td>2<td>3</table>",
      ["| a | b |", "| --- | --- |", "|  | 1 |", "| 2 | 3 |"],
    ],
    [
      "short rows are filled up",
      "<table><tr><th>a<th>b<tr><td>1</table>",
      ["| a | b |", "| --- | --- |", "| 1 |  |"],
    ],
    [
      "long rows widen the header",
      "<table><tr><th>a<tr><td>1<td>2</table>",
      ["| a |  |", "| --- | --- |", "| 1 | 2 |"],
    ],
    [
      "a caption",
      "<table><caption>c</caption><tr><th>a<th>b</table>",
      ["c", "", "| a | b |", "| --- | --- |"],
    ],
    [
      "a footer",
      "<table><tr><th>a<th>b<tfoot><tr><td>1<td>2</table>x",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |", "", "x"],
    ],
    [
      "one column with a header",
      "<table><tr><th>a<tr><td>1</table>",
      ["| a |", "| --- |", "| 1 |"],
    ],
    ["one column without", "<table><tr><td>a<tr><td>b</table>", ["a", "", "b"]],
    [
      "tables in tables",
      "<table><tr><td>x<td><table><tr><th>a<th>b</table></table>",
      ["x", "", "| a | b |", "| --- | --- |"],
    ],
    ["a table for layout", "<table role=presentation><tr><td>a<td>b</table>", ["a", "", "b"]],
    ["headings in cells", "<table><tr><td><h2>a</h2>b<td>c</table>", ["## a", "", "b", "", "c"]],
    ["nothing in cells", "a<table><tr><td> <td></table>b", ["a", "", "b"]],
    [
      "in a list",
      "<ul><li>x<table><tr><th>a<th>b<tr><td>1<td>2</table></ul>",
      ["- x", "", "  | a | b |", "  | --- | --- |", "  | 1 | 2 |"],
    ],
    [
      "marks around",
      "<b><table><tr><th>a<th>b</table></b>",
      ["| **a** | **b** |", "| --- | --- |"],
    ],
    [
      "rows of nothing",
      "<table><tr><th>a<th>b<tr></tr><tr><td>1<td>2</table>",
      ["| a | b |", "| --- | --- |", "|  |  |", "| 1 | 2 |"],
    ],
  ])("%s", (_, html, expected) => {
    expect(lines(html)).toEqual(expected);
  });

  it.each([
    [
      "a whole row in percent",
      "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td colspan='100%'>x</table>",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |", "| x |  |"],
    ],
    [
      "more columns than there are",
      "<table><tr><th colspan=20>t<tr><td>1<td>2<td>3</table>",
      ["| t |  |  |", "| --- | --- | --- |", "| 1 | 2 | 3 |"],
    ],
    [
      "columns before another cell",
      "<table><tr><th colspan=20>t<th>b<tr><td>1<td>2</table>",
      ["| t |  | b |", "| --- | --- | --- |", "| 1 | 2 |  |"],
    ],
    [
      "the same columns in every row",
      "<table><tr><th>a<th colspan=3>b<tr><td>1<td colspan=3>2</table>",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |"],
    ],
    [
      "columns of 0 and of nonsense",
      "<table><tr><th colspan=0>a<th colspan=-3>b<th colspan=x>c<tr><td>1<td>2<td>3</table>",
      ["| a | b | c |", "| --- | --- | --- |", "| 1 | 2 | 3 |"],
    ],
    [
      "rows to the end of the group",
      "<table><tr><th>a<th>b<tbody><tr><td rowspan=0>1<td>2<tr><td>3<tbody><tr><td>4<td>5</table>",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |", "|  | 3 |", "| 4 | 5 |"],
    ],
    [
      "more rows than the group has",
      "<table><tr><th>a<th>b<tbody><tr><td rowspan=99>1<td>2<tbody><tr><td>4<td>5</table>",
      ["| a | b |", "| --- | --- |", "| 1 | 2 |", "| 4 | 5 |"],
    ],
  ])("has columns in which cells begin, whatever spans claim: %s", (_, html, expected) => {
    expect(lines(html)).toEqual(expected);
  });

  const data = (cell: string): string =>
    `<table><thead><tr><th>Name<th>Kind<th>About<tbody><tr><td>a<td>b<td>${cell}<tr><td>c<td>d<td>e</table>`;
  it.each([
    ["code of several lines", "one of:<pre>fast\nslow</pre>", "one of: `fast` `slow`"],
    ["indented code", "<pre>if a:\n  b</pre>", "`if a:` `  b`"],
    ["code by breaks", "<pre>fast<br>slow</pre>then", "`fast` `slow` then"],
    ["lists", "one of:<ul><li>fast<li>slow</ul>", "one of: fast slow"],
    ["definitions", "<dl><dt>fast<dd>x</dl>", "**fast** x"],
    ["quotations", "<blockquote><p>x</p><p>y</p></blockquote>", "x y"],
    ["main headings", "<h2>x</h2>y", "x y"],
    ["tables", "<table><tr><td>x<td>y</table>z", "x y z"],
    [
      "players",
      "<iframe src=https://site.example/v title=film></iframe>",
      "[film](https://site.example/v)",
    ],
    ["much text", `${"word ".repeat(400)}<p>end`, `${"word ".repeat(400)}end`],
  ])("stays one when a cell of it holds what is better a block: %s", (_, cell, expected) => {
    expect(lines(data(cell))).toEqual([
      "| Name | Kind | About |",
      "| --- | --- | --- |",
      `| a | b | ${expected} |`,
      "| c | d | e |",
    ]);
  });

  it("breaks the lines of code in a cell on request", () => {
    expect(toMarkdown(data("<pre>fast\nslow</pre>"), { inlineHtml: true })).toContain(
      "| a | b | `fast`<br>`slow` |",
    );
  });

  it("is blocks when most cells are code, or rows are more than facts", () => {
    const code = "<table><tr><th>Before<th>After<tr><td><pre>a\nb</pre><td><pre>c\nd</pre></table>";
    expect(lines(code)).toEqual([
      "Before",
      "",
      "After",
      "",
      "```",
      "a",
      "b",
      "```",
      "",
      "```",
      "c",
      "d",
      "```",
    ]);
    const row = "<tr><td>x<td><h2>y</h2>z";
    expect(lines(`<table><tr><th>a<th>b${row}${row}</table>`)).toContain("## y");
  });

  it.each([
    [
      "a footer before the rows",
      "<table><thead><tr><th>a<th>b<tfoot><tr><td>Sum<td>9<tbody><tr><td>x<td>9</table>",
      ["| a | b |", "| --- | --- |", "| x | 9 |", "| Sum | 9 |"],
    ],
    [
      "a footer between bodies",
      "<table><tr><th>a<th>b<tfoot><tr><td>Sum<td>9<tbody><tr><td>x<td>4<tbody><tr><td>y<td>5</table>",
      ["| a | b |", "| --- | --- |", "| x | 4 |", "| y | 5 |", "| Sum | 9 |"],
    ],
    [
      "a head behind the rows",
      "<table><tbody><tr><td>x<td>9</tbody><thead><tr><th>a<th>b</thead></table>",
      ["| a | b |", "| --- | --- |", "| x | 9 |"],
    ],
    [
      "a caption behind the rows",
      "<table><tr><th>a<th>b<tr><td>x<td>9</tr><caption>c</caption></table>",
      ["c", "", "| a | b |", "| --- | --- |", "| x | 9 |"],
    ],
    [
      "a footer of a table for layout",
      "<table role=presentation><tfoot><tr><td>Sum</tfoot><tbody><tr><td>x</table>",
      ["x", "", "Sum"],
    ],
  ])("has its parts in the order in which they are shown: %s", (_, html, expected) => {
    expect(lines(html)).toEqual(expected);
    const text = toText(wholePage(parse(html)));
    expect(text.split(/\s+/)).toEqual(expected.join(" ").match(/[a-z]+|\d+/gi));
  });

  it.each([
    ["a heading and text", "<h4>Head</h4>txt", "Head txt"],
    ["text and a heading", "txt<h4>Head</h4>", "txt Head"],
    ["a heading and a mark", "<h5>Fare</h5><b>12</b>", "Fare **12**"],
    ["a heading that is a link", '<h4><a href="/l">Link</a></h4>text', "[Link](/l) text"],
    ["headings", "<h3>A</h3><h3>B</h3>", "A B"],
    ["lines", "a<br>b", "a b"],
    ["divisions", "<div>a</div>b<div>c</div>", "a b c"],
    ["items", "<ul><li>a<li>b</ul>c", "a b c"],
    ["a rule", "a<hr>b", "a b"],
    ["a quotation", "<blockquote>a</blockquote>b", "a b"],
    ["a heading and code", "<h4>a</h4><code>b</code>", "a `b`"],
    ["a heading and an image", "<h4>a</h4><img src=/i.png alt=i>b", "a ![i](/i.png)b"],
  ])("keeps words of different blocks apart: %s", (_, cell, expected) => {
    const html = `<table><tr><th>A<th>B<tr><td>${cell}<td>x<tr><td>y<td>z</table>`;
    expect(lines(html)[2]).toBe(`| ${expected} | x |`);
  });

  it("bounds what spans claim", () => {
    const html = `<table>${"<tr><td colspan=1000000>a<td rowspan=99999>b".repeat(50)}</table>`;
    expect(toMarkdown(html).length).toBeLessThan(1000);
  });

  it("shows paragraphs, headings and rules of tables of facts on one line", () => {
    const html = "<table><tr><th>a<th>b<tr><td><h4>x</h4><p>1</p><p>2</p><p>3</p><td><hr>y</table>";
    expect(lines(html)).toEqual(["| a | b |", "| --- | --- |", "| x 1 2 3 | y |"]);
  });

  it("is blocks when cells hold articles, main headings or code", () => {
    const rows = (cell: string): string => `<table><tr><th>a<td>${cell}</table>`;
    expect(lines(rows("<h2>b</h2>"))).toEqual(["a", "", "## b"]);
    expect(lines(rows("<pre>b\nc</pre>"))).toEqual(["a", "", "```", "b", "c", "```"]);
    expect(lines(rows("b ".repeat(1000)))).toEqual(["a", "", "b ".repeat(1000).trim()]);
  });

  it("has one column when three rows say so", () => {
    const html = "<table><tr><td>a<tr><td>b<tr><td>c</table>";
    expect(lines(html)).toEqual(["| a |", "| --- |", "| b |", "| c |"]);
  });

  it("is HTML on request, cleaned, where GFM has no form for it", () => {
    const list = "<ul><li onclick=x>1</ul><script>x</script>";
    expect(toMarkdown(`<table><tr><th>a<td>${list}</table>b`, { tables: "html" })).toBe(
      "<table><tbody><tr><th>a</th><td><ul><li>1</li></ul></td></tr></tbody></table>\n\nb",
    );
    const merged = "<table><tr><td colspan=2>a<tr><td>1<td>2</table>";
    expect(toMarkdown(merged, { tables: "html" })).toContain('<td colspan="2">a</td>');
    const plain = "<table><tr><td>a<td>b</table>";
    expect(toMarkdown(plain, { tables: "html" })).toBe("| a | b |\n| --- | --- |");
    const layout = "<table><tr><td><h2>a</h2></table>";
    expect(toMarkdown(layout, { tables: "html" })).toBe("## a");
  });

  it("keeps an HTML table in one piece", () => {
    const html = "<blockquote><table><tr><th>a<td><pre>b\n\n\nc</pre></table></blockquote>";
    expect(toMarkdown(html, { tables: "html" }).split("\n")).toEqual([
      "> <table><tbody><tr><th>a</th><td><pre>b",
      "> &#10;&#10;c</pre></td></tr></tbody></table>",
    ]);
  });
});
