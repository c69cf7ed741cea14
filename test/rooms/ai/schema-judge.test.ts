import { systemClock } from "dragline";
import { describe, expect, it, onTestFinished } from "vitest";
import { judgeSchema } from "../../../src/ai/judge-schema.ts";
import { SchemaJudge } from "../../../src/ai/schema-judge.ts";

const { signal } = new AbortController();
const draft = (name: string) => `http://json-schema.org/${name}`;

describe("judgeSchema", () => {
  it.each([
    {},
    { type: "object" },
    { $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{}] },
    { $schema: "https://json-schema.org/draft/2019-09/schema", unevaluatedProperties: false },
    { $schema: draft("draft-07/schema#"), items: [{}, {}] },
    // Draft 07 without saying so.
    { type: "object", properties: { pair: { type: "array", items: [{}, {}] } } },
    { type: "object", "x-own-keyword": 1, format: "unheard-of" },
    { $defs: { a: { type: "string" } }, properties: { a: { $ref: "#/$defs/a" } } },
    { type: "object", properties: { child: { $ref: "#" } } },
  ])("takes %j", (schema) => {
    expect(judgeSchema({ schema })).toEqual([]);
  });

  it.each([
    [null, /object/],
    [[], /object/],
    ["{}", /object/],
    [{ type: "thing" }, /compile/],
    [{ pattern: "(" }, /compile/],
    [{ $ref: "http://127.0.0.1:1/other.json" }, /compile/],
    [{ $ref: "#/nowhere" }, /compile/],
    [{ $async: true }, /\$async/],
    [{ $schema: draft("draft-04/schema#") }, /draft 2020-12/],
    [{ $schema: 7 }, /draft 2020-12/],
  ])("refuses %j", (schema, reason) => {
    expect(judgeSchema({ schema })).toEqual([expect.stringMatching(reason)]);
  });

  it("judges a value, undefined included, by the schema", () => {
    const schema = {
      type: "object",
      properties: { prices: { type: "array", items: { type: "number" } } },
      required: ["prices"],
    };
    expect(judgeSchema({ schema, value: { prices: [1, 2] } })).toEqual([]);
    expect(judgeSchema({ schema, value: { prices: [1, "2"] } })).toEqual([
      "/prices/1 must be number",
    ]);
    expect(judgeSchema({ schema, value: {} })[0]).toMatch(/the object .*'prices'/);
    expect(judgeSchema({ schema, value: undefined })[0]).toMatch(/object/);
  });

  it("bounds its reasons", () => {
    const name = "x".repeat(10_000);
    const schema = { type: "object", required: [name] };
    expect(judgeSchema({ schema, value: {} })[0]?.length).toBeLessThanOrEqual(300);
    expect(judgeSchema({ schema: { $ref: `#/${name}` } })[0]?.length).toBeLessThanOrEqual(330);
  });

  it("tells every fault, at most 20, with what was not expected", () => {
    const schema = {
      properties: { size: { enum: ["S", "M"] }, price: { type: "number" } },
      additionalProperties: false,
      required: ["name"],
    };
    expect(judgeSchema({ schema, value: { size: "L", price: "1", color: "red" } })).toEqual([
      "the object must have required property 'name'",
      'the object must NOT have additional properties: "color"',
      '/size must be equal to one of the allowed values: ["S","M"]',
      "/price must be number",
    ]);
    const many = Array.from({ length: 1000 }, () => "x");
    const numbers = { type: "array", items: { type: "number" } };
    expect(judgeSchema({ schema: numbers, value: many })).toHaveLength(20);
  });
});

describe("patterns of a schema", () => {
  const bait = `${"a".repeat(60)}!`;

  it.each([
    [{ pattern: "^(a+)+$" }, bait],
    [{ patternProperties: { "^(a|a)*$": { type: "string" } } }, { [bait]: 1 }],
    [{ properties: { x: { items: { pattern: "(.*a){25}$" } } } }, { x: [bait] }],
    [{ propertyNames: { pattern: "^(a|aa)+$" } }, { [bait]: 1 }],
    [{ $schema: draft("draft-07/schema#"), pattern: "^(?:a?){30}a{30}$" }, bait],
    [{ $defs: { s: { pattern: "^([a-z]+)*$" } }, $ref: "#/$defs/s" }, bait],
    [
      {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        anyOf: [{ pattern: "(x+x+)+y" }, { pattern: "^(\\w+\\s?)*$" }],
      },
      bait,
    ],
  ])("of %j are matched in linear time", (schema, value) => {
    // A matcher that goes back would not end in a lifetime.
    expect(judgeSchema({ schema, value }).length).toBeLessThan(3);
  });

  it.each([
    [{ pattern: "(?=a)b" }, /pattern "\(\?=a\)b" is not supported: look-ahead/],
    [{ patternProperties: { "(?<!a)b": { type: "string" } } }, /look-behind/],
    [{ properties: { x: { pattern: "(a)\\1" } } }, /back-references/],
    [{ items: { pattern: "(?<n>a)\\k<n>" } }, /back-references/],
    [{ propertyNames: { pattern: "a{1000}".repeat(50) } }, /too large/],
  ])("of %j are refused", (schema, reason) => {
    expect(judgeSchema({ schema })).toEqual([expect.stringMatching(reason)]);
  });
});

