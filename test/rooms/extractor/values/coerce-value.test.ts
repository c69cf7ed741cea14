import { readSchema } from "dragline/extractor";
import { coerceValue, type ValueContext } from "../../../../src/extractor/values/coerce-value.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function coerced(value: unknown, schema: unknown, context?: ValueContext) {
  return coerceValue(value, readSchema(schema), context);
}

describe("coerceValue", () => {
  it.each([
    ["1.299,00 €", { type: "number" }, 1299],
    ["1.299 kr", { type: "number" }, 1299],
    ["Rated 4.5 out of 5", { type: "number" }, 4.5],
    [{ "@value": "12" }, { type: "integer" }, 12],
    [["3", "4"], { type: ["null", "integer"] }, 3],
    ["3.5", { type: "integer" }, undefined],
    ["many", { type: "number" }, undefined],
    [true, { type: "number" }, undefined],
    [Number.NaN, { type: "number" }, undefined],
    ["https://schema.org/InStock", { type: "boolean" }, true],
    ["Sold out", { type: "boolean" }, false],
    ["perhaps", { type: "boolean" }, undefined],
    [5, { type: "string" }, "5"],
    [" a \n b ", { type: "string" }, "a b"],
    [{ name: "Ann", url: "/ann" }, { type: "string" }, "Ann"],
    ["", { type: "string" }, undefined],
    [{}, { type: "string" }, undefined],
    [7, {}, 7],
    ["12345678901234567890", { type: "string" }, "12345678901234567890"],
    ["12345678901234567890", { type: "integer" }, undefined],
    ["9007199254740993", { type: "number" }, undefined],
    ["€ 9.007.199.254.740.993", { type: "number" }, undefined],
    ["9007199254740991", { type: "integer" }, 9007199254740991],
    ["6.02e23", { type: "number" }, 6.02e23],
    ["x", { type: "object" }, undefined],
  ])("reads %j by type %j", (value, schema, expected) => {
    expect(coerced(value, schema)).toBe(expected);
  });

  it.each([
    ["38.408 Aufrufe", "de", 38408],
    ["7.226", "es-ES", 7226],
    ["1.234.567", "de", 1234567],
    ["38.408 views", "en", undefined],
    ["38.408", undefined, undefined],
    ["4.5", "de", undefined],
    ["4.12", "fr", undefined],
    ["1.2345", "de", undefined],
    ["5.000 Antworten", "de", 5000],
    ["5.250", "no such language", undefined],
  ])("reads the count %j by the signs of %j", (value, language, expected) => {
    expect(coerced(value, { type: "integer" }, { language })).toBe(expected);
    expect(coerced(value, { type: "number" }, { language })).not.toBe(38408);
  });

  it.each([
    ["May 3, 2024", "date", "2024-05-03"],
    ["2024-05-03T10:00:00Z", "date", "2024-05-03"],
    ["03/05/2024", "date", undefined],
    ["May 2024", "date", undefined],
    ["3 May 2024 10:00 UTC", "date-time", "2024-05-03T10:00:00Z"],
    ["2024-05-03 10:00:01.5+02:00", "date-time", "2024-05-03T10:00:01.500+02:00"],
    ["2024-05-03T10:00", "date-time", "2024-05-03T10:00:00"],
    ["2024-05-03", "date-time", undefined],
    ["/a", "uri", "https://site.test/a"],
    ["javascript:alert(1)", "uri", undefined],
    ["1 h 30 min", "duration", "PT1H30M"],
    ["10:30:00Z", "time", "10:30:00Z"],
    ["half past ten", "time", undefined],
    ["mailto:ann@site.test?subject=x", "email", "ann@site.test"],
    ["ann at site", "email", undefined],
    ["anything", "unheard-of", "anything"],
  ])("reads %j by format %s", (value, format, expected) => {
    const context = { baseUrl: "https://site.test/d/" };
    expect(coerced(value, { type: "string", format }, context)).toBe(expected);
    expect(coerced(value, { format }, context)).toBe(expected);
  });

  it("lets the language of the page decide between day and month", () => {
    const schema = { type: "string", format: "date" };
    expect(coerced("03/05/2024", schema, { language: "en-US" })).toBe("2024-03-05");
    expect(coerced("03/05/2024", schema, { language: "fr" })).toBe("2024-05-03");
  });

  it.each([
    ["In Stock", { enum: ["InStock", "OutOfStock"] }, "InStock"],
    ["5 stars", { type: "integer", enum: [1, 3, 5] }, 5],
    ["Yes", { type: "boolean", const: true }, true],
    ["No", { type: "boolean", const: true }, undefined],
    ["EUR", { const: "EUR" }, "EUR"],
    ["pink", { enum: ["red", "blue"] }, undefined],
  ])("gives allowed values alone: %j by %j", (value, schema, expected) => {
    expect(coerced(value, schema)).toBe(expected);
  });

  it.each([
    ["5", { type: "number", minimum: 5, maximum: 5 }, 5],
    ["5", { type: "number", minimum: 6 }, undefined],
    ["5", { type: "number", maximum: 4 }, undefined],
    ["5", { type: "number", exclusiveMinimum: 5 }, undefined],
    ["5", { type: "number", exclusiveMaximum: 5 }, undefined],
    ["abc", { type: "string", minLength: 3, maxLength: 3 }, "abc"],
    ["abc", { type: "string", minLength: 4 }, undefined],
    ["abc", { type: "string", maxLength: 2 }, undefined],
    ["😀😀", { type: "string", maxLength: 2 }, "😀😀"],
    ["AB-12", { type: "string", pattern: "^[A-Z]{2}-[0-9]+$" }, "AB-12"],
    ["AB 12", { type: "string", pattern: "^[A-Z]{2}-[0-9]+$" }, undefined],
    ["abc", { type: "string", pattern: "(" }, undefined],
  ])("never cuts a value to the bounds: %j by %j", (value, schema, expected) => {
    expect(coerced(value, schema)).toBe(expected);
  });

  it("tries any pattern, in linear time", () => {
    const text = `${"a".repeat(200)}!`;
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "a*a*a*a*b"]) {
      expect(coerced(text, { type: "string", pattern })).toBeUndefined();
    }
    expect(coerced("aa!", { type: "string", pattern: "^(a+)+!$" })).toBe("aa!");
    for (const pattern of ["(?=a)a", "(a)\\1", "a{2000}"]) {
      expect(coerced("xyz", { type: "string", pattern }), pattern).toBeUndefined();
    }
  });

  it("never throws, whatever value and schema", () => {
    const type = fc.constantFrom("string", "number", "integer", "boolean", "object", undefined);
    const format = fc.constantFrom("date", "date-time", "uri", "duration", "email", undefined);
    const law = fc.property(fc.anything(), type, format, (value, wanted, form) => {
      coerced(value, { type: wanted, format: form });
    });
    expect(() => fc.assert(law)).not.toThrow();
    expect(coerced("1".repeat(1_000_000), { type: "number" })).toBeUndefined();
  });
});
