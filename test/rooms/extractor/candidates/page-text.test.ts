import { describe, expect, it } from "vitest";
import type { PageText } from "../../../../src/extractor/candidates/page-text.ts";
import { PlaceWeights } from "../../../../src/extractor/candidates/place-weights.ts";
import { pageText } from "../candidates-on.ts";

const first = (text: PageText, tag: string): number =>
  text.elements.find((node) => text.tree.name(node) === tag) ?? 0;
const textOf = (html: string, tag: string): string => {
  const text = pageText(html);
  return text.text(first(text, tag));
};

describe("PageText", () => {
  it.each([
    ["<p>a <b>b</b>\n c</p>", "a b c"],
    ["<p>a<br>b</p>", "a b"],
    ["<p>Price<b>5</b></p>", "Price 5"],
    ["<p>19<sup>99</sup> €</p>", "19⁹⁹ €"],
    ["<p><s>99 €</s> 79 €</p>", "79 €"],
    ["<p>\uE000 79 € \uE001</p>", "79 €"],
  ])("reads %s", (html, expected) => {
    expect(textOf(html, "p")).toBe(expected);
  });

  it("gives what is struck out to those alone that are in it", () => {
    expect(textOf("<p><s>99 <b>€</b></s> 79</p>", "s")).toBe("99 €");
    expect(textOf("<p><s>99 <b>€</b></s> 79</p>", "b")).toBe("€");
    const text = pageText("<p><s>a</s> b <s>c</s> d</p>");
    const places = text.elements.map((node) => text.isStruck(text.range(node)[0]));
    expect(places.slice(-2)).toEqual([true, true]);
    expect(text.isStruck(text.length - 2)).toBe(false);
  });

  it("lists lines and cells with where they begin", () => {
    const text = pageText("<p>One</p><table><tr><td>Two<td>Three</table>Four");
    expect(text.lines.map(({ from, to }) => text.slice(from, to))).toEqual([
      "One",
      "Two",
      "Three",
      "Four",
    ]);
  });

  it("gives the first lines of an element, and its paragraphs each once", () => {
    const text = pageText("<div><p>One</p><ul><li>Two<ul><li>Three</ul></ul></div><p>Four</p>");
    expect(text.linesIn(first(text, "div"), 2)).toEqual(["One", "Two"]);
    expect(text.paragraphsIn(first(text, "div"))).toBe("One Two Three");
  });

  it("gives values of 20 times its length and a million characters", () => {
    const text = pageText(`<p>${"word ".repeat(40_000)}</p>`);
    const given = Array.from({ length: 100 }, () => text.value(first(text, "p")).length);
    const sum = given.reduce((all, each) => all + each, 0);
    expect(sum).toBeGreaterThan(20 * text.length);
    expect(sum).toBeLessThanOrEqual(1_000_000 + 20 * text.length);
  });
});

describe("PlaceWeights", () => {
  const words = `<p>${"The page's own words. ".repeat(30)}</p>`;
  const weightOf = (html: string): number => {
    const text = pageText(`${html}${words}`);
    return new PlaceWeights(text).of(first(text, "b"));
  };

  it("counts what is beside the content less, and what is in it whole", () => {
    expect(weightOf("<main><b>x</b></main>")).toBe(1);
    expect(weightOf("<nav><b>x</b></nav>")).toBe(0.4);
    expect(weightOf('<div class="related-products"><b>x</b></div>')).toBe(0.5);
    expect(weightOf('<div id="cookie-banner"><b>x</b></div>')).toBe(0.5);
    expect(weightOf(`${"<nav>".repeat(9)}<b>x</b>`)).toBeGreaterThanOrEqual(0.15);
  });

  it("takes the most of a page for what it is about, whatever it is called", () => {
    const text = pageText(`<div class="sidebar"><b>x</b>${words}</div>`);
    expect(new PlaceWeights(text).of(first(text, "b"))).toBe(1);
  });
});
