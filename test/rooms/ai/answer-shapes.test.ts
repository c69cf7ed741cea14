import { generateObject, TokenBudget, type ObjectRequest } from "dragline/ai";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  askedFor,
  judgeHere,
  ScriptedModel,
  textOf,
  type Reply,
} from "./scripted-model.ts";

const text = { type: "string" };
const schema = {
  type: "object",
  properties: {
    name: text,
    unitPrice: { type: "number" },
    inStock: { type: "boolean" },
    colour: { enum: ["white", "dark_blue", null] },
    tags: { type: "array", items: text },
    shop: { $ref: "#/$defs/shop" },
    sold: { anyOf: [{ type: "integer" }, { type: "null" }] },
  },
  required: ["name", "unitPrice"],
  additionalProperties: false,
  $defs: {
    shop: {
      type: "object",
      properties: { shopId: { type: "integer" }, town: text },
      required: ["shopId"],
    },
  },
};
const lamp = { name: "Lamp", unitPrice: 12.5 };

function asking(replies: readonly (object | string | Reply)[], more: Partial<ObjectRequest> = {}) {
  const asReply = (reply: object | string | Reply): Reply => {
    if (typeof reply === "string") return answerOf(reply);
    const isReply = typeof reply === "function" || reply instanceof Error || "content" in reply;
    return isReply ? (reply as Reply) : answerOf(JSON.stringify(reply));
  };
  const model = new ScriptedModel(...replies.map(asReply));
  const request = { schema, instructions: "Read.", data: [], ...more };
  return { model, answer: generateObject({ model, judge: judgeHere }, request) };
}

async function taken(reply: object | string, more: Partial<ObjectRequest> = {}) {
  const { model, answer } = asking([reply, "I do not know."], more);
  const { object } = await answer;
  return { object, calls: model.calls.length };
}

const call = (given: unknown) => ({ name: "answer", arguments: given });

