import { describe, expect, it } from "vitest";
import { cutText, padText, textWidth, wrapText } from "../../../../src/node/terminal/wrap-text.ts";

describe("wrapText", () => {
  it("breaks between words, and a word that is longer than a line", () => {
    expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapText("abcdefghij k", 4)).toEqual(["abcd", "efgh", "ij k"]);
  });

  it("breaks no address", () => {
    const url = "https://a.example/long/path";
    expect(wrapText(`see (${url}) now`, 10)).toEqual(["see", `(${url})`, "now"]);
  });

  it("counts what a terminal shows in two columns, and what it shows in none", () => {
    expect(wrapText("東京タワー", 6)).toEqual(["東京タ", "ワー"]);
    expect(textWidth("e\u0301\u200d한🙂")).toBe(5);
    expect(padText("東", 4)).toBe("東  ");
  });

  it("cuts where it says so", () => {
    expect([cutText("abc", 3), cutText("abcd", 3), cutText("東京", 3)]).toEqual([
      "abc",
      "ab…",
      "東…",
    ]);
  });
});
