import { createHash } from "node:crypto";
import { array, assert, constantFrom, property } from "fast-check";
import { diffText, toSideBySideHtml, type HtmlViewOptions } from "dragline/diff";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { pairLines } from "../../../src/diff/render/pair-lines.ts";

function pageOf(before: string, after: string, options?: HtmlViewOptions): string {
  return toSideBySideHtml(before, diffText(before, after, { budgetMs: 1e6 }), options);
}

const before =
  "# Hours\n\nOpen from 10:00 to 17:00.\n\nA block that will be moved far down.\n\nOne.\n\nTwo.\n";
const after =
  "# Hours\n\nOpen from 10:00 to 18:30.\n\nOne.\n\nTwo.\nA block that will be moved far down.\n";
const path = await chromiumPath();

describe("toSideBySideHtml", () => {
  it("marks what was taken out and put in, and the words that differ", () => {
    const page = pageOf(before, after);
    expect(page).toContain("<del>Open from 10:00 to <mark>17:00</mark>.</del>");
    expect(page).toContain("<ins>Open from 10:00 to <mark>18:30</mark>.</ins>");
  });

  it("links the two places of a moved block", () => {
    const page = pageOf(before, after);
    expect(page).toContain('id="move-1-from"');
    expect(page).toContain('href="#move-1-to"');
    expect(page).toContain('id="move-1-to"');
    expect(page).toContain('href="#move-1-from"');
  });

  it("lets nothing load or run but its own style", () => {
    const page = pageOf("a", "b");
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toContain("<script");
  });

  it("writes whatever the texts and labels hold as text", () => {
    const evil = constantFrom(
      "<script>",
      "</style>",
      "\"'>",
      "&amp;",
      "</table>",
      "\u0000",
      "\u202e",
      "x\n",
      "<!--",
      "]]>",
    );
    const allowed =
      /^(?:<\/?(?:tr|td|del|ins|mark|a|span|p)(?: (?:class|id|href|colspan)="[\w #-]*")*>|[^<>"\u0000\u202e])*$/;
    assert(
      property(array(evil), array(evil), (was, is) => {
        const page = pageOf(was.join(""), is.join(""));
        const body = /<(?:tbody|main)>([^]*)<\/(?:tbody|main)>/.exec(page)?.[1] ?? "";
        expect(body.replace(/^\s*<table>[^]*<tbody>|<\/tbody>[^]*$/g, "")).toMatch(allowed);
      }),
    );
    const label = '<img src="x">';
    const page = pageOf("a", "b", { title: label, beforeLabel: label, afterLabel: label });
    expect(page).not.toContain("<img");
  });

  it("says what is not shown, what is left out, and that nothing differs", () => {
    const lines = "same\n".repeat(20);
    expect(pageOf(`a\n${lines}`, `b\n${lines}`)).toContain("17 lines not shown");
    const omitted = toSideBySideHtml("a", diffText("a", "b", { maxSize: 0 }));
    expect(omitted).toContain("some changes are left out");
    expect(pageOf("a", "a")).toContain("The texts are the same.");
  });

  describe.skipIf(path === undefined)(`${browserTitle("the page", path)} in Chromium`, () => {
    it(
      "applies its style, fits a phone and follows the dark scheme",
      { timeout: 120_000 },
      async () => {
        const browser = await openChromium(path ?? "");
        try {
          const page = await browser.newPage();
          const seen: string[] = [];
          page.on("console", (message) => seen.push(message.text()));
          await page.setViewport({ width: 360, height: 700 });
          const long = `${before}${"longword".repeat(100)}\n`;
          const html = pageOf(long, `${after}<script>document.title = "ran"</script>\n`);
          await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
          const look = async (scheme: string): Promise<unknown> => {
            await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
            return await page.evaluate(() => ({
              wide: document.documentElement.scrollWidth > innerWidth,
              paper: getComputedStyle(document.body).backgroundColor,
              title: document.title,
              rows: getComputedStyle(document.querySelector("tr.pair") ?? document.body).display,
            }));
          };
          const expected = { wide: false, title: "Difference", rows: "grid" };
          expect(await look("light")).toEqual({ ...expected, paper: "rgb(255, 255, 255)" });
          expect(await look("dark")).toEqual({ ...expected, paper: "rgb(18, 22, 28)" });
          expect(seen).toEqual([]);
        } finally {
          await browser.close();
        }
      },
    );
  });
});

describe("pairLines", () => {
  it("puts lines with the same words beside one another", () => {
    const [change] = diffText(
      "| Group | 950 kr |\n",
      "| Student | 700 kr |\n| Group | 1,050 kr |\n",
    ).changes;
    expect(change && pairLines(change)).toEqual([
      { before: undefined, after: 0 },
      { before: 0, after: 1 },
    ]);
  });

  it("has every line once and in order", () => {
    const lines = array(constantFrom("one two\n", "two three\n", "four\n", "one four five\n"));
    assert(
      property(lines, lines, (was, is) => {
        for (const change of diffText(was.join(""), is.join("")).changes) {
          const pairs = pairLines(change);
          const side = (name: "before" | "after"): number[] =>
            pairs.flatMap((pair) => pair[name] ?? []);
          expect(side("before")).toEqual(change.before.map((_, index) => index));
          expect(side("after")).toEqual(change.after.map((_, index) => index));
        }
      }),
    );
  });
});
