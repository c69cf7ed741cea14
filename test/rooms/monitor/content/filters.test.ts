import { describe, expect, it } from "vitest";
import { checkFields } from "../../../../src/monitor/content/check-fields.ts";
import { checkFilters } from "../../../../src/monitor/content/check-filters.ts";
import { filterBody } from "../../../../src/monitor/content/filter-body.ts";
import { judgeBodies } from "../../../../src/monitor/content/judge-bodies.ts";

describe("filterBody", () => {
  it("cuts text out, the same whether it was there or not", () => {
    const filters = { removeText: ["/^\\d+ views$/m", "(ad)"] };
    const expected = { body: "a b\n\nc", compared: "a b\n\nc", isBlocked: false };
    expect(filterBody("a b\n\n12 views\n\nc (AD)", filters)).toEqual(expected);
    expect(filterBody("a b\n\nc", filters)).toEqual(expected);
  });

  it("keeps lines that are ignored, and does not compare them", () => {
    const { body, compared } = filterBody("a\n\nUpdated now\n\nb", { ignoreText: ["updated"] });
    expect(body).toBe("a\n\nUpdated now\n\nb");
    expect(compared).toBe("a\nb");
  });

  it("compares lines in one order when theirs does not count", () => {
    const sorted = (text: string) => filterBody(text, { lineOrder: false }).compared;
    expect(sorted("b\na\nb")).toBe("a\nb\nb");
    expect(sorted("1,250")).not.toBe(sorted("2,150"));
  });

  it("is blocked while a text is there, whatever its case", () => {
    const filters = { blockText: ["out of stock"] };
    expect(filterBody("Out Of Stock", filters).isBlocked).toBe(true);
    expect(filterBody("In stock", filters).isBlocked).toBe(false);
  });

  it("takes text for itself unless it is in slashes", () => {
    const ignored = (pattern: string, text: string) =>
      filterBody(text, { ignoreText: [pattern] }).compared === "";
    expect(ignored("a.c", "abc")).toBe(false);
    expect(ignored("a.c", "A.C")).toBe(true);
    expect(ignored("/a.c/", "abc")).toBe(true);
    expect(ignored("/a.c/", "ABC")).toBe(false);
    expect(ignored("/news/today", "see /news/today")).toBe(true);
    expect(ignored("€ (5)", "€ (5)")).toBe(true);
  });
});

describe("judgeBodies", () => {
  const judge = (before: string, after: string, filters = {}) =>
    judgeBodies({ before, after, filters });

  it("counts any difference, in lines", () => {
    expect(judge("a\nb", "a\nb")).toEqual({ counts: false, stats: { adds: 0, dels: 0 } });
    expect(judge("a\nb\n", "a\nc\nd\n")).toEqual({ counts: true, stats: { adds: 2, dels: 1 } });
  });

  it("counts with triggers only where a line that is put in matches", () => {
    const filters = { triggerText: ["sale", "/\\d+ %/"] };
    expect(judge("a\n", "a\nSale now\n", filters).counts).toBe(true);
    expect(judge("a\n", "a\n20 %\n", filters).counts).toBe(true);
    expect(judge("a\nSale now\n", "a\n", filters).counts).toBe(false);
    expect(judge("sale\na\n", "sale\nb\n", filters).counts).toBe(false);
  });

  it("measures the least change in characters, of words within lines", () => {
    const line = (word: string) => `A line of ten words or so with one ${word} in it.\n`;
    const filters = { minimumChange: 7 };
    expect(judge(line("cat"), line("dog"), filters).counts).toBe(false);
    expect(judge(line("cat"), line("bird"), filters).counts).toBe(true);
    expect(judge("", "1234567\n", filters).counts).toBe(true);
  });
});

describe("checkFilters", () => {
  it("accepts what is valid", () => {
    const filters = { include: ["#a > p"], removeText: ["/a+/imsu", "(", "/x/y z"], main: true };
    expect(() => checkFilters({ ...filters, minimumChange: 3, confirmAfterMs: 0 })).not.toThrow();
    expect(() => checkFilters({})).not.toThrow();
  });

  it.each([
    ["filters.include[1]", { include: ["p", "p["] }],
    ["filters.remove[0]", { remove: [""] }],
    ["filters.ignoreText[0]", { ignoreText: ["/(/"] }],
    ["filters.removeText[0]", { removeText: ["/a/g"] }],
    ["filters.blockText[0]", { blockText: ["x".repeat(1001)] }],
    ["filters.triggerText", { triggerText: Array.from({ length: 51 }, () => "x") }],
    ["filters.triggerText", { triggerText: "x" }],
    ["filters.minimumChange", { minimumChange: -1 }],
    ["filters.confirmAfterMs", { confirmAfterMs: Number.NaN }],
    ["filters.lineOrder", { lineOrder: "no" }],
    ["filters.shade", { shade: true }],
    ["filters", []],
    ["filters", null],
  ])("refuses a wrong %s", (field, filters) => {
    const refused = expect.objectContaining({
      code: "INVALID_DEFINITION",
      details: { field },
    }) as Error;
    expect(() => checkFilters(filters as never)).toThrow(refused);
  });
});

describe("checkFields", () => {
  it("accepts what is valid", () => {
    const all = { selector: "li", attribute: "data-x", all: true, as: "number" } as const;
    expect(() => checkFields({ price: ".p", all })).not.toThrow();
  });

  it.each([
    ["fields", {}],
    ["fields", null],
    ["fields", { "": "p" }],
    ["fields", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, "p"]))],
    ["fields.a.selector[0]", { a: "p[" }],
    ["fields.a.selector[0]", { a: {} }],
    ["fields.a", { a: null }],
    ["fields.a", { a: { selector: "p", css: "p" } }],
    ["fields.a.attribute", { a: { selector: "p", attribute: "" } }],
    ["fields.a.all", { a: { selector: "p", all: 1 } }],
    ["fields.a.as", { a: { selector: "p", as: "date" } }],
  ])("refuses a wrong %s", (field, fields) => {
    const refused = expect.objectContaining({
      code: "INVALID_DEFINITION",
      details: { field },
    }) as Error;
    expect(() => checkFields(fields as never)).toThrow(refused);
  });
});

describe("expressions of a stranger", () => {
  it.each([
    ["/(?=a)b/", /look-ahead/],
    ["/a(?<!b)/", /look-behind/],
    ["/(a)\\1/", /back-references/],
    ["/(?<n>a)\\k<n>/", /back-references/],
    ["/a{1001}/", /repeat/],
    ["/(a/", /Unterminated/],
  ])("%s is refused, and why", (pattern, why) => {
    for (const name of ["removeText", "ignoreText", "triggerText", "blockText"] as const) {
      expect(() => checkFilters({ [name]: [pattern] })).toThrow(why);
    }
  });
});
