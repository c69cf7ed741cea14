import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const bold = 'style="font-weight:700"';

describe("styles of blocks", () => {
  it.each([
    ["a paragraph", `<p ${bold}>a</p><p>b</p>`, "**a**\n\nb"],
    ["by name", '<p style="font-weight:bold">a</p>', "**a**"],
    ["italic", '<p style="font-style: italic">a</p>', "*a*"],
    ["both", '<div style="font: italic bold 12px Arial">a</div>', "***a***"],
    ["a division", `<div ${bold}>a <i>b</i> <a href="/x">c</a></div>`, "**a *b* [c](/x)**"],
    ["an item", `<ul><li ${bold}>a</li><li>b</li></ul>`, "- **a**\n- b"],
    [
      "a cell",
      `<table><tr><th>h<th>i</tr><tr><td ${bold}>a<td>b</tr></table>`,
      "| h | i |\n| --- | --- |\n| **a** | b |",
    ],
    ["a description", `<dl><dt>t</dt><dd ${bold}>a</dd></dl>`, "**t**\n\n**a**"],
    ["a paragraph in an item", `<ul><li><p ${bold}>a</p></li></ul>`, "- **a**"],
    ["bold in bold", `<p ${bold}>a <b>b</b> c</p>`, "**a b c**"],
    ["lines", `<p ${bold}>a<br>b</p>`, "**a  \nb**"],
    ["undone in a part", `<p ${bold}>a <span style="font-weight:400">b</span></p>`, "**a** b"],
    ["undone in a block", '<b><p style="font-weight:normal">a</p></b>', "a"],
  ])("are marks: %s", (_, html, expected) => {
    expect(toMarkdown(html).replaceAll("\\\n", "  \n")).toBe(expected);
  });

  it.each([
    ["headings", `<h2 ${bold}>a</h2>`, "## a"],
    ["what is in a heading", `<h2><div ${bold}>a</div></h2>`, "## a"],
    [
      "heads of columns",
      `<table><tr><th ${bold}>h<th><p ${bold}>i</p></tr><tr><td>a<td>b</tr></table>`,
      "| h | i |\n| --- | --- |\n| a | b |",
    ],
    ["what holds blocks", `<div ${bold}><p>a</p><p>b</p></div>`, "a\n\nb"],
    ["the page", `<body ${bold}>a</body>`, "a"],
    ["an article", `<article ${bold}>a</article>`, "a"],
    ["terms", `<dl><dt ${bold}>t</dt><dd>a</dd></dl>`, "**t**\n\na"],
    ["normal weight", '<p style="font-weight:500">a</p>', "a"],
    ["nothing", `<p ${bold}> </p><p>b</p>`, "b"],
    ["code", `<div ${bold}><pre>a</pre></div>`, "```\na\n```"],
  ])("are no marks: %s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });
});