describe("an answer", () => {
  it.each<[string, object | string]>([
    ["in a member", { data: lamp }],
    ["in a member of another name", { "the product": lamp }],
    ["in two members", { data: { result: lamp } }],
    ["beside what nobody asked for", { status: "ok", code: 200, result: lamp }],
    ["in a list of one", [lamp]],
    ["in a member, in a list of one", { results: [lamp] }],
    ["as a text of JSON", JSON.stringify(JSON.stringify(lamp))],
    ["in a member, as a text of JSON", { answer: JSON.stringify(lamp) }],
    ["with its quotes escaped", JSON.stringify(lamp).replaceAll('"', '\\"')],
    ["as a call", call(lamp)],
    ["as a call with a text", call(JSON.stringify(lamp))],
    ["as a call with parameters", { type: "function", name: "answer", parameters: lamp }],
    ["as servers give calls", { tool_calls: [{ id: "1", function: call(JSON.stringify(lamp)) }] }],
    ["as a call with marks", `<tool_call>\n${JSON.stringify(call(lamp))}\n</tool_call>`],
    ["as a call of Mistral's", `[TOOL_CALLS][${JSON.stringify(call(lamp))}]`],
    ["as a call of Phi's", `functools[${JSON.stringify(call(lamp))}]`],
    ["as a call in a fence", `\`\`\`json\n${JSON.stringify(call(lamp))}\n\`\`\``],
    ["as the schema", { type: "object", properties: lamp }],
    [
      "as the schema with values",
      {
        type: "object",
        properties: { name: { type: "string", value: "Lamp" }, unitPrice: { value: 12.5 } },
      },
    ],
    ["in snake case", { name: "Lamp", unit_price: 12.5 }],
    ["in kebab case", { Name: "Lamp", "unit-price": 12.5 }],
    ["in words", { NAME: "Lamp", "Unit price": 12.5 }],
    ["wrapped, in snake case", { data: [{ name: "Lamp", unit_price: "12.5" }] }],
    ["with a number in a text", { ...lamp, unitPrice: "12.5" }],
    ["with a value in a list of one", { ...lamp, name: ["Lamp"] }],
    ["with more members", { ...lamp, note: "cheap" }],
    ["with nothing where nothing may be", { ...lamp, tags: null, inStock: null }],
    ["with nothing in words", { ...lamp, inStock: "N/A", tags: "none" }],
    ["with NaN", '{"name":"Lamp","unitPrice":12.5,"inStock":NaN}'],
  ])("is taken at once that comes %s", async (_, reply) => {
    expect(await taken(reply)).toEqual({ object: lamp, calls: 1 });
  });

  it.each<[string, object, object]>([
    ["yes", { inStock: "Yes" }, { inStock: true }],
    ["no", { inStock: "false" }, { inStock: false }],
    ["one of a few in another case", { colour: "Dark Blue" }, { colour: "dark_blue" }],
    ["one of a few that is nothing", { colour: null }, { colour: null }],
    ["one thing for a list", { tags: "new" }, { tags: ["new"] }],
    ["a list in a text of JSON", { tags: '["a, b","c"]' }, { tags: ["a, b", "c"] }],
    ["numbers for texts", { tags: [1, "b"] }, { tags: ["1", "b"] }],
    [
      "an object by reference",
      { shop: { shop_id: "7", Town: "Ulm" } },
      { shop: { shopId: 7, town: "Ulm" } },
    ],
    ["an object in a list of one", { shop: [{ shopId: 7 }] }, { shop: { shopId: 7 } }],
    ["a number or nothing", { sold: "7" }, { sold: 7 }],
    ["nothing for a number", { sold: "unknown" }, { sold: null }],
  ])("has its values in the schema's form: %s", async (_, given, expected) => {
    expect(await taken({ ...lamp, ...given })).toEqual({
      object: { ...lamp, ...expected },
      calls: 1,
    });
  });

  it("is a list where the schema has one list alone", async () => {
    const items = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
    const listed = { schema: { type: "object", properties: { rows: { type: "array", items } } } };
    const rows = [{ id: 1 }, { id: 2 }];
    for (const reply of [
      rows,
      { results: rows },
      { data: { items: rows } },
      `Here: ${JSON.stringify(rows)}`,
    ]) {
      expect(await taken(reply, listed)).toEqual({ object: { rows }, calls: 1 });
    }
    expect((await taken([{ id: 1 }], listed)).object).toEqual({ rows: [{ id: 1 }] });
    const named = { type: "object", properties: { authors: { type: "array", items: text } } };
    expect((await taken({ results: ["Ida"] }, { schema: named })).object).toEqual({
      authors: ["Ida"],
    });
    const other = await asking([{ keywords: ["Ida"] }], { schema: named }).answer;
    expect(other.object).not.toHaveProperty("authors");
    const mixed = await taken({ rows: [{ id: "1" }, { id: "x" }, "y", { id: 3 }] }, listed);
    expect(mixed.object).toEqual({ rows: [{ id: 1 }, { id: 3 }] });
  });

  it("is not looked into where the schema has members of such names", async () => {
    const properties = { name: text, data: { type: "object" }, arguments: { type: "object" } };
    const open = { schema: { type: "object", properties } };
    const given = { name: "a", data: { name: "b" }, arguments: { name: "c" } };
    expect((await taken(given, open)).object).toEqual(given);
    const free = { schema: { type: "object" } };
    expect((await taken({ data: { a: 1 } }, free)).object).toEqual({ data: { a: 1 } });
  });

  it.each<[string, object]>([
    ["several things in one text", { tags: "Paris, France" }],
    ["a number among words", { sold: "about 7" }],
    ["a number in some grouping", { sold: "1,234" }],
    ["perhaps", { inStock: "perhaps" }],
    ["none of a few", { colour: "red" }],
  ])("loses nothing else by what may mean anything: %s", async (_, given) => {
    const { object, calls } = await taken({ ...lamp, ...given });
    expect(object).toMatchObject(lamp);
    expect(Object.values(object).filter((value) => value !== null)).toHaveLength(2);
    expect(calls).toBe(2);
  });
});

