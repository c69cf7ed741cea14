import { describe, expect, it } from "vitest";
import { pdfToHtml, type PdfRun } from "../../../src/scraper/pdf-layout.ts";

function run(str: string, y: number, fontSize = 10): PdfRun {
  return { str, x: 0, y, fontSize, hasEOL: true };
}

function body(html: string): string {
  return html.replace(/^.*<main>|<\/main>.*$/gs, "");
}

describe("pdfToHtml", () => {
  it("makes headings of larger lines and paragraphs of near ones", () => {
    const page = [
      run("A title", 700, 20),
      run("The first paragraph of the document", 670),
      run("goes over two lines.", 658),
      run("The second stands apart.", 630),
      run("A section", 600, 14),
      run("Its text.", 580),
    ];
    expect(body(pdfToHtml([page]))).toBe(
      [
        "<h1>A title</h1>",
        "<p>The first paragraph of the document goes over two lines.</p>",
        "<p>The second stands apart.</p>",
        "<h2>A section</h2>",
        "<p>Its text.</p>",
      ].join("\n"),
    );
  });

  it("joins runs of a line and hyphenated words", () => {
    const parts = [
      { ...run("Two ", 100), hasEOL: false },
      run("runs and a hyphen-", 100),
      run("ated word, not Anglo-", 88),
      run("Saxon.", 76),
    ];
    expect(body(pdfToHtml([parts]))).toBe(
      "<p>Two runs and a hyphenated word, not Anglo- Saxon.</p>",
    );
  });

  it("separates pages and escapes text and title", () => {
    const html = pdfToHtml([[run("a < b", 10)], [run("c & d", 10)]], `"T" <b>`);
    expect(html).toContain("<title>&quot;T&quot; &lt;b&gt;</title>");
    expect(body(html)).toBe("<p>a &lt; b</p>\n<hr>\n<p>c &amp; d</p>");
  });

  it("gives an empty page for a PDF without text", () => {
    expect(body(pdfToHtml([]))).toBe("");
    expect(body(pdfToHtml([[run(" ", 1)]]))).toBe("");
  });
});
