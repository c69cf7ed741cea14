import { describe, expect, it } from "vitest";
import { madePdf, shown, type MadePage, type NamedFont } from "./made-pdf.ts";
import { scrapeRoute, scrapeSuccess, typed } from "./scraping.ts";

async function scrapePdf(pages: readonly MadePage[], font?: NamedFont) {
  const result = await scrapeSuccess(typed("application/pdf", madePdf(pages, font)));
  return { markdown: result.markdown?.trim(), warnings: result.warnings };
}

async function markdownOf(...content: readonly string[]): Promise<string | undefined> {
  return (await scrapePdf([{ content: content.join("") }])).markdown;
}

describe("a PDF's text", () => {
  it.each([
    ["90ms-RKSJ-H", "Japan1", "桟橋は春に", "8e568bb482cd8f7482c9"],
    ["EUC-H", "Japan1", "渡し船の時刻", "c5cfa4b7c1a5a4cebbfeb9ef"],
    ["UniJIS-UTF16-H", "Japan1", "潮の満ち引き", "6f6e306e6e8030615f15304d"],
    ["GBK-EUC-H", "GB1", "码头在春天修复", "c2ebcdb7d4dab4baccecd0deb8b4"],
    ["UniGB-UCS2-H", "GB1", "渡轮每天开出", "6e218f6e6bcf59295f0051fa"],
    ["ETen-B5-H", "CNS1", "碼頭在春天修復", "bd58c059a662ac4ba4d1add7b45f"],
    ["KSCms-UHC-H", "Korea1", "항구 소식", "c7d7b1b820bcd2bdc4"],
    ["UniKS-UCS2-H", "Korea1", "부두는 봄에", "bd80b450b2940020bd04c5d0"],
  ])("is read with the predefined character map %s", async (...row) => {
    const [encoding, ordering, text, bytes] = row;
    const content = shown(`<${bytes}>`, [60, 760], { font: "F3" });
    const result = await scrapePdf([{ content }], { encoding, ordering });
    expect(result).toEqual({ markdown: text, warnings: [] });
  });

  it("that its font does not tell is told", async () => {
    const content = shown("Known", [60, 760]) + shown("<00010002>", [60, 700], { font: "F3" });
    const result = await scrapePdf([{ content }]);
    expect(result.warnings).toEqual(["unreadable-text"]);
    expect(result.markdown).toContain("\ufffd");
  });

  it.each([
    ["one", "<FEFF6E2F>", "<0001>", "港"],
    ["two letters of one glyph", "<FEFF6E2F6E7E>", "<0001>", "港湾"],
    ["one text of two glyphs", "<FEFF6E2F>", "<00010002>", "港"],
    ["a letter beyond 16 bits", "<FEFFD842DFB7>", "<0001>", "𠮷"],
    ["a string with escapes", "(\\376\\377n/)", "<0001>", "港"],
    ["Latin letters", "(ffi)", "<0001>", "ffi"],
    ["spaces in its hexadecimal digits", "<FE FF 6E 2F>", "<0001>", "港"],
  ])("is what a glyph without a letter stands for: %s", async (...row) => {
    const [, text, glyphs, expected] = row;
    const span = `/Span <</ActualText ${text} >> BDC ${shown(glyphs, [60, 760], { font: "F3" })} EMC\n`;
    expect(await scrapePdf([{ content: span }])).toEqual({ markdown: expected, warnings: [] });
  });

  it("is that of each page where glyphs without letters stand for some", async () => {
    const pages = ["<FEFF6E2F>", "<FEFF6E7E>"].map((text, index) => {
      const span = `/Span <</ActualText ${text}>> BDC ${shown("<0001>", [60, 760], { font: "F3" })} EMC\n`;
      return { content: span + shown("Pier", [60, 700 - index]) };
    });
    const { markdown } = await scrapePdf(pages);
    expect(markdown).toBe("港\n\nPier\n\n---\n\n湾\n\nPier");
  });

  it("is told to be missing on pages of pictures", async () => {
    const text = { content: shown("Harbour news", [60, 760]) };
    const picture = { content: "0 0 200 200 re f" };
    expect(await scrapePdf([text, picture, text])).toEqual({
      markdown: "Harbour news\n\n---\n\n[Page 2 has no text.]\n\n---\n\nHarbour news",
      warnings: ["pages-without-text"],
    });
  });

  it("is missing altogether with pictures alone", async () => {
    const { warnings } = await scrapePdf([{ content: "0 0 200 200 re f" }]);
    expect(warnings).toEqual(["no-visible-text", "pages-without-text"]);
  });

  it("is joined where a word is divided at the end of a line", async () => {
    const lines = shown("The har\xad", [60, 760]) + shown("bour is open.", [60, 747]);
    expect(await markdownOf(lines)).toBe("The harbour is open.");
  });

  it("is joined where letters stand apart", async () => {
    expect(await markdownOf(shown("HARBOUR", [60, 760], { spacing: 5 }))).toBe("HARBOUR");
    expect(await markdownOf(shown("T i d e s", [60, 760]))).toBe("Tides");
  });

  it("is there once where it was drawn twice to be bold", async () => {
    const twice = shown("Tides", [60, 760]) + shown("Tides", [60.3, 760]);
    expect(await markdownOf(twice)).toBe("Tides");
  });
});

