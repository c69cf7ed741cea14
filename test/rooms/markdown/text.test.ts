import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";

describe("text", () => {
  it.each([
    ["white space is folded", "<p> a\n\t b  c </p>", "a b c"],
    ["no-break spaces are spaces", "a&nbsp;&nbsp;b", "a b"],
    ["invisible characters are left out", "so&shy;lar&#8203;ium&#xfeff;", "solarium"],
    [
      "joiners are kept",
      "\u{1f468}\u200d\u{1f469} می\u200cخواهم",
      "\u{1f468}\u200d\u{1f469} می\u200cخواهم",
    ],
    ["right-to-left text is kept", "<p dir=rtl>שלום <b>עולם</b>", "שלום **עולם**"],
    ["one break is a line break", "a<br> b", "a  \nb"],
    ["two breaks are a paragraph", "a<br><br>b", "a\n\nb"],
    ["breaks at edges are nothing", "<p><br>a<br></p><br>b", "a\n\nb"],
    ["blocks are paragraphs", "a<div>b</div>c<section>d</section>", "a\n\nb\n\nc\n\nd"],
    ["a rule is three dashes", "a<hr>b", "a\n\n---\n\nb"],
    ["quotations get their marks", "<q>a</q>", "“a”"],
    ["ruby keeps its fallback", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"],
    ["abbreviations are text", "<abbr title='x'>HTML</abbr>", "HTML"],
    ["an address is a block", "a<address>b</address>", "a\n\nb"],
    ["details are their summary and content", "<details><summary>s</summary>t</details>", "s\n\nt"],
    [
      "a figure is its image and caption",
      "<figure><img src=/i.png alt=x><figcaption>c</figcaption></figure>",
      "![x](https://site.example/i.png)\n\nc",
    ],
    ["inputs are left out", "<form>a <input value=b> c</form>", "a c"],
    [
      "definition lists are terms and paragraphs",
      "<dl><dt>t</dt><dd>d</dd><dd>e</dd></dl>",
      "**t**\n\nd\n\ne",
    ],
  ])("%s", (_, html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it.each([
    ["paragraphs", "<p>a <b>b</b></p>", "\n\n"],
    ["headings", "<h2># a</h2>", "\n\n"],
    ["quotes", "<blockquote>a <i>b</i></blockquote>", "\n\n"],
    ["lines of a paragraph", "# a <b>b</b><br>", "  \n"],
    ["links and marks in a line", "a <a href=/b>b</a> <i>c</i> <b>*</b> ", " "],
    ["code in a line", "<code>a</code> <code>b</code> ", " "],
    ["bare links in a line", "<a href=https://a.example/>https://a.example/</a> ", " "],
  ])("is written alike however much there is of it: %s", (_, html, gap) => {
    const count = 9000;
    const lines = Array.from({ length: count }, () => md(html));
    expect(md(html.repeat(count))).toBe(lines.join(gap));
  });

  it("begins no block in the middle of a line, wherever that is", () => {
    const [html, line] = ["<b>a</b> ", "**a** "];
    for (let count = 310; count < 340; count += 1) {
      const markdown = md(`<p>${html.repeat(700)}</p>${html.repeat(count)}<i>- a -</i>y`);
      expect(markdown).toBe(`${line.repeat(700).trim()}\n\n${line.repeat(count)}*- a -*&#8203;y`);
    }
  });

  it("is written alike in every row of a long table", () => {
    const row = "<tr><td>1. <i>a</i>*<td>#";
    const [first, line, ...rest] = md(`<table>${row.repeat(9000)}`).split("\n");
    expect([first, line]).toEqual(["| 1. *a*\\* | # |", "| --- | --- |"]);
    expect(new Set(rest)).toEqual(new Set([first]));
    expect(rest.length).toBe(8999);
  });
});
