import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indentJson, parseJson } from "../../../src/core/index.ts";

describe("parseJson", () => {
  it.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", "9007199254740992"],
    ["-9007199254740993", "-9007199254740993"],
    ["12345678901234567890", "12345678901234567890"],
    ["9007199254740993.0", "9007199254740993.0"],
    ["9.007199254740993e15", "9.007199254740993e15"],
    ["1e400", "1e400"],
    ["-1E400", "-1E400"],
    ["1e-400", "1e-400"],
    ["6.02214076e23", 6.02214076e23],
    ["0e0", 0],
    ["1.10", 1.1],
    ["0.1234567890123456789", 0.12345678901234568],
  ])("reads %s", (source, value) => {
    expect(parseJson(source)).toBe(value);
    expect(parseJson(`{"a": [ ${source}], "b":${source} }`)).toEqual({ a: [value], b: value });
    expect(parseJson(`["a", "${source}", "x: ${source}, \\", ${source}\\\\", ${source}]`)).toEqual([
      "a",
      source,
      `x: ${source}, ", ${source}\\`,
      value,
    ]);
  });

  it("is JSON.parse for all that numbers can hold", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/(?<![.\d])\d{16}/.test(text));
        const value = JSON.parse(text) as unknown;
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(value));
      }),
    );
    expect(Object.keys(parseJson('{"__proto__":12345678901234567890}') as object)).toEqual([
      "__proto__",
    ]);
  });

  it("reads what is nested deeply, and refuses what is no JSON", () => {
    const deep = `${"[".repeat(50_000)}12345678901234567890${"]".repeat(50_000)}`;
    let value = parseJson(deep);
    while (Array.isArray(value)) value = value[0];
    expect(value).toBe("12345678901234567890");
    expect(() => parseJson("[12345678901234567890,]")).toThrow(SyntaxError);
  });
});

describe("indentJson", () => {
  it("is what JSON.stringify writes, but for what is spelled otherwise", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes("-0"));
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it("keeps every value as it is written", () => {
    const source = String.raw`{"a":[1.10,-0,1e400,12345678901234567890],"a":{},"\u0062":"\/é","c":[]}`;
    const lines = indentJson(source)
      ?.split("\n")
      .map((line) => line.trim());
    expect(lines?.join("").replaceAll('": ', '":')).toBe(source);
  });

  it("writes equal data as equal text when asked to, and other data otherwise", () => {
    const canonical = (text: string): string | undefined => indentJson(text, { canonical: true });
    const one = canonical('{"b":1.10,"10":-0,"2":[1e2,0.001e-5],"a":"\\u0041"}');
    expect(one).toBe(canonical('{"a":"A","2":[100,1E-8],"10":0,"b":1.1}'));
    expect(one).toBe(
      '{\n  "2": [\n    100,\n    1e-8\n  ],\n  "10": 0,\n  "a": "A",\n  "b": 1.1\n}',
    );
    expect(canonical("[9007199254740993]")).toBe(canonical("[9.007199254740993E15]"));
    expect(canonical("[9007199254740993]")).not.toBe(canonical("[9007199254740992]"));
    expect(canonical("[0.12345678901234567891]")).not.toBe(canonical("[0.12345678901234567892]"));
    expect(canonical("[1e400]")).not.toBe(canonical("[null]"));
    expect(canonical('{"a":1,"a":2}')).not.toBe(canonical('{"a":2}'));
  });

  it("indents nothing that would become far longer", () => {
    expect(indentJson(`${"[".repeat(300)}${"]".repeat(300)}`)).toBeUndefined();
    const wide = `${"[".repeat(150)}${"1,".repeat(5_000)}1${"]".repeat(150)}`;
    expect(indentJson(wide)).toBeUndefined();
  });
});
