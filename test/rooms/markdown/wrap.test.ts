import fc from "fast-check";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { blockHtml } from "./arbitrary-html.ts";
import { render } from "./rendering.ts";

function wrapped(html: string, columns = 20): string[] {
  return toMarkdown(html, { wrap: columns }).split("\n");
}

describe("option wrap", () => {
  it("breaks lines of text at spaces", () => {
    expect(wrapped("<p>one two three four five six seven</p>")).toEqual([
      "one two three four",
      "five six seven",
    ]);
  });

  it("repeats quotes and indents items", () => {
    expect(wrapped("<blockquote><ul><li>one two three four five</ul></blockquote>")).toEqual([
      "> - one two three",
      ">   four five",
    ]);
  });

  it("keeps words that would begin a block from the start of a line", () => {
    expect(wrapped("<p>one two three four - five 6. seven</p>")).toEqual([
      "one two three four -",
      "five 6. seven",
    ]);
    expect(wrapped("<p>one two three fours # five</p>")[0]).toBe("one two three fours #");
  });

  it("leaves code, headings, tables and long words as they are", () => {
    const long = "words that are more than twenty columns";
    expect(wrapped(`<pre>${long}</pre>`)).toEqual(["```", long, "```"]);
    expect(wrapped(`<h2>${long}</h2>`)).toEqual([`## ${long}`]);
    expect(wrapped(`<table><tr><td>${long}<td>x</table>`)[0]).toBe(`| ${long} | x |`);
    expect(wrapped(`<p>${"x".repeat(50)} y</p>`)).toEqual(["x".repeat(50), "y"]);
  });

  it("keeps line breaks", () => {
    expect(wrapped("one two three four five<br>six")).toEqual([
      "one two three four",
      "five  ",
      "six",
    ]);
  });

  it("changes nothing of what a reader shows", () => {
    const folded = (html: string): string => html.replace(/\s+/g, " ");
    fc.assert(
      fc.property(blockHtml, (html) => {
        const narrow = toMarkdown(html, { wrap: 20 });
        expect(folded(render(narrow))).toBe(folded(render(toMarkdown(html))));
      }),
      { numRuns: 400 },
    );
  });

  it("is a number from 20", () => {
    expect(() => toMarkdown("a", { wrap: 5 })).toThrow(/'wrap' must be a whole number from 20/);
  });
});