describe("a PDF's structure", () => {
  it("has rows where columns are clear", async () => {
    const rows = [
      ["Pier", "Depth", "Fee"],
      ["North", "4.5 m", "12.00"],
      ["South", "3.0 m", "9.50"],
    ];
    const content = rows.flatMap((row, y) =>
      row.map((cell, x) => shown(cell, [60 + x * 120, 760 - y * 14])),
    );
    expect(await markdownOf(...content)).toBe(
      "| Pier | Depth | Fee |\n| --- | --- | --- |\n| North | 4.5 m | 12.00 |\n| South | 3.0 m | 9.50 |",
    );
  });

  it("has empty cells and cells of two lines in their rows", async () => {
    const content = [
      shown("Pier", [60, 760]),
      shown("Note", [160, 760]),
      shown("Fee", [400, 760]),
      shown("North", [60, 740]),
      shown("dredged in spring and", [160, 740]),
      shown("open again", [160, 727]),
      shown("12.00", [400, 740]),
      shown("South", [60, 707]),
      shown("9.50", [400, 707]),
    ];
    expect(await markdownOf(...content)).toBe(
      "| Pier | Note | Fee |\n| --- | --- | --- |\n| North | dredged in spring and open again | 12.00 |\n| South |  | 9.50 |",
    );
  });

  it("keeps the order of two columns, also where lines were written across them", async () => {
    const left = [
      "The pier was mended in the spring",
      "and the ferry goes each morning",
      "at nine o'clock from its east end",
      "to the islands, but on Sundays it",
      "stays where it is for the day.",
    ];
    const right = [
      "Fishing boats are asked to land",
      "their catch on the north side and",
      "to leave before the ferry comes,",
      "which takes all of the room that",
      "there is on the southern side.",
    ];
    const lines = left.flatMap((text, i) => [
      shown(text, [60, 760 - i * 13]),
      shown(right[i] ?? "", [330, 760 - i * 13]),
    ]);
    const markdown = await markdownOf(...lines);
    expect(markdown?.replaceAll(/\s+/g, " ")).toBe([...left, ...right].join(" "));
  });

  it("has bullets, nested by their indentation", async () => {
    const content = [
      shown("\x95 Boats", [60, 760]),
      shown("\x95 Ferries", [80, 746]),
      shown("\x95 Tugs", [80, 732]),
      shown("\x95 Piers", [60, 718]),
    ];
    expect(await markdownOf(...content)).toBe("- Boats\n  - Ferries\n  - Tugs\n- Piers");
  });

  it.each([
    ["one", [["Boats", 60]], "- Boats"],
    [
      "some",
      [
        ["Boats", 60],
        ["Piers", 60],
      ],
      "- Boats\n- Piers",
    ],
    [
      "nested ones",
      [
        ["Boats", 60],
        ["Tugs", 80],
        ["Piers", 60],
      ],
      "- Boats\n  - Tugs\n- Piers",
    ],
    [
      "ones within them",
      [
        ["Boats", 60],
        ["Tugs", 80],
        ["Small", 100],
      ],
      "- Boats\n  - Tugs\n    - Small",
    ],
    ["one of a single letter", [["A", 60]], "- A"],
  ] as const)("has drawn bullets that are marked as labels: %s", async (_, items, expected) => {
    const content = items.map(([text, x], index) => {
      const y = 760 - index * 14;
      const dot = `/Lbl <</MCID ${index * 2}>> BDC ${x - 12} ${y} 4 4 re f EMC\n`;
      return `${dot}/LBody <</MCID ${index * 2 + 1}>> BDC ${shown(text, [x, y])} EMC\n`;
    });
    expect(await markdownOf(...content)).toBe(expected);
  });

  it("has labels that are texts as they are", async () => {
    const label = `/Lbl <</MCID 0>> BDC ${shown("4.", [60, 760])} EMC\n`;
    const item = `/LBody <</MCID 1>> BDC ${shown("Boats", [74, 760])} EMC\n`;
    expect(await markdownOf(label, item)).toBe("4. Boats");
  });

  it("has numbered items, with the lines that go on under their text", async () => {
    const content = [
      shown("3. Look at the table of the tides, which hangs beside the door", [60, 760]),
      shown("of the office.", [74, 747]),
      shown("4. Go.", [60, 734]),
    ];
    expect(await markdownOf(...content)).toBe(
      "3. Look at the table of the tides, which hangs beside the door of the office.\n4. Go.",
    );
  });

  it("keeps the lines and indentation of monospaced text", async () => {
    const content = [
      shown("A program that is short, as an example of one:", [60, 780]),
      shown("if tide > 3:", [60, 750], { font: "F2" }),
      shown("leave()", [86.4, 737], { font: "F2" }),
      shown("else: wait()", [60, 724], { font: "F2" }),
    ];
    expect(await markdownOf(...content)).toBe(
      "A program that is short, as an example of one:\n\n```\nif tide > 3:\n    leave()\nelse: wait()\n```",
    );
  });

  it("has its links on the words that they cover", async () => {
    const content = shown("See the tables of today.", [60, 760]);
    const rect = [81, 757, 136, 771];
    const url = "https://tides.example/today";
    const { markdown } = await scrapePdf([{ content, links: [{ url, rect }] }]);
    expect(markdown).toBe(`See [the tables](${url}) of today.`);
  });

  it("has no links to other than the web and mail", async () => {
    const content = shown("Open", [60, 760]);
    const rect = [58, 757, 90, 771];
    const { markdown } = await scrapePdf([
      { content, links: [{ url: "file:///etc/passwd", rect }] },
    ]);
    expect(markdown).toBe("Open");
  });

  it("has short lines of their own", async () => {
    const content = [
      shown(
        "A line that is as wide as the lines of this page are, and so is the next one",
        [60, 760],
      ),
      shown("and this one.", [60, 747]),
      shown("Pier", [90, 734]),
      shown("Ferry", [90, 721]),
    ];
    expect((await markdownOf(...content))?.split("\n\n").slice(1)).toEqual(["Pier", "Ferry"]);
  });
});

