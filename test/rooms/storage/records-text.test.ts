import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromEngineText, toEngineText } from "../../../src/storage/engine-text.ts";
import { parseJson, stringifyJson } from "../../../src/storage/json-text.ts";
import { compareCells } from "../../../src/storage/memory/compare-cells.ts";

/** The characters around which the escape turns. */
const edge = fc.constantFrom(
  ..."\0\u0001\u0002aÿ\u0100\u08ff\u0900\ud7ff\ue000\ue001\uffff\u{10000}\u{10ffff}",
  ..."\ud800 \ud83d \udbff \udc00 \ude00 \udfff".split(" "),
);
const text = fc.oneof(
  fc.array(edge, { maxLength: 8 }).map((units) => units.join("")),
  fc.string({ unit: "binary" }),
);

/** Byte by byte, as engines compare. */
function compareBytes(a: string, b: string): number {
  return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [a, b].map((each) =>
    Array.from(each, (point) => point.codePointAt(0) ?? 0),
  );
  for (let index = 0; ; index += 1) {
    const difference = (left?.[index] ?? -1) - (right?.[index] ?? -1);
    if (difference !== 0) return Math.sign(difference);
    if (index >= (left?.length ?? 0)) return 0;
  }
}

describe("toEngineText", () => {
  it("gives well-formed text without U+0000, from which the string comes back", () => {
    fc.assert(
      fc.property(text, (given) => {
        const escaped = toEngineText(given);
        expect(escaped.isWellFormed() && !escaped.includes("\0")).toBe(true);
        expect(fromEngineText(escaped)).toBe(given);
        expect(Buffer.from(escaped).toString()).toBe(escaped);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps the order of code points", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareBytes(toEngineText(a), toEngineText(b))).toBe(compareCodePoints(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves ordinary text as it is", () => {
    const ordinary = "Grüße, 世界 🎉\n\t\u0002\u007f\ufffd\ufeff";
    expect(toEngineText(ordinary)).toBe(ordinary);
  });
});

describe("compareCells", () => {
  it("orders text by code points", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCells(a, b))).toBe(compareCodePoints(a, b));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("stringifyJson", () => {
  it("gives text from which the same data comes back", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const written = stringifyJson(value);
        if (typeof written !== "string") throw new Error(written.found);
        expect(Buffer.from(written).toString()).toBe(written);
        expect(parseJson(written)).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it("says where the flaw is", () => {
    expect(stringifyJson({ prices: [1, { net: 2n }] })).toEqual({
      path: ".prices[1].net",
      found: "a bigint",
    });
    expect(stringifyJson([new Date(0)])).toEqual({ path: "[0]", found: "a Date" });
  });
});
