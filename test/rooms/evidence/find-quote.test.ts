import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findQuote, FoldedText, foldText } from "dragline/ai";

const found = (text: string, quote: string): string | undefined => {
  const place = findQuote(text, quote);
  return place && text.slice(place.start, place.end);
};

describe("findQuote", () => {
  it.each([
    ["as it stands", "Grants are up to $20,000.", "up to $20,000", "up to $20,000"],
    ["in other white space", "one\n\t two\u00a0three four", "two three", "two\u00a0three"],
    ["with another dash", "from 1990\u20132000 on", "1990-2000", "1990\u20132000"],
    [
      "with other quotation marks",
      "a \u201cgreen shoe\u201d option",
      'a "green shoe" option',
      "a \u201cgreen shoe\u201d option",
    ],
    ["with another apostrophe", "the parties\u2019 own", "parties' own", "parties\u2019 own"],
    ["in other case", "Only unpickle data you trust.", "only unpickle data", "Only unpickle data"],
    [
      "in full-width forms",
      "\uff33\uff31\uff2c\uff12\uff13 is it",
      "SQL23 is",
      "\uff33\uff31\uff2c\uff12\uff13 is",
    ],
    ["with marks apart", "caf\u0065\u0301 au lait", "caf\u00e9 au", "caf\u0065\u0301 au"],
    [
      "with soft hyphens",
      "docu\u00admentation says",
      "documentation says",
      "docu\u00admentation says",
    ],
    ["with ligatures", "the \ufb01rst o\ufb03ce", "first office", "\ufb01rst o\ufb03ce"],
    [
      "with punctuation around it",
      "It costs a lot, he said.",
      '"It costs a lot."',
      "It costs a lot",
    ],
    ["in scripts without spaces", "東京は日本の首都です。", "日本の首都", "日本の首都"],
    ["behind a character of two code units", "\u{1f600} the end", "the end", "the end"],
  ])("finds a quote %s", (...[, text, quote, expected]) => {
    expect(found(text, quote)).toBe(expected);
  });

  it.each([
    ["with a word changed", "22 games at launch", "23 games at launch"],
    ["with a word left out", "Only unpickle data you trust.", "Only unpickle you trust"],
    ["with points for what is left out", "Only unpickle data you trust.", "Only … trust"],
    ["that ends within a word", "the installation", "the install"],
    ["that is a part of a number", "it costs 1,500 dollars", "costs 1"],
    ["that is the end of a number", "it is 2.5 metres", "5 metres"],
    ["without a letter", "a - b", " - "],
    ["that is empty", "text", ""],
    ["in an empty text", "", "text"],
  ])("finds no quote %s", (_, text, quote) => {
    expect(found(text, quote)).toBeUndefined();
  });

  it("finds many quotes in a text that was folded once", () => {
    const text = new FoldedText("One  two. Three \u2013 four.");
    expect(findQuote(text, "three - four")).toEqual({ start: 10, end: 22 });
    expect(findQuote(text, "one two")).toEqual({ start: 0, end: 8 });
  });

  it("takes no longer than the text is long", () => {
    const text = new FoldedText("a ".repeat(200_000));
    expect(findQuote(text, `${"a ".repeat(1_000)}b`)).toBeUndefined();
  });
});

describe("foldText", () => {
  it.each([
    "",
    " \n ",
    "\u200b",
    "Ａ",
    "ﬁ\u0301",
    "a\u0301 b\u00ad c",
    "“x” — y",
    "İstanbul ΣΑΣ",
    "\ud800x",
  ])("folds %j as FoldedText does, and what is folded no more", (text) => {
    const folded = foldText(text);
    expect(new FoldedText(text).text).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });

  it("finds the same in a text that was folded before", () => {
    const piece = fc.constantFrom(
      ..."ab1 .,-'\u00e9\u0301\u00ad\u5546\u0e01\ufb01\ud835\udc00\u2019\n",
    );
    const text = fc.string({ unit: piece, maxLength: 40 });
    const quoteOf = fc.tuple(text, fc.nat(40), fc.nat(8), text);
    fc.assert(
      fc.property(quoteOf, ([whole, from, length, other]) => {
        for (const quote of [whole.slice(from, from + length), other.slice(0, length)]) {
          expect(findQuote(new FoldedText(whole), quote)).toEqual(findQuote(whole, quote));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("finds the place of a quote far behind the beginning", () => {
    const words = Array.from({ length: 3000 }, (_, at) => `w\u00f6rd${at}`);
    const text = words.join(" \u2013 ");
    const folded = new FoldedText(text);
    for (const at of [0, 1, 255, 256, 511, 1500, 2999]) {
      const quote = `w\u00f6rd${at}`;
      expect(findQuote(folded, quote)).toEqual({
        start: text.indexOf(quote),
        end: text.indexOf(quote) + quote.length,
      });
    }
  });
});
