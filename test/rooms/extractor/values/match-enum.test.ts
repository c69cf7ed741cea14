import { matchEnum } from "dragline/extractor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const stock = ["in_stock", "out_of_stock"] as const;

describe("matchEnum", () => {
  it.each([
    ["InStock", stock, "in_stock"],
    ["https://schema.org/OutOfStock", stock, "out_of_stock"],
    ["OUT OF STOCK", stock, "out_of_stock"],
    ["sold out", ["in stock", "out of stock"], "out of stock"],
    ["not available", ["available", "unavailable"], "unavailable"],
    ["Full-time", ["FULL_TIME", "PART_TIME"], "FULL_TIME"],
    ["fullTime", ["full-time", "part-time"], "full-time"],
    ["Café", ["cafe", "bar"], "cafe"],
    ["Shoes", ["shoe", "hat"], "shoe"],
    ["category", ["categories", "tags"], "categories"],
    ["Running shoes", ["shoes", "hats"], "shoes"],
    ["Condition: used - good", ["new", "used"], "used"],
    ["https://schema.org/NewCondition", ["new", "used"], "new"],
    ["In stock", ["yes", "no"], "yes"],
    ["✗", ["yes", "no"], "no"],
    ["5", [4, 5], 5],
    ["true", [true, false], true],
    ["ＵＳＢ", ["usb", "hdmi"], "usb"],
    ["S", ["S", "s"], "S"],
    ["dark red", ["red", "dark red"], "dark red"],
    ["very dark red wine", ["red", "dark red"], "dark red"],
    ["C++", ["C", "C++"], "C++"],
    ["Красный", ["красный", "синий"], "красный"],
  ])("finds what %s means", (text, allowed: readonly unknown[], value) => {
    expect(matchEnum(text, allowed)).toBe(value);
  });

  it.each([
    ["Full time or part time", ["full_time", "part_time"]],
    ["red", ["dark red", "light red"]],
    ["newsletter", ["new", "used"]],
    ["not available", ["available", "ordered"]],
    ["", ["a", "b"]],
    ["---", ["-", "_"]],
    ["purple", ["red", "blue"]],
    ["null", [null, { a: 1 }]],
    ["x", []],
  ])("finds nothing where none fits, or two: %s", (text, allowed: readonly unknown[]) => {
    expect(matchEnum(text, allowed)).toBeUndefined();
  });

  it("finds each value by itself, whatever its case, and takes any text", () => {
    const law = fc.property(
      fc.constantFrom("in stock", "FullTime", "used_good", "été"),
      fc.string({ unit: "grapheme" }),
      (value, text) => {
        const allowed = ["in stock", "FullTime", "used_good", "été"];
        const found = matchEnum(text, allowed);
        const isKnown = found === undefined || allowed.includes(found);
        return isKnown && matchEnum(value, allowed) === value;
      },
    );
    expect(() => fc.assert(law)).not.toThrow();
    expect(matchEnum("red ".repeat(250_000), ["red", "blue"])).toBe("red");
  });
});
