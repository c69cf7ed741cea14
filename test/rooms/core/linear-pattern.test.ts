import { describe, expect, it } from "vitest";
import { compilePattern, compileScriptPattern } from "../../../src/core/index.ts";

const TEXTS = [
  "",
  "a",
  "aaa!",
  "Zoë 42",
  "x\ny",
  "x\u2028y",
  "\u00a0",
  "tab\tend",
  "😀",
  "[:alpha:]",
  "a]b",
  "\b",
  "foo.bar",
  "2026-11-28",
  "Ελλάδα",
  "Привет",
  "\0",
  "QaE",
  "pN",
  "a/b",
  "a-b",
  "_",
  "\ufeffx",
  "€ 5",
];

describe("compileScriptPattern", () => {
  it.each([
    "^(a+)+$",
    "^.$",
    "^x.y$",
    "\\s",
    "^\\S+$",
    "[\\s\\d]",
    "^[\\S]+$",
    "[^\\s]",
    "\\u{1F600}",
    "\\ud83d\\ude00",
    "^[\\u0041-\\u007a]+$",
    "\\x41|\\x61",
    "\\cI",
    "[\\b]",
    "\\bbar\\b",
    "[^]",
    "[]",
    "\\p{L}",
    "^\\P{L}+$",
    "\\p{Script=Greek}",
    "\\p{sc=Cyrillic}",
    "\\p{Letter}",
    "\\p{gc=Lu}",
    "\\0",
    "(?<year>\\d{4})-(?<month>\\d\\d)",
    "[[:alph\\]]",
    "a\\/b",
    "[a\\-b]+",
    "[\\-_]",
    "\\.",
    "^\\w+$",
    "(?:foo|b)\\.?",
    "\\p{Currency_Symbol}",
    "^[^a-z\\n]*$",
  ])("finds by %s what JavaScript finds", (source) => {
    const script = new RegExp(source, "u");
    const linear = compileScriptPattern(source);
    for (const text of TEXTS) {
      expect([text, linear.matcher(text).find()]).toEqual([text, script.test(text)]);
    }
  });

  it.each([
    ["\\Qa\\E", ""],
    ["\\pN", ""],
    ["x.y", "s"],
    ["^y$|^Zo", "m"],
    ["zoË", "i"],
    ["\\_", ""],
    ["a\\-?b", ""],
    ["\\u{2}|\\p{L}", ""],
    ["\\U0041|\\X41", ""],
  ])("finds by %s with the flags '%s' what JavaScript finds", (source, flags) => {
    const script = new RegExp(source, flags);
    const linear = compileScriptPattern(source, flags);
    for (const text of TEXTS.filter((each) => !each.includes("\u2028"))) {
      expect([text, linear.matcher(text).find()]).toEqual([text, script.test(text)]);
    }
  });

  it.each([
    ["(?=a)b", /look-ahead/],
    ["a(?!b)", /look-ahead/],
    ["(?<=a)b", /look-behind/],
    ["(?<!a)b", /look-behind/],
    ["(a)\\1", /back-references/],
    ["(?<n>a)\\k<n>", /back-references/],
    ["(?s:.)", /flags within a pattern/],
    ["(", /./],
    ["(?i)a", /./],
    ["((a{90}){90}){9}", /./],
    ["a{1000}".repeat(30), /too large/],
    ["(?:[a-z]{50}[0-9]{50}){1000}", /./],
  ])("refuses %s", (source, why) => {
    expect(() => compileScriptPattern(source)).toThrow(why);
  });

  it("takes no longer than a text is long, whatever the pattern", () => {
    for (const source of [
      "^(a+)+$",
      "(a|a)*b",
      "(a*)*b",
      "(.*)*x",
      "(a|aa)+$b",
      "(?:a?){30}a{30}b",
    ]) {
      const text = "a".repeat(20_000);
      expect(compileScriptPattern(source).matcher(`${text}!`).find(), source).toBe(false);
    }
  });
});

describe("compilePattern", () => {
  it("refuses what would be large in memory", () => {
    expect(() => compilePattern("a{1000}".repeat(1000))).toThrow(/too large/);
    expect(() => compilePattern(`(${"abc".repeat(100)}){1000}`)).toThrow(/too large/);
  });
});
