import { describe, expect, it } from "vitest";
import { kindCandidates } from "../../../../src/extractor/candidates/kinds.ts";
import { pageText, pairs } from "../candidates-on.ts";

const kinds = (html: string): string[] => pairs(kindCandidates(pageText(html)));

describe("kindCandidates", () => {
  it.each([
    ["<h1>Desk lamp</h1>", "headline=Desk lamp"],
    ["<h3>Desk lamp</h3>", "headline=Desk lamp"],
    ["<time datetime=2026-05-03>3 May</time>", "date=2026-05-03"],
    ["<time>3 May 2026</time>", "date=3 May 2026"],
    ['<a href="mailto:a@b.test?subject=x">write</a>', "email=a@b.test"],
    ['<a href="tel:+491234">call</a>', "phone=+491234"],
    ['<a href="/x">Lamp</a>', "url=/x"],
    ["<img src=/a.png>", "image="],
    ["<p>€ 1.234,50</p>", "price=€ 1.234,50"],
    ["<p>12 000 Kč</p>", "price=12 000 Kč"],
    ["<p>from $12k</p>", "price=from $12k"],
    ["<p>4,5 von 5 Sternen</p>", "rating=4,5"],
    ["<p>4.5/5</p>", "rating=4.5"],
    [
      "<p>A text of more than forty letters in it, all told.</p>",
      "description=A text of more than forty letters in it, all told.",
    ],
  ])("reads %s", (html, expected) => {
    expect(kinds(html)).toContain(expected);
  });

  it.each([
    "<p>3 pieces</p>",
    "<p>1/2/2026</p>",
    "<p>The price of all this was 5 € in a year that nobody remembers.</p>",
    "<p>Page 4 of 50</p>",
  ])("takes %s for no price and no rating", (html) => {
    expect(kinds(html).filter((pair) => /^(?:price|rating)=/.test(pair))).toEqual([]);
  });

  it("says a headline of the page, what else there is of one of several things", () => {
    const found = kindCandidates(pageText("<h1>A</h1><h2>B</h2><a href=/x>C</a><time>D</time>"));
    const own = found.filter(({ isOfRecord }) => isOfRecord !== true);
    expect(pairs(own)).toEqual(["headline=A", "c="]);
  });
});
