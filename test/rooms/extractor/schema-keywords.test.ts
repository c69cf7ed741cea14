import { systemClock } from "dragline";
import { extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";
import { judgeSchema } from "../../../src/ai/judge-schema.ts";
import { SchemaJudge } from "../../../src/ai/schema-judge.ts";

const NEWEST = "https://json-schema.org/draft/2020-12/schema";
const MIDDLE = "https://json-schema.org/draft/2019-09/schema";
const OLDEST = "http://json-schema.org/draft-07/schema#";
const all = [OLDEST, MIDDLE, NEWEST];
const since2019 = [MIDDLE, NEWEST];
const string = { type: "string" };

/** Every keyword of the three drafts: where it is known, a right use, and a wrong one where there is one. */
const keywords: readonly (readonly [
  name: string,
  drafts: readonly string[],
  right: unknown,
  wrong?: unknown,
])[] = [
  ["$id", all, "https://x.test/s"],
  ["$ref", all, "#/definitions/a", "#/nowhere"],
  ["$comment", all, "a word", 5],
  ["$defs", since2019, { a: string }, { a: 5 }],
  ["definitions", all, { a: string }],
  ["$anchor", since2019, "place", 5],
  ["$recursiveRef", [MIDDLE], "#"],
  ["$recursiveAnchor", [MIDDLE], true],
  ["$dynamicRef", [NEWEST], "#"],
  ["$dynamicAnchor", [NEWEST], "place"],
  ["$vocabulary", since2019, { [`${NEWEST}x`]: false }],
  ["type", all, ["object", "null"], "thing"],
  ["enum", all, [{}, null, 1], 5],
  ["const", all, { a: 1 }],
  ["multipleOf", all, 0.5, 0],
  ["maximum", all, 5, "5"],
  ["exclusiveMaximum", all, 5, true],
  ["minimum", all, 5, "5"],
  ["exclusiveMinimum", all, 5, true],
  ["maxLength", all, 5, -1],
  ["minLength", all, 5, 0.5],
  ["pattern", all, "^a+$", "("],
  ["items", all, string, 5],
  ["items", [OLDEST, MIDDLE], [string, string]],
  ["additionalItems", [OLDEST, MIDDLE], false],
  ["prefixItems", [NEWEST], [string], string],
  ["unevaluatedItems", since2019, false],
  ["maxItems", all, 5, -1],
  ["minItems", all, 5, -1],
  ["uniqueItems", all, true, 1],
  ["contains", all, string, 5],
  ["maxContains", since2019, 5, -1],
  ["minContains", since2019, 0, -1],
  ["maxProperties", all, 5, -1],
  ["minProperties", all, 1, -1],
  ["required", all, ["a"], "a"],
  ["properties", all, { a: string, b: true }, { a: 5 }],
  ["patternProperties", all, { "^a": string }, { "(": string }],
  ["additionalProperties", all, false, 5],
  ["unevaluatedProperties", since2019, false],
  ["dependencies", [OLDEST], { a: ["b"], b: string }],
  ["dependentRequired", since2019, { a: ["b"] }, { a: "b" }],
  ["dependentSchemas", since2019, { a: string }, { a: 5 }],
  ["propertyNames", all, { maxLength: 5 }, 5],
  ["if", all, string, 5],
  ["then", all, string, 5],
  ["else", all, string, 5],
  ["allOf", all, [string], []],
  ["anyOf", all, [string, { type: "null" }], []],
  ["oneOf", all, [string, { type: "null" }], string],
  ["not", all, string, 5],
  ["format", all, "date", 5],
  ["contentMediaType", all, "text/html", 5],
  ["contentEncoding", all, "base64", 5],
  ["contentSchema", since2019, string],
  ["title", all, "T", 5],
  ["description", all, "D", 5],
  ["default", all, { a: 1 }],
  ["examples", all, [1, "a"], 5],
  ["deprecated", since2019, true],
  ["readOnly", all, true, "yes"],
  ["writeOnly", all, true],
];
const uses = keywords.flatMap(([name, drafts, right, wrong]) =>
  drafts.map(($schema) => [name, $schema, { right, wrong }] as const),
);
const base = { definitions: { a: string } };
const tree = parse("<h1>Lamp</h1><p>a: 5</p><ul class=b><li>1<li>2</ul>");

describe("a schema with any keyword", () => {
  it.each(uses)(
    "with %s (%s) compiles, in the object and in a property",
    (name, $schema, { right }) => {
      const inner = { [name]: right };
      const whole = { $schema, ...base, ...inner };
      // For the object itself these two lead to nothing but the object again.
      const isEndless = name === "$recursiveRef" || name === "$dynamicRef";
      const faults = isEndless ? ["refers to itself endlessly, at #"] : [];
      expect(judgeSchema({ schema: whole })).toEqual(faults);
      const inside = name === "$id" || name === "$vocabulary" || name.startsWith("$r") ? {} : inner;
      expect(judgeSchema({ schema: { $schema, ...base, properties: { a: inside } } })).toEqual([]);
    },
  );

  it.each(uses.filter(([, , { wrong }]) => wrong !== undefined))(
    "with a wrong %s (%s) is refused with a reason",
    (name, $schema, { wrong }) => {
      const [reason] = judgeSchema({ schema: { $schema, ...base, [name]: wrong } });
      expect(reason).toMatch(/^does not compile: \S/);
    },
  );

  it.each(uses)(
    "with %s (%s), right or wrong, is read and extracted by",
    (name, _, { right, wrong }) => {
      for (const use of [right, wrong]) {
        for (const schema of [
          { properties: { a: {}, b: {} }, [name]: use },
          { properties: { a: { [name]: use }, b: { type: "array", [name]: use } } },
        ]) {
          const { value } = extractValues({ tree, url: "https://x.test/" }, readSchema(schema));
          expect(["undefined", "object", "number", "string"]).toContain(typeof value);
        }
      }
    },
  );
});

/** Schemas that take long in checks that are not bounded. */
const slow: readonly (readonly [name: string, schema: object])[] = [
  ["itself", { properties: { a: { $ref: "#" } }, allOf: [{ $ref: "#/properties/a" }] }],
  [
    "a chain of references that doubles",
    {
      $defs: Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => {
          const next = { $ref: `#/$defs/d${at + 1}` };
          return [`d${at}`, { properties: at === 29 ? {} : { a: next, b: next } }];
        }),
      ),
      $ref: "#/$defs/d0",
    },
  ],
  [
    "deep nesting",
    Array.from({ length: 500 }).reduce<object>((inner) => ({ properties: { a: inner } }), string),
  ],
  [
    "many properties",
    { properties: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, string])) },
  ],
  ["an endless pattern", { properties: { a: { type: "string", pattern: "^(a+)+$" } } }],
];

describe("a schema that takes long", () => {
  it.each(slow)("by %s is compiled or refused, and read", async (_, schema) => {
    const judge = new SchemaJudge(systemClock);
    const { signal } = new AbortController();
    const fault = await judge.compiles({ type: "object", ...schema }, signal);
    expect(fault === undefined || fault.length > 0).toBe(true);
    const { value } = extractValues({ tree, url: "https://x.test/" }, readSchema(schema));
    expect(["undefined", "object"]).toContain(typeof value);
  });
});
