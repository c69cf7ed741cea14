import { describe, expect, it } from "vitest";
import { pdfToHtml } from "../../../../src/scraper/pdf/pdf-layout.ts";
import type { PdfPage, PdfRun } from "../../../../src/scraper/pdf/pdf-run.ts";

function run(str: string, y: number, fontSize = 10): PdfRun {
  return { str, x: 0, y, width: str.length * fontSize * 0.5, fontSize };
}

function page(...runs: readonly PdfRun[]): PdfPage {
  return { runs, links: [] };
}

function body(html: string): string {
  return html.replace(/^.*<main>|<\/main>.*$/gs, "");
}

describe("pdfToHtml", () => {
  it("makes headings of larger lines and paragraphs of near ones", () => {
    const lines = [
      run("A title", 700, 20),
      run("The first paragraph of the document", 670),
      run("goes over two lines.", 658),
      run("The second stands apart.", 630),
      run("A section", 600, 14),
      run("Its text.", 580),
    ];
    expect(body(pdfToHtml([page(...lines)]))).toBe(
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
      run("Two ", 100),
      { ...run("runs and a hyphen-", 100), x: 20 },
      run("ated word, not Anglo-", 88),
      run("Saxon.", 76),
    ];
    expect(body(pdfToHtml([page(...parts)]))).toBe(
      "<p>Two runs and a hyphenated word, not Anglo-Saxon.</p>",
    );
  });

  it.each([" a ", " a", "a "])("keeps the spaces of a run of one letter: '%s'", (letter) => {
    const parts = [
      run(letter.startsWith(" ") ? "This is" : "This is ", 100),
      { ...run(letter, 100), x: letter.startsWith(" ") ? 35 : 40 },
      {
        ...run(letter.endsWith(" ") ? "pier." : " pier.", 100),
        x: 35 + 5 * 3 - (letter === " a" ? 5 : 0),
      },
    ];
    expect(body(pdfToHtml([page(...parts)]))).toBe("<p>This is a pier.</p>");
  });

  it.each([
    ["at their left edge", 26],
    ["in their middle", 29],
    ["on their right half", 30.5],
  ])("parts no Hebrew word by marks that are drawn by themselves, %s", (_, x) => {
    const part = (str: string, at: number, width: number): PdfRun => ({
      ...run(str, 100),
      x: at,
      width,
      rtl: true,
    });
    const word = [part("י", 32, 4), part("\u05b6", x, 0), part("כ", 26, 6), part("ם", 20, 6)];
    expect(body(pdfToHtml([page(...word)]))).toBe("<p>יכ\u05b6ם</p>");
  });

  it("separates pages and escapes text and title", () => {
    const html = pdfToHtml([page(run("a < b", 10)), page(run("c & d", 10))], `"T" <b>`);
    expect(html).toContain("<title>&quot;T&quot; &lt;b&gt;</title>");
    expect(body(html)).toBe("<p>a &lt; b</p>\n<hr>\n<p>c &amp; d</p>");
  });

  it("gives an empty page for a PDF without text", () => {
    expect(body(pdfToHtml([]))).toBe("");
    expect(body(pdfToHtml([page()]))).toBe("");
  });

  it.each([
    ["at the end of a line", ["the har\u00ad", "bour is open"], "the harbour is open"],
    ["before a capital letter", ["McAr\u00ad", "Thur was here"], "McArThur was here"],
    ["within a line", ["the har\u00adbour"], "the harbour"],
    ["that is a hyphen of its own", ["the har\u2010", "bour is open"], "the harbour is open"],
    [
      "but not of Chinese lines",
      ["\u7801\u5934", "\u5728\u6625\u5929"],
      "\u7801\u5934\u5728\u6625\u5929",
    ],
  ])("joins words with a soft hyphen %s", (_, texts, expected) => {
    const lines = texts.map((text, index) => run(text, 100 - index * 12));
    expect(body(pdfToHtml([page(...lines)]))).toBe(`<p>${expected}</p>`);
  });

  it("raises and lowers numbers that are smaller and off the line", () => {
    const parts = [
      run("H", 100),
      { ...run("2", 97, 7), x: 5 },
      { ...run("O, 10", 100), x: 8.5 },
      { ...run("6", 104, 7), x: 33.5 },
    ];
    expect(body(pdfToHtml([page(...parts)]))).toBe("<p>H<sub>2</sub>O, 10<sup>6</sup></p>");
  });
});

describe("headings", () => {
  const text = (lines: number, size = 10) =>
    Array.from({ length: lines }, (_, index) =>
      run(`The text of line ${index} is rather long.`, 600 - index * 30, size),
    );
  const tags = (...runs: readonly PdfRun[]) =>
    [...body(pdfToHtml([page(...runs)])).matchAll(/<(h\d|p)>/g)].map(([, tag]) => tag).join(" ");

  it("are few of the lines, by the size of which most of them are", () => {
    expect(tags(run("Title", 700, 20), ...text(4))).toBe("h1 p p p p");
    expect(tags(run("Title", 700, 14), ...text(4))).toBe("h2 p p p p");
    expect(tags(run("Title", 700, 12.5), ...text(4))).toBe("h3 p p p p");
  });

  it("are not larger than the text by a little", () => {
    expect(tags(run("Title", 700, 11), ...text(4))).toBe("p p p p p");
  });

  it("are not the text of a page whose notes are longer than it", () => {
    const notes = Array.from({ length: 30 }, (_, index) =>
      run(`Note ${index} that is small and of some length.`, 280 - index * 9, 6),
    );
    const found = tags(run("Title", 700, 20), ...text(10), ...notes);
    expect(found).toMatch(/^h1( p)+$/);
  });

  it("are not long paragraphs", () => {
    const long = Array.from({ length: 5 }, (_, index) =>
      run(`A paragraph in large letters, line ${index} of a summary.`, 700 - index * 15, 13),
    );
    expect(tags(...long, ...text(20))).toMatch(/^p( p)+$/);
  });

  it("are the largest few of a page of boxes in several sizes", () => {
    const boxes = [8, 8, 8, 8, 8, 10, 11, 12, 12, 13, 14, 14].map((size, index) =>
      run(`Box ${index} with words`, 700 - index * 40, size),
    );
    expect(tags(...boxes).match(/h\d/g)).toEqual(["h3", "h3"]);
  });

  it("are those of a short document, however few its lines are", () => {
    expect(tags(run("A title", 700, 20), run("A short text.", 650))).toBe("h1 p");
  });
});
