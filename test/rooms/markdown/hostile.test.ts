import fc from "fast-check";
import { parse, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { corpusMissing, corpusText } from "../../corpus.ts";
import { blockHtml } from "./arbitrary-html.ts";

function convert(html: string): string {
  return toMarkdown(wholePage(parse(html)));
}

describe("toMarkdown of hostile pages", () => {
  it.each([
    ["divisions", "<div>", "x"],
    ["quotes", "<blockquote>", "x"],
    ["lists", "<ul><li>", "x"],
    ["bold and italic", "<b><i>", "***x***"],
    ["tables", "<table><tr><td>", "x"],
    ["spans in code", "<code><span>", "`x`"],
    ["links", "<a href=/y>", "[x](/y)"],
    ["labels in items", "<li><label>", "x"],
    ["preformatted text", "<pre>", "```\nx\n```"],
    ["formulas", "<math>", "x"],
    ["lists in lists", "<ul>", "- x"],
    ["headings in links", "<a href=/y><h2>", "## [x](/y)"],
  ])("survives 20,000 nested %s", (_, tag, expected) => {
    expect(convert(`${tag.repeat(20_000)}x`).slice(-expected.length)).toBe(expected);
  });

  it("bounds the prefixes of deep nesting", () => {
    const depth = 5000;
    expect(convert("<blockquote>a".repeat(depth)).length).toBeLessThan(depth * 150);
    expect(convert("<ul><li>a".repeat(depth)).length).toBeLessThan(depth * 150);
  });

  it.each([
    ["rows", (n: number) => `<table>${"<tr><td>a<td>b".repeat(n)}</table>`],
    ["breaks", (n: number) => "a<br>".repeat(n)],
    ["newlines in pre", (n: number) => `<pre>a${"\n".repeat(n * 10)}b</pre>`],
    [
      "lines of quoted code",
      (n: number) => `<blockquote><pre>${"a\n".repeat(n * 4)}</pre></blockquote>`,
    ],
    ["one line", (n: number) => "a ".repeat(n * 10)],
    ["links", (n: number) => "!<a href='/x'>a</a>".repeat(n)],
    ["bold words", (n: number) => "<b>a.</b>b ".repeat(n)],
    ["code spans", (n: number) => "<code>a</code>".repeat(n)],
    ["code and links", (n: number) => "<code>a<a></a></code>".repeat(n)],
    ["asterisks", (n: number) => "*".repeat(n * 10)],
    ["brackets", (n: number) => "[a](".repeat(n * 4)],
    ["entities", (n: number) => "&amp;lt;".repeat(n * 2)],
    ["addresses", (n: number) => "www.a.example_".repeat(n)],
    ["one address", (n: number) => `https://x.example/${"*_".repeat(n * 5)}`],
    ["digits", (n: number) => "<span>1</span>".repeat(n)],
    ["hyphens", (n: number) => `a<br>${"- ".repeat(n * 5)}`],
    ["list items", (n: number) => `<ul>${"<li><p>a</p>".repeat(n)}</ul>`],
    ["lists", (n: number) => "<ul><li>a</ul>".repeat(n)],
    ["cards", (n: number) => "<a href=/x><div>a</div><p>b</p></a>".repeat(n)],
    ["headings in one card", (n: number) => `<a href=/x>${"<h5>a</h5>b".repeat(n)}</a>`],
    ["silent links", (n: number) => "<a href=/x title=a></a>".repeat(n)],
    ["covered headings", (n: number) => "<a href=/x title=a></a><h3>a</h3>".repeat(n)],
    ["covers of one heading", (n: number) => `${"<a href=/x title=a></a>".repeat(n)}<h3>a</h3>`],
    [
      "empty links in links",
      (n: number) => "<a href=/x title=a><table><td>".repeat(Math.ceil(n / 10)),
    ],
    ["numbered code", (n: number) => `<pre>${"<i>1</i>a\n".repeat(n)}</pre>`],
    ["footnotes", (n: number) => "<a href='#fn1'>1</a><div class=footnotes>".repeat(n)],
    ["unclosed", (n: number) => "<p><b><i>a".repeat(n)],
    ["spaces", (n: number) => `a${" \n\t&nbsp;".repeat(n * 2)}b`],
  ])("ends, with output in proportion to the page: %s", (_, make) => {
    const html = make(50_000);
    expect(convert(html).length).toBeLessThan(html.length * 3);
  });

  it("never throws on a truncated page", () => {
    fc.assert(
      fc.property(blockHtml, fc.double({ min: 0, max: 1, noNaN: true }), (html, share) => {
        expect(typeof convert(html.slice(0, Math.floor(html.length * share)))).toBe("string");
      }),
      { numRuns: 500 },
    );
  });

  it("replaces embedded images", () => {
    const html = `<img alt=x src="data:image/png;base64,${"A".repeat(1_000_000)}">`;
    expect(convert(html)).toBe("");
  });

  it.skipIf(corpusMissing)(`never throws on a truncated real page${corpusMissing}`, () => {
    const page = corpusText("readability/wikipedia-3/source.html.gz");
    for (let end = 0; end < page.length; end += 20_011) {
      expect(typeof convert(page.slice(0, end))).toBe("string");
    }
  });
});
