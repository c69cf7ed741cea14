import { readSchema } from "dragline/extractor";
import { describe, expect, it } from "vitest";

describe("readSchema", () => {
  it("reads types, formats, words, bounds and allowed values", () => {
    const schema = readSchema({
      type: "object",
      required: ["price", 5],
      properties: {
        price: { type: ["null", "number"], minimum: 0, "x-derived": true, title: "T" },
        day: { type: "string", format: "date", description: "D", pattern: "^2", maxLength: 10 },
        tags: { items: { enum: ["a", null] }, minItems: 1, maxItems: 3 },
        kind: { const: "x" },
      },
    });
    expect(schema).toMatchObject({ type: "object", required: ["price"], nullable: false });
    expect(schema.properties).toMatchObject({
      price: { type: "number", nullable: true, derived: true, title: "T", bounds: { minimum: 0 } },
      day: { format: "date", description: "D", pattern: "^2", bounds: { maxLength: 10 } },
      tags: { type: "array", bounds: { minItems: 1, maxItems: 3 }, items: { nullable: true } },
      kind: { allowed: ["x"], derived: false },
    });
  });

  it("follows local references, also to itself", () => {
    const schema = readSchema({
      $defs: {
        "a/b": { type: "number", title: "own" },
        node: { properties: { next: { $ref: "#/$defs/node" } } },
      },
      properties: { a: { $ref: "#/$defs/a~1b", title: "near" }, node: { $ref: "#/$defs/node" } },
    });
    expect(schema.properties["a"]).toMatchObject({ type: "number", title: "near" });
    expect(schema.properties["node"]?.properties["next"]?.properties["next"]?.type).toBe("object");
  });

  it("takes anything for references that lead nowhere, outside or around", () => {
    for (const $ref of ["#/none", "https://x.test/s.json", "#/properties/a", "#/toString", 5]) {
      const { properties } = readSchema({ properties: { a: { $ref } } });
      expect(properties["a"]).toMatchObject({ type: undefined, properties: {} });
    }
  });

  it("merges allOf, and takes the first of anyOf and oneOf that is not null", () => {
    const schema = readSchema({
      properties: {
        all: {
          allOf: [
            { properties: { a: { type: "string" } }, required: ["a"] },
            { properties: { b: { type: "number" } }, required: ["b"] },
          ],
        },
        any: { anyOf: [{ type: "null" }, { type: "string", format: "date" }] },
        one: { oneOf: [{ type: "integer" }, { type: "string" }], title: "T" },
      },
    });
    expect(schema.properties["all"]).toMatchObject({ type: "object", required: ["a", "b"] });
    expect(Object.keys(schema.properties["all"]?.properties ?? {})).toEqual(["a", "b"]);
    expect(schema.properties["any"]).toMatchObject({
      type: "string",
      format: "date",
      nullable: true,
    });
    expect(schema.properties["one"]).toMatchObject({
      type: "integer",
      title: "T",
      nullable: false,
    });
  });

  it("ignores what is malformed", () => {
    for (const schema of [null, 5, [], "x", { properties: [], required: "a", enum: 5, allOf: 5 }]) {
      expect(readSchema(schema)).toMatchObject({
        properties: {},
        required: [],
        allowed: undefined,
      });
    }
  });

  it("ends with schemas that repeat or nest themselves without end", () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const again = Object.fromEntries(names.map((name) => [name, { $ref: "#" }]));
    expect(Object.keys(readSchema({ properties: again }).properties)).toEqual(names);
    const branches = Array.from({ length: 50 }, () => ({ $ref: "#" }));
    expect(readSchema({ allOf: branches, title: "T" }).title).toBe("T");
    let deep: unknown = { type: "number" };
    for (let level = 0; level < 5_000; level++) deep = { properties: { a: deep } };
    expect(readSchema(deep).type).toBe("object");
  });
});