describe("a model that is asked again", () => {
  it("is asked for what does not fit alone, and its answer fills the rest", async () => {
    const first = {
      name: "Lamp",
      unitPrice: "cheap",
      shop: { shopId: "x", town: "Ulm" },
      tags: ["a"],
    };
    const { model, answer } = asking([first, { unitPrice: 12.5, shop: { shopId: 7 } }]);
    const { object, warnings, usage } = await answer;
    expect(object).toEqual({ ...lamp, shop: { shopId: 7, town: "Ulm" }, tags: ["a"] });
    expect(warnings.map(({ kind }) => kind)).toEqual(["asked-again"]);
    expect(usage.calls).toBe(2);
    const asked = askedFor(model.calls[1] ?? {});
    expect(Object.keys(asked)).toEqual(["unitPrice", "shop"]);
    expect(asked["shop"]).toMatchObject({ properties: { shopId: {} }, required: ["shopId"] });
    expect(Object.keys((asked["shop"] as typeof schema).properties)).toEqual(["shopId"]);
    const said = textOf(model.calls[1]);
    expect(said).toContain('/unitPrice must be number: "cheap"');
    expect(said).toContain("these members alone");
  });

  it("is asked for what is missing", async () => {
    const { model, answer } = asking([
      { name: "Lamp", tags: ["a"] },
      { data: { unit_price: "12.5" } },
    ]);
    expect((await answer).object).toEqual({ ...lamp, tags: ["a"] });
    expect(Object.keys(askedFor(model.calls[1] ?? {}))).toEqual(["unitPrice"]);
  });

  it("may say all again, and changes nothing that was taken", async () => {
    const { answer } = asking([
      { name: "Lamp", sold: "many" },
      { ...lamp, name: "Desk", sold: 3 },
    ]);
    expect((await answer).object).toEqual({ ...lamp, sold: 3 });
  });

  it.each<[string, Reply]>([
    ["the same", answerOf(JSON.stringify({ ...lamp, sold: "many" }))],
    ["words", answerOf("I do not know.")],
    ["an error", new Error("away")],
    ["a refusal", answerOf("", { finishReason: { unified: "content-filter" } })],
  ])("loses nothing that fits by %s, and what does not is told", async (_, second) => {
    const { answer } = asking([{ ...lamp, inStock: "perhaps" }, second]);
    const { object, warnings } = await answer;
    expect(object).toEqual(lamp);
    expect(warnings.at(-1)).toEqual({
      kind: "left-out",
      message: expect.stringContaining("/inStock must be boolean"),
    });
  });

  it("leaves out an object that still lacks what it needs", async () => {
    const { answer } = asking([{ ...lamp, shop: { town: "Ulm" } }, { shop: {} }]);
    expect((await answer).object).toEqual(lamp);
  });

  it("is not asked where there are no tokens left for it", async () => {
    const budget = new TokenBudget({ outputTokens: 100 });
    const model = new ScriptedModel(answerOf(JSON.stringify({ ...lamp, sold: "many" })));
    const request = { schema, instructions: "Read.", data: [], maxOutputTokens: 100 };
    const { object, warnings } = await generateObject({ model, judge: judgeHere, budget }, request);
    expect(object).toEqual({ ...lamp, sold: null });
    expect(warnings.map(({ kind }) => kind)).toEqual(["asked-again", "left-out"]);
    expect(model.calls).toHaveLength(1);
  });

  it("is asked once where it answered what nobody asked for", async () => {
    const open = {
      schema: { type: "object", properties: { name: text, tags: schema.properties.tags } },
    };
    const { model, answer } = asking([{ title: "Lamp" }, { name: "Lamp" }], open);
    expect((await answer).object).toEqual({ name: "Lamp" });
    expect(model.calls).toHaveLength(2);
  });

  it("is not asked where it says that there is nothing, and that is told", async () => {
    const open = { schema: { type: "object", properties: { name: { type: ["string", "null"] } } } };
    for (const reply of [{}, { name: null }, { data: { name: null } }]) {
      const { model, answer } = asking([reply], open);
      const { warnings } = await answer;
      expect(warnings).toEqual([{ kind: "nothing-answered", message: expect.any(String) }]);
      expect(model.calls).toHaveLength(1);
    }
  });
});

describe("a hostile answer", () => {
  const deep = (open: string, close: string, levels: number) =>
    open.repeat(levels) + close.repeat(levels);
  it.each([
    ["a million brackets", "{".repeat(1_000_000)],
    ["a million objects", "{}".repeat(500_000)],
    ["wrappings", deep('{"data":', "}", 90).replace(":}", ":1}")],
    ["calls in calls", deep('{"name":"answer","arguments":', "}", 90).replace(":}", ":1}")],
    [
      "texts in texts",
      Array.from({ length: 12 }).reduce<string>((inner) => JSON.stringify({ data: inner }), "{}"),
    ],
    [
      "a hundred thousand names",
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n ${at}`, at])),
      ),
    ],
    [
      "a hundred thousand faults",
      JSON.stringify({ ...lamp, tags: Array.from({ length: 100_000 }, () => ({})) }),
    ],
    ["quotes", '{"a'.repeat(300_000)],
    ["repairs", "{'a':'b',}".repeat(100_000)],
    ["names of objects", '{"__proto__":{"name":"x"},"constructor":1,"toString":2}'],
  ])("is read in bounded time: %s", async (_, reply) => {
    const started = performance.now();
    const outcome = await taken(reply).catch((error: { code: string }) => error.code);
    expect(outcome === "NO_OBJECT" || typeof outcome === "object").toBe(true);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
