import { describe, expect, it } from "vitest";
import type { AcquiredPage } from "../../../src/scraper/run/acquired-page.ts";
import { readPdf } from "../../../src/scraper/pdf/read-pdf.ts";
import { madePdf, shown, type MadePage } from "./made-pdf.ts";

const never = new AbortController().signal;

async function read(pages: readonly MadePage[]) {
  const { html, warnings } = await readPdf({ bytes: madePdf(pages) } as AcquiredPage, never);
  return { html: html.replace(/^.*<main>|<\/main>.*$/gs, ""), warnings };
}

async function htmlOf(...content: readonly string[]): Promise<string> {
  return (await read([{ content: content.join("") }])).html;
}

type Row = readonly (readonly [text: string, x: number])[];

function drawn(rows: readonly Row[]): string {
  return rows
    .map((row, y) => row.map(([text, x]) => shown(text, [x, 760 - y * 14])).join(""))
    .join("");
}

function tableOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell),
  );
}

describe("a PDF's tables", () => {
  it.each([
    ["two columns", [60, 200]],
    ["four columns", [60, 160, 260, 360]],
    ["columns of other widths", [60, 90, 300]],
  ])("have their cells: %s", async (_, lefts) => {
    const cells = ["Ab", "Bc", "Cd"].map((row) => lefts.map((_left, x) => `${row}${x}`));
    const rows = cells.map((row) => row.map((text, x) => [text, lefts[x] ?? 0] as const));
    expect(tableOf(await htmlOf(drawn(rows)))).toEqual(cells);
  });

  it("have columns that stand at their right", async () => {
    const rows = [
      ["Fee", "9.50", "112.00"],
      ["Toll", "12.25", "8.00"],
      ["Tax", "100.00", "1.00"],
    ];
    const wide = (text: string) =>
      [...text].reduce((sum, char) => sum + (char === "." ? 278 : 556), 0) * 0.011;
    const placed = rows.map((row) =>
      row.map((text, x) => [text, x === 0 ? 60 : 100 + x * 100 - wide(text)] as const),
    );
    expect(tableOf(await htmlOf(drawn(placed)))).toEqual(rows);
  });

  it("are two where text stands between them", async () => {
    const row = (text: string): Row => [
      [text, 60],
      [`${text}2`, 200],
    ];
    const between: Row = [["A line of text between the tables, longer than a cell.", 60]];
    const html = await htmlOf(drawn([row("Aa"), row("Bb"), between, row("Cc"), row("Dd")]));
    expect(html.match(/<table>/g)).toHaveLength(2);
  });
});

describe("a PDF's code", () => {
  const text = shown("A paragraph about a program, as an example of one:", [60, 780]);
  const mono = (line: string, at: readonly [number, number]) => shown(line, at, { font: "F2" });

  it.each([
    ["one line", ["npm run build"], "npm run build"],
    ["signs of markup", ["if a < b && c > d:"], "if a &lt; b &amp;&amp; c &gt; d:"],
    ["several lines", ["first()", "second()"], "first()\nsecond()"],
  ])("keeps %s", async (_, lines, code) => {
    const drawnLines = lines.map((line, index) => mono(line, [60, 740 - index * 13]));
    expect(await htmlOf(text, ...drawnLines)).toContain(`<pre><code>${code}</code></pre>`);
  });

  it("keeps an empty line", async () => {
    const html = await htmlOf(text, mono("first()", [60, 740]), mono("second()", [60, 714]));
    expect(html).toContain("<pre><code>first()\n\nsecond()</code></pre>");
  });

  it("is within a line of text", async () => {
    const html = await htmlOf(shown("Run", [60, 760]), mono("build()", [84, 760]));
    expect(html).toBe("<p>Run <code>build()</code></p>");
  });

  it("is none where the whole document is typed so", async () => {
    expect(await htmlOf(mono("A letter that was typed.", [60, 760]))).not.toContain("<code>");
  });
});

describe("a PDF's links", () => {
  const content = shown("See the tables of today.", [60, 760]);
  const rect = [81, 757, 136, 771];

  it.each([
    ["http://tides.example/", "http://tides.example/"],
    ["mailto:tides@example.org", "mailto:tides@example.org"],
    ["https://tides.example/?a=1&b=2", "https://tides.example/?a=1&amp;b=2"],
  ])("go to %s", async (url, href) => {
    const { html } = await read([{ content, links: [{ url, rect }] }]);
    expect(html.replace(" </a>", "</a> ")).toBe(
      `<p>See <a href="${href}">the tables</a> of today.</p>`,
    );
  });

  it.each(["javascript:alert\\(1\\)", "file:///etc/passwd", "data:text/html,x"])(
    "do not go to %s",
    async (url) => {
      const { html } = await read([{ content, links: [{ url, rect }] }]);
      expect(html).toBe("<p>See the tables of today.</p>");
    },
  );

  it("are two on one line", async () => {
    const links = [
      { url: "https://a.example/", rect: [58, 757, 80, 771] },
      { url: "https://b.example/", rect: [143, 757, 180, 771] },
    ];
    const { html } = await read([{ content, links }]);
    expect(html.match(/<a /g)).toHaveLength(2);
  });
});

describe("a PDF's pages without text", () => {
  const text = { content: shown("News", [60, 760]) };
  const picture = { content: "0 0 200 200 re f" };
  const blank = { content: shown(" ", [60, 760]) };

  it.each([
    ["the first", [picture, text], "<p>[Page 1 has no text.]</p>\n<hr>\n<p>News</p>"],
    ["the last", [text, picture], "<p>News</p>\n<hr>\n<p>[Page 2 has no text.]</p>"],
    ["of spaces", [text, blank], "<p>News</p>\n<hr>\n<p>[Page 2 has no text.]</p>"],
  ])("are told: %s", async (_, pages, html) => {
    expect(await read(pages)).toEqual({ html, warnings: ["pages-without-text"] });
  });

  it("are told where there are several", async () => {
    const { html } = await read([picture, text, picture]);
    expect(html.match(/\[Page \d has no text\.\]/g)).toEqual([
      "[Page 1 has no text.]",
      "[Page 3 has no text.]",
    ]);
  });
});

describe("reading a PDF", () => {
  it("ends with the caller's reason when it is cancelled", async () => {
    const cancel = new AbortController();
    const reason = new Error("enough");
    const reading = readPdf({ bytes: madePdf([{ content: "" }]) } as AcquiredPage, cancel.signal);
    cancel.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });

  it("does not begin when it is cancelled before", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(async () => readPdf({} as AcquiredPage, signal)).rejects.toThrow("enough");
  });

  it("takes 5,000 pages and says that there are more", async () => {
    const pages = Array.from({ length: 5001 }, () => ({ content: "" }));
    pages[4999] = { content: shown("The last", [60, 760]) };
    pages[5000] = { content: shown("One more", [60, 760]) };
    const { html, warnings } = await read(pages);
    expect(html).toContain("The last");
    expect(html).not.toContain("One more");
    expect(warnings).toContain("truncated");
  }, 60_000);
});
