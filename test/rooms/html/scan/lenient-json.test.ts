import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../../src/core/index.ts";
import { readLenientJson } from "../../../../src/html/scan/lenient-json.ts";

const roots = (text: string): readonly unknown[] => readLenientJson(text).roots;

describe("readLenientJson", () => {
  it.each([
    [
      "long numbers",
      "{a:-9007199254740993,b:+1e400,c:1.10,}",
      { a: "-9007199254740993", b: "+1e400", c: 1.1 },
    ],
    ["a comment", '// x\n{"a":"b" // c\n,/* d */"e":"http://f//g"}', { a: "b", e: "http://f//g" }],
    ["a comment of HTML around it", '<!-- {"a":"<!-- x -->"} -->', { a: "<!-- x -->" }],
    ["a comment of HTML in it", '{"a":1, <!-- it\'s [b] --> "c":2}', { a: 1, c: 2 }],
    ["CDATA", '//<![CDATA[ {"a":1} //]]>', { a: 1 }],
    ["CDATA in comments", '/*<![CDATA[*/{"a":[1]}/*]]>*/', { a: [1] }],
    ["control characters", '{"a":"b\n\tc\u0001"}', { a: "b\n\tc\u0001" }],
    ["superfluous commas", '{,"a":[1,,2,],"b":"c",,}', { a: [1, 2], b: "c" }],
    ["missing commas", '{"a":"b" "c":2\n"d":["e"\n"f"]}', { a: "b", c: 2, d: ["e", "f"] }],
    ["stray characters", '{"a":"b"; . "c":"d"}; x', { a: "b", c: "d" }],
    [
      "quotes in a string",
      '{"a":"He said "hi", then "ho" to me","b":1}',
      {
        a: 'He said "hi", then "ho" to me',
        b: 1,
      },
    ],
    [
      "JavaScript's way",
      "{a:'it\\'s', $b: [.5,+1], 'c': true}",
      { a: "it's", $b: [0.5, 1], c: true },
    ],
    ["values that JSON lacks", '{"a":undefined,"b":NaN,"c":x,"d":[null,undefined]}', { d: [null] }],
    ["a number with a comma", '{"a":1,299.5,"b":2}', { b: 2 }],
    ["a number with zeros before it", '{"gtin":0123,"b":0.5}', { gtin: "0123", b: 0.5 }],
    ["a brace too many", '{"a":{"b":[1,2}},"c":3},"d":4}', { a: { b: [1, 2] }, c: 3, d: 4 }],
    ["a wrong bracket", '{"a":[1,2}', { a: [1, 2] }],
    ["wrong escapes", '{"a":"\\x\\u00e9\\u12\\/"}', { a: "xéu12/" }],
    ["a member without a value", '{"a":,"b" "c","d":1}', { d: 1 }],
    ["a mark before it", '\u{feff}{"a":1}', { a: 1 }],
    ["a member called __proto__", '{"__proto__":{"a":1},}', JSON.parse('{"__proto__":{"a":1}}')],
  ])("reads %s", (_, text, expected) => {
    expect(readLenientJson(text)).toEqual({ roots: [expected], cutOff: false });
  });

  it("reads values after each other, and nothing that is no object or list", () => {
    expect(roots('{"a":1}{"b":2} [3]')).toEqual([{ a: 1 }, { b: 2 }, [3]]);
    expect(roots("")).toEqual([]);
    expect(roots('null; "a" 5 ]}')).toEqual([]);
    expect(roots("{nonsense")).toEqual([]);
  });

  it("keeps what came before the end of a text that is cut off", () => {
    expect(readLenientJson('{"a":[1,{"b":"c"},"d')).toEqual({
      roots: [{ a: [1, { b: "c" }] }],
      cutOff: true,
    });
  });

  it("reads JSON as JSON is read", () => {
    const json = fc.oneof(
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    );
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 2 }), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(roots(text)).toEqual([parseJson(text)]);
      }),
    );
  });

  it("loses nothing but the member that is broken", () => {
    const member = fc.dictionary(fc.stringMatching(/^[a-y]{1,5}$/), fc.jsonValue(), { minKeys: 1 });
    const broken = fc.constantFrom("x", "1,2", "undefined", "", "=>", "'");
    fc.assert(
      fc.property(member, member, (before, after) => {
        const inside = JSON.stringify(before).slice(1, -1);
        for (const value of fc.sample(broken, 2).filter((each) => each !== "'")) {
          const text = `{${inside},"z":${value},${JSON.stringify(after).slice(1)}`;
          expect(roots(text)).toEqual(
            [{ ...before, ...after }].map((each) => parseJson(JSON.stringify(each))),
          );
        }
      }),
    );
  });

  it.each([
    "[",
    "[}",
    '"',
    '{"a":',
    "<!--",
    "<!-- x ",
    "/*",
    '" "',
    "{'",
    '",',
    '"\n   ',
    "\\",
    '},"a":{',
  ])("ends on much of %j", (piece) => {
    const text = `{"a":1,${piece.repeat(300_000 / piece.length)}`;
    expect(Array.isArray(roots(text))).toBe(true);
  });
});
