import { cleanPage, parse } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const head =
  '<html lang=en><title>A: "b"</title><meta name=author content=C>' +
  "<meta name=description content='x\\y'><link rel=canonical href=/d>";
const url = "https://site.example/a";

describe("option frontMatter", () => {
  it("begins with what the page says about itself", () => {
    expect(toMarkdown(`${head}<p>x</p>`, { frontMatter: true, url }).split("\n")).toEqual([
      "---",
      String.raw`title: "A: \"b\""`,
      String.raw`description: "x\\y"`,
      'author: "C"',
      'language: "en"',
      'canonicalUrl: "https://site.example/d"',
      "---",
      "",
      "x",
    ]);
  });

  it("reads the whole page of a view", () => {
    const view = cleanPage(parse(`${head}<p>x</p>`), { url });
    expect(toMarkdown(view, { frontMatter: true })).toContain('author: "C"');
  });

  it("is left out where the page says nothing", () => {
    expect(toMarkdown("<br>", { frontMatter: true })).toBe("");
    expect(toMarkdown(head)).toBe("");
  });
});
