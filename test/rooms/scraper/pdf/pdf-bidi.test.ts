import { describe, expect, it } from "vitest";
import {
  baseLetters,
  isRtlLine,
  mirrorBrackets,
  reorder,
} from "../../../../src/scraper/pdf/pdf-bidi.ts";

/** A line as it is seen, from left to right. */
function logical(visual: string): string {
  return baseLetters(mirrorBrackets(reorder(visual, isRtlLine(visual, true))));
}

describe("a line that was drawn from left to right", () => {
  it.each([
    ["words", "םולש תירבע", "עברית שלום"],
    ["a full stop and a number", ".9 העשב", "בשעה 9."],
    ["a price", "₪ 1,234.50 ריחמ", "מחיר 1,234.50 ₪"],
    ["a time and a date", "12:30 2024/05/03 םוי", "יום 2024/05/03 12:30"],
    ["a percentage", "50% החנה", "הנחה 50%"],
    ["Latin words", "ץבוק Read Me First ןכדע", "עדכן Read Me First קובץ"],
    ["a version", "Node 24.1 לש", "של Node 24.1"],
    ["brackets as they look", "(םולש) תירבע", "עברית (שלום)"],
    ["Hebrew in a Latin line", "The word םולש means peace", "The word שלום means peace"],
    ["Arabic shapes", "ءﺎﻨﻴﻤﻟا", "الميناء"],
    ["a ligature of lam and alef", "حﻼﺻإ", "إصلاح"],
    [
      "marks on their letters",
      "\u05dd\u05d5\u05b9\u05dc\u05e9\u05b8\u05c1",
      "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
    ],
    ["a Latin line that ends in Hebrew", "Greek, םולש.", "Greek, שלום."],
  ])("comes in logical order with %s", (_, visual, expected) => {
    expect(logical(visual)).toBe(expected);
  });

  it("has its Latin ligatures as letters, and other compatibility characters as they are", () => {
    expect(baseLetters("eﬃcient ﬁsh ① ½ ²")).toBe("efficient fish ① ½ ²");
  });

  it("has characters in place of radicals that look like them", () => {
    expect(baseLetters("⽇本語の⽂章、⼆⺟⻳")).toBe("日本語の文章、二母龟");
  });

  it("has no ligature of lam and alef turned round", () => {
    expect(baseLetters("اإلنتاجية")).toBe("الإنتاجية");
  });
});
