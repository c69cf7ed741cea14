import { describe, expect, it } from "vitest";
import type { AcquiredPage } from "../../../../src/scraper/run/acquired-page.ts";
import { pdfToHtml } from "../../../../src/scraper/pdf/pdf-layout.ts";
import type { PdfRun } from "../../../../src/scraper/pdf/pdf-run.ts";
import { readPdf } from "../../../../src/scraper/pdf/read-pdf.ts";
import { madePdf, shown } from "../made-pdf.ts";

const never = new AbortController().signal;

function main(html: string): string {
  return html.replace(/^.*<main>|<\/main>.*$/gs, "");
}

async function htmlOf(content: string): Promise<string> {
  const { html } = await readPdf({ bytes: madePdf([{ content }]) } as AcquiredPage, never);
  return main(html);
}

/** A cell's text at a place; several texts are lines of it. */
type DrawnCell = readonly [texts: string | readonly string[], x: number];

/** Rows as the structure of a table; the first cells are the head. */
function tagged(rows: readonly (readonly DrawnCell[])[]): string {
  let id = 0;
  const drawn = rows.map((row, y) => {
    const cells = row.map(([texts, x]) => {
      const lines = [texts].flat();
      const show = lines.map((text, line) => shown(text, [x, 740 - y * 40 - line * 13])).join("");
      return `/${y === 0 ? "TH" : "TD"} <</MCID ${id++}>> BDC\n${show}EMC\n`;
    });
    return `% TR\n${cells.join("")}`;
  });
  return `% Table\n${drawn.join("")}% end\n`;
}

function cellsOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell),
  );
}

describe("a table of a PDF's structure", () => {
  it("has cells that stand close beside each other", async () => {
    const rows = tagged([
      [
        ["Region", 60],
        ["Sold", 100],
      ],
      [
        ["South and the islands", 60],
        ["88", 165],
      ],
    ]);
    expect(cellsOf(await htmlOf(rows))).toEqual([
      ["Region", "Sold"],
      ["South and the islands", "88"],
    ]);
  });

  it("has cells of several lines", async () => {
    const rows = tagged([
      [
        ["Pier", 60],
        ["State", 200],
      ],
      [
        [["North pier", "with a crane"], 60],
        [["open", "at noon"], 200],
      ],
    ]);
    expect(cellsOf(await htmlOf(rows))[1]).toEqual(["North pier with a crane", "open at noon"]);
  });

  it("has cells that are drawn in another order across", async () => {
    const rows = tagged([
      [
        ["B", 200],
        ["A", 60],
      ],
      [
        ["2", 200],
        ["1", 60],
      ],
    ]);
    expect(cellsOf(await htmlOf(rows))).toEqual([
      ["B", "A"],
      ["2", "1"],
    ]);
  });

  it("has as many cells in each row as in the longest", async () => {
    const rows = tagged([[["Head", 60]], [["a", 60], ["b", 200]], [["c", 60]]]); // prettier-ignore
    expect(cellsOf(await htmlOf(rows))).toEqual([
      ["Head", ""],
      ["a", "b"],
      ["c", ""],
    ]);
  });

  it("stands between the paragraphs about it", async () => {
    const rows = tagged([
      [
        ["A", 60],
        ["B", 100],
      ],
      [
        ["1", 60],
        ["2", 100],
      ],
    ]);
    const html = await htmlOf(
      shown("Before it.", [60, 770]) + rows + shown("After it.", [60, 600]),
    );
    expect(html).toMatch(/^<p>Before it\.<\/p>\s*<table>.*<\/table>\s*<p>After it\.<\/p>$/s);
  });

  it.each([
    [
      "one row",
      [
        [
          ["Left", 60],
          ["Right", 300],
        ],
      ],
    ],
    ["one column", [[["Upper", 60]], [["Lower", 60]]]],
  ] as const)("is none with %s", async (_, rows) => {
    expect(await htmlOf(tagged(rows))).not.toContain("<table>");
  });
});

function run(str: string, at: readonly [number, number], width = str.length * 5): PdfRun {
  return { str, x: at[0], y: at[1], width, fontSize: 10 };
}

function bodyOf(...runs: readonly PdfRun[]): string {
  return main(pdfToHtml([{ runs, links: [] }]));
}

describe("what a PDF draws", () => {
  it.each([
    ["1.", "2.", "ol"],
    ["•", "•", "ul"],
    ["◦", "◦", "ul"],
  ])("after its text, as marks of lists: %s", (one, two, list) => {
    const html = `<${list}><li>Open it</li><li>Read it</li></${list}>`;
    const items = [run("Open it", [80, 700]), run("Read it", [80, 686])];
    expect(bodyOf(...items, run(one, [66, 700]), run(two, [66, 686.4]))).toBe(html);
  });

  it("far left of its text is no mark of it", () => {
    expect(bodyOf(run("Open it", [200, 700]), run("•", [20, 700]))).not.toContain("<li>");
  });

  it.each([
    ["a line", [700, 686, 672]],
    ["two lines", [700, 686, 658]],
  ])(
    "in narrow columns is a table where they stand below each other: %s apart",
    (_, [a = 0, b = 0, c = 0]) => {
      const html = bodyOf(
        run("Fees", [20, a]),
        run("1234", [100, a], 20),
        run("A long name here", [20, b], 75.5),
        run("99", [100.4, b], 10),
        run("Toll", [20, c]),
        run("77777", [100, c], 25),
      );
      expect(cellsOf(html)).toEqual([
        ["Fees", "1234"],
        ["A long name here", "99"],
        ["Toll", "77777"],
      ]);
    },
  );

  it("with wide spaces in a paragraph is one", () => {
    const words = ["The", "quick", "brown", "fox"];
    const lines = [700, 688, 676].flatMap((y, line) =>
      words.map((word, index) => run(word, [20 + index * (32.2 + line * 0.7), y], 28)),
    );
    expect(bodyOf(...lines)).not.toContain("<table>");
  });

  it("as half letters without width parts no word", () => {
    const word = [run("वा", [20, 700], 10), run("क्", [30, 700], 0), run("य", [36, 700], 6)];
    expect(bodyOf(...word)).toBe("<p>वाक्य</p>");
  });

  it("as a link over two lines is one link", () => {
    const runs = [run("see the", [20, 700], 35), run("full report", [20, 688], 55)];
    const url = "https://example.org/r";
    const links = [
      { url, rect: [20, 698, 55, 710] as const },
      { url, rect: [20, 686, 75, 698] as const },
    ];
    expect(main(pdfToHtml([{ runs, links }]))).toBe(
      `<p><a href="${url}">see the full report</a></p>`,
    );
  });
});
