import { describe, expect, it } from "vitest";
import { labelCandidates } from "../../../../src/extractor/candidates/labels.ts";
import { pageText, pairs } from "../candidates-on.ts";

const labelled = (html: string): string[] => pairs(labelCandidates(pageText(html)));

describe("labelCandidates", () => {
  it.each([
    ["<dl><dt>Price</dt><dd>5 €</dd><dt>Brand</dt><dd>Acme</dd></dl>", ["price=5 €", "brand=Acme"]],
    ["<dl><dt>Tags</dt><dd>red</dd><dd>blue</dd></dl>", ["tags=red", "tags=blue"]],
    ["<dl><div><dt>Price</dt><dd>5 €</dd></div></dl>", ["price=5 €"]],
    ["<table><tr><th>Price</th><td>5 €</td></tr></table>", ["price=5 €"]],
    ["<table><tr><td>Price</td><td>5 €</td></tr></table>", ["price=5 €"]],
    ["<p>Price: 5 €</p>", ["price=5 €"]],
    ["<p>価格（税込）：５円</p>", ["価格=５円"]],
    ["<p>Brand – Acme</p>", ["brand=Acme"]],
    ["<div><span>Price</span><span>5 €</span></div>", ["price=5 €"]],
    ["<div><div>Price</div><div>5 €</div></div>", ["price=5 €"]],
    ["<p><b>Price:</b> 5 €</p>", ["price=5 €"]],
    ["<p><b>Price</b> 5 €</p>", ["price=5 €"]],
    ["<p>Price: 5 €<br>Brand: Acme<br>Color: red</p>", ["price=5 €", "brand=Acme", "color=red"]],
    ["<p>Statt <s>99 €</s> <b>Preis:</b> <i>79 €</i></p>", ["preis=79 €"]],
    ["<div><b>3</b> <small>Bedrooms</small></div>", ["bedrooms=3"]],
    ["<p>3 bedrooms · 2.5 baths | 1,200 sqft</p>", ["bedrooms=3", "baths=2.5", "sqft=1,200"]],
    ["<p>Price <!-- x --></p><div></div><p>5 €</p>", ["price=5 €"]],
    ["<p>Price (incl. VAT): 5 €</p>", ["price=5 €"]],
  ])("reads %s", (html, expected) => {
    expect(labelled(html)).toEqual(expect.arrayContaining(expected));
  });

  it("takes what is below a heading until the next one", () => {
    const html = "<h2>Description</h2><p>One.</p><p>Two.</p><h2>Brand</h2><p>Acme</p>";
    expect(labelled(html)).toEqual(expect.arrayContaining(["description=One. Two.", "brand=Acme"]));
  });

  it.each([
    ["a time", "<p>12:30 – 14:00</p>"],
    ["an address", "<p>https://example.com/a</p>"],
    ["a ratio", "<p>Scale 1:50</p>"],
    ["a long sentence", `<p>${"words that go on and on ".repeat(4)}: yes</p>`],
    ["a heading of columns", "<table><tr><th>Price</th><th>Brand</th></tr></table>"],
    ["a label before a label", "<div><p>Price</p><p>Brand: Acme</p></div>"],
  ])("takes %s for no label", (_, html) => {
    const wrong = labelled(html).filter((pair) => !/^(?:brand|scale)/.test(pair));
    expect(wrong).toEqual([]);
  });

  it("reads only names that are of interest", () => {
    const text = pageText("<p>Price: 5 €</p><p>Brand: Acme</p>");
    expect(pairs(labelCandidates(text, ({ key }) => key === "brand"))).toEqual(["brand=Acme"]);
  });

  it.each([
    ["labels", "<p>Price: 12</p>".repeat(50_000), 50_000],
    ["deep nesting", `${"<div><p>Price</p>".repeat(20_000)}5`, 20_000],
    ["a long line", `<p>Price: ${"word and ".repeat(120_000)}</p>`, 1],
    ["colons", `<p>${": ".repeat(500_000)}</p>`, 1],
  ])("gives no more than the page is long of 20 times: %s", (_, html, most) => {
    const text = pageText(html);
    const found = labelCandidates(text);
    const length = found.reduce((sum, { value }) => sum + String(value).length, 0);
    expect(found.length).toBeLessThanOrEqual(2 * most);
    expect(length).toBeLessThanOrEqual(1_000_000 + 21 * text.length);
  });
});
