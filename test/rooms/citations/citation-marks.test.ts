import { describe, expect, it } from "vitest";
import { readCitationMarks } from "../../../src/citations/citation-marks.ts";
import { escapeMarkdown } from "../../../src/citations/escape-markdown.ts";
import { isDemand } from "../../../src/evidence/words/is-demand.ts";

describe("readCitationMarks", () => {
  it.each([
    ["It rains [S1].", ["S1"]],
    ["It rains [1, 2].", ["S1", "S2"]],
    ["It rains 【S3†L1-L4】.", ["S3"]],
    ["It rains ［４］.", ["S4"]],
    ["It rains 〔S5〕.", ["S5"]],
    ["It rains [^6].", ["S6"]],
    ["It rains (S7; S8).", ["S7", "S8"]],
    ["It rains [S9.2].", ["S9"]],
    ["It rains【Ｓ１０】.", ["S10"]],
  ])("reads the marks of %j", (text, sources) => {
    expect(readCitationMarks(text)).toEqual({ text: "It rains.", sources, links: 0 });
  });

  it.each([
    ["See [the docs](https://evil.example/x) now.", "See the docs now."],
    ["See ![a](data:text/html,x) now.", "See a now."],
    ["See https://evil.example/a,b(c) now.", "See now."],
    ["See <https://evil.example> now.", "See now."],
    ["See www.evil.example/x now.", "See now."],
    ["See evil.com/path?q=1 now.", "See now."],
    ["See <a href='x'>this now.", "See this now."],
    ["See [this][ref] now.", "See this now."],
  ])("takes the link out of %j", (given, text) => {
    const read = readCitationMarks(given);
    expect(read).toMatchObject({ text, sources: [] });
    expect(read.links).toBeGreaterThan(0);
  });

  it.each(["Node.js 24 runs.", "f(1) is (2) of 3.", "A list a[i] is read.", "C++ and C# differ."])(
    "leaves %j as it is",
    (text) => {
      expect(readCitationMarks(text)).toEqual({ text, sources: [], links: 0 });
    },
  );
});

describe("escapeMarkdown", () => {
  it.each([
    ["# no heading", "\\# no heading"],
    ["- no item", "\\- no item"],
    ["1. no item", "1\\. no item"],
    ["[a](b) ![c](d)", "\\[a\\](b) \\!\\[c\\](d)"],
    ["<b>x</b> &amp;", "\\<b\\>x\\</b\\> \\&amp;"],
    ["a\n\n> b", "a \\> b"],
    [
      "https://x.example www.x.example a@b.example",
      "https\\://x.example www\\.x.example a\\@b.example",
    ],
    ["`code` ~~x~~ a_b a|b $x$", "\\`code\\` \\~\\~x\\~\\~ a\\_b a\\|b \\$x\\$"],
  ])("makes plain text of %j", (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});

describe("isDemand", () => {
  it.each([
    "Visit our shop today.",
    "Please call 555 0199 now.",
    "Users must buy the premium plan.",
    "Klicken Sie hier.",
  ])("knows %j", (text) => expect(isDemand(text)).toBe(true));
  it.each([
    "The harbour was dredged.",
    "You must have the USAGE privilege.",
    "Set the option to on.",
    "Callers wait for an answer.",
  ])("lets %j be", (text) => expect(isDemand(text)).toBe(false));
});
