import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { xmlAttribute, XmlScanner } from "../../../../src/mapper/sitemap/xml-scanner.ts";

interface Scanned {
  readonly found: readonly string[];
  readonly whole: boolean;
  readonly damaged: boolean;
}

/** What a scanner tells of XML in pieces; text that stands together is one. */
function scan(...pieces: readonly string[]): Scanned {
  const found: string[] = [];
  const text = (part: string): void => {
    if (found.at(-1)?.startsWith("=") === true) found.push(`${found.pop() ?? ""}${part}`);
    else found.push(`=${part}`);
  };
  const scanner = new XmlScanner({
    wantsText: true,
    open: (name, tag) => found.push(`<${name}|${tag}`),
    close: (name) => found.push(`>${name}`),
    text,
  });
  for (const piece of pieces) scanner.push(piece);
  const whole = scanner.finish();
  return { found, whole, damaged: scanner.damaged };
}

describe("XmlScanner", () => {
  it("tells tags by their local names, texts and CDATA", () => {
    expect(scan('<A:b c="1 > 0">x &amp; &#x41;<![CDATA[<&amp;>]]></A:b><d/>').found).toEqual([
      '<b|A:b c="1 > 0"',
      "=x & A<&amp;>",
      ">b",
      "<d|d/",
      ">d",
    ]);
  });

  it("passes over comments, instructions and doctypes", () => {
    const xml = "<?a ?><!-- <x> --><!DOCTYPE a><!--><y>--><a/>";
    expect(scan(xml)).toEqual({ found: ["<a|a/", ">a"], whole: true, damaged: false });
  });

  it("takes what is no markup for text, and drops tags that are broken", () => {
    expect(scan("1 < 2<a")).toEqual({ found: ["=1 < 2"], whole: false, damaged: true });
    expect(scan("<a <b>")).toEqual({ found: ["<b|b"], whole: true, damaged: true });
  });

  it.each([["<!-- a"], ["<![CDATA[a"], ["<a b='"], ["<"], ["<!"], ["</a"], ["<?xml ?"]])(
    "says that %j was cut off",
    (xml) => {
      expect(scan(xml).whole).toBe(false);
    },
  );

  it("drops a tag of more than 65,536 characters, and goes on behind it", () => {
    const pieces = ["<a>", `<b ${"x".repeat(40_000)}`, "y".repeat(40_000), "z", "><c>"];
    expect(scan(...pieces)).toEqual({ found: ["<a|a", "<c|c"], whole: true, damaged: true });
  });

  it("hands a long text on before its end has come", () => {
    const texts: number[] = [];
    const text = (part: string) => texts.push(part.length);
    const scanner = new XmlScanner({ wantsText: true, open() {}, close() {}, text });
    scanner.push(`<a>${"x".repeat(40_000)}`);
    expect(texts).toEqual([]);
    scanner.push("x".repeat(40_000));
    expect(texts).toEqual([80_000]);
  });

  it("tells the same however the XML is cut", () => {
    const parts = fc.constantFrom(
      ..."<a>|</a>|<x:a b='>'/>|<!-- - -- > -->|<![CDATA[ ]] ]]>|]]>|--|<?p ?>|<!D>|&amp;|&#65;|&|text|<|>|<a <".split(
        "|",
      ),
    );
    const xml = fc.array(parts, { maxLength: 12 }).map((list) => list.join(""));
    const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(xml, cuts, (whole, sizes) => {
        const pieces: string[] = [];
        for (let at = 0; at < whole.length;) {
          const size = sizes[pieces.length % sizes.length] ?? 1;
          pieces.push(whole.slice(at, at + size));
          at += size;
        }
        expect(scan(...pieces)).toEqual(scan(whole));
      }),
      { seed: 6, numRuns: 2000 },
    );
  });
});

describe("xmlAttribute", () => {
  it.each([
    ["link href='/a?b=1&amp;c' rel=\"x\"", "/a?b=1&c"],
    ["link x='href=no' HREF = \"/b\"/", "/b"],
    ["link xlink:href='/c'", "/c"],
    ["link data-href='/no' href='/d'", "/d"],
    ["link href=/bare", undefined],
    ["link href='open", undefined],
    ["link", undefined],
    ["link = '' href='/e'", "/e"],
  ])("of %j is %j", (tag, value) => {
    expect(xmlAttribute(tag, "href")).toBe(value);
  });
});