describe("a schema that has no end", () => {
  it.each([
    [{ $ref: "#" }, "#"],
    [
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      "#/$defs/a",
    ],
    [{ type: "object", properties: { a: { $ref: "#/properties/a" } } }, "#/properties/a"],
    [{ allOf: [{ type: "object" }, { anyOf: [{ $ref: "#" }] }] }, "#"],
    [{ not: { $ref: "#" } }, "#"],
    [{ if: { $ref: "#" }, else: { type: "string" } }, "#"],
    [{ $anchor: "me", oneOf: [{ $ref: "#me" }] }, "#me"],
    [{ $id: "https://a.test/s", $ref: "https://a.test/s" }, "https://a.test/s"],
    [{ $dynamicAnchor: "n", allOf: [{ $dynamicRef: "#n" }] }, "#n"],
    [
      { items: { $defs: { "a/b": { $ref: "#/items/$defs/a~1b" } }, $ref: "#/items/$defs/a~1b" } },
      "#/items/$defs/a~1b",
    ],
    [{ dependentSchemas: { a: { $ref: "#" } } }, "#"],
  ])("%j is refused", (schema, at) => {
    expect(judgeSchema({ schema })).toEqual([`refers to itself endlessly, at ${at}`]);
  });

  it.each([
    { properties: { next: { $ref: "#" } } },
    { items: { anyOf: [{ $ref: "#" }, { type: "string" }] } },
    {
      $defs: { node: { type: "object", additionalProperties: { $ref: "#/$defs/node" } } },
      $ref: "#/$defs/node",
    },
    { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: { type: "object" } } },
    { properties: { $ref: { type: "string" }, not: { type: "string" } } },
    { type: "object", properties: { a: { $ref: "#/properties/b" }, b: { type: "string" } } },
  ])("%j has one", (schema) => {
    expect(judgeSchema({ schema })).toEqual([]);
  });

  it("is refused where only the doubling of its parts takes for ever", async () => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, { allOf: [next, { not: { not: next } }] }];
    });
    const $defs = { ...Object.fromEntries(levels), l40: {} };
    const judge = new SchemaJudge(systemClock);
    expect(await judge.compiles({ $defs, $ref: "#/$defs/l0" }, signal)).toMatch(/longer than 3000/);
  });
});

describe("SchemaJudge", () => {
  it("answers as judgeSchema does, many questions at a time, and again when it was idle", async () => {
    const judge = new SchemaJudge(systemClock);
    const ask = () =>
      Promise.all([
        judge.compiles({}, signal),
        judge.compiles({ type: "thing" }, signal),
        judge.matches({ schema: { type: "object" }, value: 7 }, signal),
      ]);
    const expected = [undefined, expect.stringMatching(/compile/), "the object must be object"];
    expect(await ask()).toEqual(expected);
    expect(await ask()).toEqual(expected);
  });

  it("remembers of a schema that it compiles, and starts no thread for it again", async () => {
    let threads = 0;
    const count = (): void => {
      threads += 1;
    };
    process.on("worker", count);
    onTestFinished(() => {
      process.off("worker", count);
    });
    const judge = new SchemaJudge(systemClock);
    const schema = { type: "object", title: "once" };
    for (const _ of [1, 2, 3]) expect(await judge.compiles({ ...schema }, signal)).toBeUndefined();
    expect(threads).toBe(1);
    for (const _ of [1, 2])
      expect(await judge.compiles({ type: "thing" }, signal)).toMatch(/compile/);
    expect(threads).toBe(3);
  });

  it("gives up a schema that takes for ever, without stopping the others", async () => {
    const judge = new SchemaJudge(systemClock);
    const levels = Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, { allOf: [next, { not: { not: next } }] }];
    });
    const $defs = { ...Object.fromEntries(levels), l40: {} };
    const bomb = { $defs, $ref: "#/$defs/l0" };
    const slow = [
      judge.matches({ schema: bomb, value: {} }, signal),
      judge.matches({ schema: { $defs, not: { $ref: "#/$defs/l0" } }, value: [] }, signal),
    ];
    expect(await judge.matches({ schema: {}, value: {} }, signal)).toBeUndefined();
    expect(await Promise.all(slow)).toEqual([
      expect.stringContaining("longer than 3000 ms"),
      expect.stringContaining("longer than 3000 ms"),
    ]);
  });

  it("ends with the signal's reason, and its thread with it", async () => {
    const judge = new SchemaJudge(systemClock);
    const stop = new AbortController();
    const question = { schema: { uniqueItems: true }, value: Array.from({ length: 1e5 }, Object) };
    const asked = judge.matches(question, stop.signal);
    const reason = new Error("the client has gone");
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(judge.matches(question, stop.signal)).rejects.toBe(reason);
  });
});
