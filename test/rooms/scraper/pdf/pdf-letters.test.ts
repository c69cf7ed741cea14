import { describe, expect, it } from "vitest";
import type { AcquiredPage } from "../../../../src/scraper/run/acquired-page.ts";
import { readPdf } from "../../../../src/scraper/pdf/read-pdf.ts";
import { madePdf, shown } from "../made-pdf.ts";

const never = new AbortController().signal;

async function htmlOf(content: string, links?: { url: string; rect: number[] }[]) {
  const pages = [{ content, ...(links === undefined ? {} : { links }) }];
  const { html } = await readPdf({ bytes: madePdf(pages) } as AcquiredPage, never);
  return html.replace(/^.*<main>|<\/main>.*$/gs, "");
}

const paragraph = (text: string) => `<p>${text}</p>`;

describe("letters of a PDF that stand apart", () => {
  it.each([
    ["half their size", 6],
    ["more than half", 8],
    ["all of their size", 11],
  ])("are words where they are drawn so by %s", async (_, spacing) => {
    const text = shown("Harbour news of a pier", [60, 760], { spacing });
    expect(await htmlOf(text)).toBe(paragraph("Harbour news of a pier"));
  });

  it.each([
    ["in small letters", "H e l l o   w o r l d", "Hello world"],
    ["in capitals", "T H E   T I D E S   A T   S E A", "THE TIDES AT SEA"],
    ["with marks and numbers", "O p e n ,   d a i l y   a t   1 2 .", "Open, daily at 12."],
    ["with a word of one letter", "T o   a   p i e r   n o w", "To a pier now"],
    ["alone", "N O T E", "NOTE"],
    ["within a line", "The word t i d e s is here.", "The word tides is here."],
  ])("are words where spaces part them: %s", async (_, text, expected) => {
    expect(await htmlOf(shown(text, [60, 760]))).toBe(paragraph(expected));
  });

  it.each([
    "A B C",
    "A B C D E F",
    "Vitamins A B C D E and K",
    "a c e g",
    "Y N Y Y N",
    "W L W D L",
    "a b = c d",
    "J. R. R. Tolkien",
    "1 2 3 4 5",
    "x y z are letters",
  ])("are none that stand for themselves: %s", async (text) => {
    expect(await htmlOf(shown(text, [60, 760]))).toBe(paragraph(text));
  });

  it.each([
    "t h e t i d e s o f t h e n o r t h e r n s e a",
    "t i d e s . T h e n o r t h",
    "Tw o t i d e s o f t h e n o r t h e r n s e a",
  ])("stay apart where the gaps of their words are lost: %s", async (text) => {
    expect(await htmlOf(shown(text, [60, 760]))).toBe(paragraph(text));
  });

  it("are none in cells", async () => {
    const rows = ["NESO", "YASE"].map((row, y) =>
      [...row].map((letter, x) => shown(letter, [60 + x * 40, 760 - y * 14])).join(""),
    );
    expect(await htmlOf(rows.join(""))).toBe(
      "<table><tr><th>N</th><th>E</th><th>S</th><th>O</th></tr><tr><td>Y</td><td>A</td><td>S</td><td>E</td></tr></table>",
    );
  });

  it("are none in code", async () => {
    const text = shown("A paragraph about a program, as an example:", [60, 780]);
    const code = shown("t i d e s", [60, 740], { font: "F2" });
    expect(await htmlOf(text + code)).toContain("<pre><code>t i d e s</code></pre>");
  });

  it("keep their links", async () => {
    const text = shown("Harbour news", [60, 760], { spacing: 8 });
    const link = { url: "https://tides.example/", rect: [50, 757, 400, 771] };
    expect(await htmlOf(text, [link])).toBe(
      paragraph('<a href="https://tides.example/">Harbour news</a>'),
    );
  });
});
