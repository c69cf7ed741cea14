import { describe, expect, it } from "vitest";
import type { AcquiredPage } from "../../../src/scraper/run/acquired-page.ts";
import { pdfToHtml } from "../../../src/scraper/pdf/pdf-layout.ts";
import type { PdfRun } from "../../../src/scraper/pdf/pdf-run.ts";
import { readPdf } from "../../../src/scraper/pdf/read-pdf.ts";
import { madePdf, shown } from "./made-pdf.ts";

type Part = readonly [str: string, x: number, width: number];

/** Runs of lines as the reader gives them: those of Hebrew and Arabic in the order that they are read. */
function htmlOf(...lines: readonly (readonly Part[])[]): string {
  const runs = lines.flatMap((parts, index) =>
    parts.map(([str, x, width]): PdfRun => {
      const place = { x, y: 700 - index * 14, width, fontSize: 10 };
      return /[\u0590-\u06ff]/u.test(str) ? { str, ...place, rtl: true } : { str, ...place };
    }),
  );
  return pdfToHtml([{ runs, links: [] }]).replace(/^.*<main>|<\/main>.*$/gs, "");
}

describe("a list of a PDF from right to left", () => {
  it.each([
    [
      "after its text",
      [
        ["ראשון", 500, 30],
        ["•", 535, 4],
      ],
    ],
    [
      "left of its text, where the writer shaped it so",
      [
        ["•", 488, 6],
        ["ראשון", 500, 30],
      ],
    ],
    ["in one run with it", [["• ראשון", 500, 40]]],
  ] as const)("has its marks: %s", (_, parts) => {
    const second = parts.map(([str, x, width]) => [str.replace("ראשון", "שני"), x, width] as const);
    expect(htmlOf(parts, second)).toBe("<ul><li>ראשון</li><li>שני</li></ul>");
  });

  it("has its numbers", () => {
    const item = (number: string, text: string, x: number): Part[] => [
      [".", 552, 4],
      [number, 556, 8],
      [text, x, 548 - x],
    ];
    expect(htmlOf(item("1", "אחד", 525), item("2", "שתיים", 518))).toBe(
      "<ol><li>אחד</li><li>שתיים</li></ol>",
    );
  });

  it("is nested by its right edge", () => {
    const item = (text: string, x: number, right: number): Part[] => [
      ["•", x - 11, 6],
      [text, x, right - x],
    ];
    const lines = [item("ראשון", 518, 548), item("פנימי", 492, 518), item("שני", 530, 548)];
    expect(htmlOf(...lines)).toBe("<ul><li>ראשון<ul><li>פנימי</li></ul></li><li>שני</li></ul>");
  });
});

describe("a line of a PDF from right to left", () => {
  it.each([
    ["after a number", [["היה 1,234.50 ₪ לטון", 400, 120]], "היה 1,234.50 ₪ לטון"],
    ["in pdf.js' order", [["היה ₪ 1,234.50 לטון", 400, 120]], "היה 1,234.50 ₪ לטון"],
    ["of others", [["היה € 12 לטון", 400, 120]], "היה 12 € לטון"],
    ["at its end", [["מחיר ₪ 12", 400, 120]], "מחיר 12 ₪"],
    ["before a number", [["₪ 50 או", 400, 120]], "50 ₪ או"],
    ["apart from letters of a list", [["א ה ו נ", 400, 60]], "א ה ו נ"],
    ["between words", [["שני – שלישי", 400, 120]], "שני – שלישי"],
  ] as const)("has the sign of its money: %s", (_, parts, expected) => {
    expect(htmlOf(parts)).toBe(`<p>${expected}</p>`);
  });
});

async function readLetters(content: string, letters: Iterable<string>): Promise<string> {
  const bytes = madePdf([{ content }], undefined, letters);
  const { html } = await readPdf({ bytes } as AcquiredPage, new AbortController().signal);
  return html.replace(/^.*<main>|<\/main>.*$/gs, "");
}

describe("letters of a PDF that its font does not tell", () => {
  // The font tells ש, ל, ו and ם for a, b, c and d; F stands for itself.
  const read = (content: string) => readLetters(content, "שלום");
  const span = (text: string, glyphs: string) =>
    `/Span <</ActualText <FEFF${text}>>> BDC\n${shown(glyphs, [90, 760])}EMC\n`;

  it.each([
    ["before its letter", "05E905B805C1", "Fa", "שָׁ"],
    ["after its letter", "05E905B805C1", "aF", "שָׁ"],
    ["among letters", "05DC05D5", "bFc", "לו"],
    ["twice", "05E905B805C1", "aFF", "שָׁ"],
  ])("are those of the content: %s", async (...[, text, glyphs, expected]) => {
    expect(await read(span(text, glyphs))).toBe(`<p>${expected}</p>`);
  });

  it("are as they are where the content tells none", async () => {
    expect(await read(shown("aF", [90, 760]))).toContain("F");
  });
});

describe("a letter of a PDF without a width", () => {
  const part = (str: string, x: number, width: number): PdfRun => ({
    str,
    x,
    y: 700,
    width,
    fontSize: 12,
    rtl: true,
  });
  const text = (...runs: readonly PdfRun[]) =>
    pdfToHtml([{ runs, links: [] }]).replace(/^.*<main>|<\/main>.*$/gs, "");

  it.each([
    ["first in its word", [part("שָׁ", 108.4, 0), part("לוֹם", 81, 20.1)], "שָׁלוֹם"],
    ["last in its word", [part("לוֹם", 112, 20), part("שָׁ", 108.4, 0)], "לוֹםשָׁ"],
    ["alone in its word", [part("שָׁ", 108.4, 0), part("לום", 76, 20)], "שָׁ לום"],
    ["after a space", [part("לום", 130, 20), part("שָׁ", 108.4, 0)], "לום שָׁ"],
  ])("is of the word that it stands in: %s", (_, runs, expected) => {
    expect(text(...runs)).toBe(`<p>${expected}</p>`);
  });
});

describe("a glyph of two letters of a PDF", () => {
  // a is alef, b lam, c to e ligatures of lam with alefs, and the rest other letters.
  const letters = ["ا", "ل", "لا", "لإ", "لأ", "م", "ت", "خ", "ى", "إ", "د"];
  const article = "fca";

  it.each([
    ["before another letter", "gcf", "ملات"],
    ["between lams", "bch", "خلال"],
    ["first in its word", "kd", "لإد"],
    ["after an alef", "fea", "الأم"],
    ["twice", "gccf", "ملالات"],
  ])("keeps their order: %s", async (_, glyphs, expected) => {
    const content = shown(`${glyphs} ${article}`, [60, 760]);
    expect(await readLetters(content, letters)).toBe(`<p>الام ${expected}</p>`);
  });

  it.each([
    ["an article", "kfba", "المد"],
    ["a word of two glyphs", "ibj", "إلى"],
    ["what may be either", "gbaf gcf", "مالت مالت"],
  ])("is none: %s", async (_, glyphs, expected) => {
    const content = shown(`${glyphs} ${article}`, [60, 760]);
    expect(await readLetters(content, letters)).toBe(`<p>الام ${expected}</p>`);
  });
});
