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
