import { isHtmlError, parse, select } from "dragline/html";
import { describe, expect, it } from "vitest";

const html =
  "<template><p class=x>t</p></template><div><p class=x>a<b>c</b></p>text<p class=y>b</p><p class='x z'>e</p></div>";

describe("select", () => {
  const tree = parse(html);
  const tags = (selector: string): string[] =>
    select(tree, selector).map((node) => tree.source.slice(tree.start(node), tree.end(node)));

  it.each([
    ["p.x", ["<p class=x>", "<p class='x z'>"]],
    ["p, b", ["<p class=x>", "<b>", "<p class=y>", "<p class='x z'>"]],
    ["div > p:nth-child(2)", ["<p class=y>"]],
    ["p:has(b)", ["<p class=x>"]],
    ["h1", []],
  ])("gives the elements that match %s, in document order", (selector, expected) => {
    expect(tags(selector)).toEqual(expected);
  });

  it.each(["p[", "p:nope(1)"])("refuses %j", (selector) => {
    let thrown: unknown;
    try {
      select(tree, selector);
    } catch (error) {
      thrown = error;
    }
    expect(isHtmlError(thrown, "INVALID_SELECTOR")).toBe(true);
  });
});
