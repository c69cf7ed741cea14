import { describe, expect, it } from "vitest";
import { markCandidates } from "../../../../src/extractor/candidates/marks.ts";
import { pageText, pairs } from "../candidates-on.ts";

const marked = (html: string): string[] => pairs(markCandidates(pageText(html), () => true));

describe("markCandidates", () => {
  it.each([
    ['<b class="price">5</b>', "price=5"],
    ['<b class="product-card__price product-card__price--big">5</b>', "price=5"],
    ['<b class="product-price">5</b>', "price=5"],
    ['<b class="Card_salePrice__x7Yz1">5</b>', "saleprice=5"],
    ['<b class="price__3xYzQ">5</b>', "price=5"],
    ['<b class="price-block__value">5</b>', "price=5"],
    ['<b id="sku">A-1</b>', "sku=A-1"],
    ['<b data-testid="listing-price">5</b>', "price=5"],
    ['<div data-price="5.00">x</div>', "price=5.00"],
    ['<span itemprop="price" content="5.00">5 €</span>', "price=5.00"],
    ['<data class="price" value="5.00">five</data>', "price=5.00"],
    ['<meter class="rating" value="4.5"></meter>', "rating=4.5"],
    ['<span aria-label="Rating: 4.5 of 5">★★★★</span>', "rating=4.5 of 5"],
    ['<p><i aria-label="Bedrooms"></i> 3</p>', "bedrooms=3"],
    ['<p><i title="Bedrooms"></i><b>3</b></p>', "bedrooms=3"],
  ])("reads %s", (html, expected) => {
    expect(marked(html)).toContain(expected);
  });

  it.each([
    '<b class="text-lg">5</b>',
    '<b class="md:flex">5</b>',
    '<b class="mt-4 size-4 w-full">5</b>',
    '<b class="price-label">Price</b>',
    '<button class="price-filter-btn">Filter</button>',
    '<b class="color-accent">5</b>',
    '<b class="price"></b>',
    `<b data-price='{"a":1}'>x</b>`,
    `<b class="${"x".repeat(100)}">5</b>`,
  ])("passes over %s", (html) => {
    expect(marked(html)).toEqual([]);
  });

  it("asks once for each name", () => {
    let asked = 0;
    markCandidates(pageText('<b class="price">5</b>'.repeat(100)), () => {
      asked += 1;
      return false;
    });
    expect(asked).toBe(1);
  });

  it("gives no more than the page is long of 20 times in nested elements", () => {
    const text = pageText(`${'<div class="price">'.repeat(20_000)}${"word ".repeat(100_000)}`);
    const found = markCandidates(text, () => true);
    const length = found.reduce((sum, { value }) => sum + String(value).length, 0);
    expect(length).toBeLessThanOrEqual(1_000_000 + 20 * text.length);
  });
});