describe("a PDF that is damaged", () => {
  it("is read where its cross-reference table is wrong", async () => {
    const pdf = Buffer.from(madePdf([{ content: shown("Harbour news", [60, 760]) }]));
    const broken = Buffer.from(
      pdf.toString("latin1").replace(/startxref\n\d+/, "startxref\n7"),
      "latin1",
    );
    const result = await scrapeSuccess(typed("application/pdf", broken));
    expect(result.markdown?.trim()).toBe("Harbour news");
  });

  it("tells that a page cannot be read", async () => {
    const pdf = Buffer.from(madePdf([1, 2].map(() => ({ content: shown("News", [60, 760]) }))));
    const broken = pdf
      .toString("latin1")
      .replace(/\[(\d+ 0 R) \d+ 0 R\] \/Count/, "[$1 999 0 R] /Count");
    const result = await scrapeSuccess(typed("application/pdf", Buffer.from(broken, "latin1")));
    expect(result.markdown?.trim()).toBe("News\n\n---\n\n[Page 2 cannot be read.]");
    expect(result.warnings).toEqual(["pages-without-text"]);
  });

  it("fails with a reason where it takes a password", async () => {
    const pdf = Buffer.from(madePdf([{ content: shown("Secret", [60, 760]) }])).toString("latin1");
    const key = "00".repeat(32);
    const locked = pdf.replace(
      "/Root 1 0 R",
      `/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >>`,
    );
    const result = await scrapeRoute(typed("application/pdf", Buffer.from(locked, "latin1")));
    expect(result).toMatchObject({ status: "failed", code: "UNSUPPORTED_TYPE" });
    expect(result.error).toMatch(/password/i);
  });
});
