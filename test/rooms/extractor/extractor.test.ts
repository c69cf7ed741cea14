import { TokenBudget } from "dragline/ai";
import {
  createExtractor,
  learnRecipe,
  type ExtractCall,
  type ExtractorOptions,
} from "dragline/extractor";
import { parse } from "dragline/html";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { answerOf, judgeHere, ScriptedModel, textOf, type Reply } from "../ai/scripted-model.ts";

const url = "https://shop.test/lamp";
const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    motto: { type: "string" },
    mood: { type: "string" },
  },
};
const html = `<html lang="en"><body><h1>Desk lamp</h1><dl><dt>Price</dt><dd>$1,234.50</dd></dl>
  <p>“Light for LATE hours”, we say.</p><p>Sold since 3 May 2019.</p><p hidden>Zzyzx</p></body></html>`;

/** A model that answers with an object, and an extractor that asks it. */
function asking(reply: object | Reply, options?: ExtractorOptions) {
  const isReply = typeof reply === "function" || reply instanceof Error || "content" in reply;
  const model = new ScriptedModel(isReply ? (reply as Reply) : answerOf(JSON.stringify(reply)));
  const clock = new FakeClock();
  return { model, extractor: createExtractor({ model, judge: judgeHere, clock }, options) };
}

function properties(of: Readonly<Record<string, object>>) {
  return { type: "object", properties: of } as never;
}

describe("createExtractor", () => {
  it("gives the same of HTML and of its tree", async () => {
    const extractor = createExtractor();
    const one = await extractor.extract({ html, url }, schema);
    expect(await extractor.extract({ tree: parse(html), url }, schema)).toEqual(one);
    expect(one).toMatchObject({
      data: { name: "Desk lamp", price: 1234.5 },
      missing: ["motto", "mood"],
      usage: { calls: 0 },
      warnings: [],
    });
  });

  it.each([
    undefined,
    null,
    "<p>",
    {},
    { url },
    { html: 5, url },
    { html, url: "/lamp" },
    { html, url: "file:///lamp" },
    { html, url: undefined },
    { tree: {}, url },
  ])("refuses %j as a page", async (page) => {
    await expect(createExtractor().extract(page as never, schema)).rejects.toMatchObject({
      name: "ExtractorError",
      code: "INVALID_PAGE",
    });
  });

  it.each([
    undefined,
    null,
    [],
    "object",
    {},
    { type: "object" },
    { type: "object", properties: {} },
    { type: "array", items: {} },
    { type: "string", properties: { a: {} } },
  ])("refuses %j as a schema", async (bad) => {
    await expect(createExtractor().extract({ html, url }, bad as never)).rejects.toMatchObject({
      name: "ExtractorError",
      code: "INVALID_SCHEMA",
    });
  });

  it("refuses limits out of bounds", () => {
    expect(() => createExtractor({}, { maxCharacters: 999 })).toThrow(/maxCharacters/);
  });

  it("follows references and merges what a schema is made of", async () => {
    const { data, missing } = await createExtractor().extract(
      { html, url },
      {
        allOf: [{ $ref: "#/$defs/named" }, { properties: { cost: { $ref: "#/$defs/money" } } }],
        $defs: {
          named: { type: "object", properties: { name: { type: "string" } } },
          money: { type: ["number", "null"], title: "Price" },
        },
      },
    );
    expect(data).toEqual({ name: "Desk lamp", cost: 1234.5 });
    expect(missing).toEqual([]);
  });

  it("ends with the signal's reason, before and while a model answers", async () => {
    const reason = new Error("the client has gone");
    const extractor = createExtractor();
    const gone = AbortSignal.abort(reason);
    await expect(extractor.extract({ html, url }, schema, { signal: gone })).rejects.toBe(reason);
    const stop = new AbortController();
    const { extractor: waiting } = asking(async () => {
      stop.abort(reason);
      return await new Promise<never>(() => undefined);
    });
    const call: ExtractCall = { signal: stop.signal };
    await expect(waiting.extract({ html, url }, schema, call)).rejects.toBe(reason);
  });

  it("asks no model when nothing is missing, or when the recipe fits", async () => {
    const { model, extractor } = asking({});
    const wanted = properties({ name: { type: "string" }, price: { type: "number" } });
    expect((await extractor.extract({ html, url }, wanted)).missing).toEqual([]);
    const values = { name: "Desk lamp", price: 1234.5 };
    const recipe = learnRecipe([{ tree: parse(html), url, values }], wanted);
    expect((await extractor.extract({ html, url }, wanted, { recipe })).data).toEqual(values);
    expect(model.calls).toHaveLength(0);
  });

  it("tells that a page does not fit the recipe, and reads it as without one", async () => {
    const wanted = properties({ price: { type: "number" } });
    const wantedToo = { ...(wanted as object), required: ["price"] } as never;
    const page = { tree: parse(html), url };
    const recipe = learnRecipe([{ ...page, values: { price: 1234.5 } }], wantedToo);
    const other = "<p>You pay <b class=price>5 EUR</b></p>";
    const { data, warnings } = await createExtractor().extract({ html: other, url }, wanted, {
      recipe,
    });
    expect(data).toEqual({ price: 5 });
    expect(warnings).toEqual([{ kind: "recipe-refused", message: expect.any(String) }]);
  });

  it("asks the model only for what is missing, of text that is shown", async () => {
    const { model, extractor } = asking({ motto: "light for late hours", mood: null });
    const { data, missing, evidence, usage, warnings } = await extractor.extract(
      { html, url },
      schema,
    );
    expect(data).toEqual({ name: "Desk lamp", price: 1234.5, motto: "light for late hours" });
    expect(missing).toEqual(["mood"]);
    expect(warnings).toEqual([]);
    expect(usage).toEqual({ inputTokens: 10, outputTokens: 5, calls: 1 });
    expect(evidence["motto"]).toMatchObject({ source: "model", place: "", derived: false });
    expect(evidence["motto"]?.text).toContain("light for late hours");
    const [call] = model.calls;
    const asked = call?.responseFormat.schema as { properties: object };
    expect(Object.keys(asked.properties)).toEqual(["motto", "mood"]);
    expect(textOf(call)).toContain("Light for LATE hours");
    expect(textOf(call)).not.toContain("Zzyzx");
  });

  it("asks for the missing part of an object alone, and keeps what is known", async () => {
    const nested = properties({
      offer: {
        type: "object",
        properties: { price: { type: "number" }, motto: { type: "string" } },
      },
    });
    const { model, extractor } = asking({ offer: { price: 7, motto: "Light for late hours" } });
    const { data } = await extractor.extract({ html, url }, nested);
    expect(data).toEqual({ offer: { price: 1234.5, motto: "Light for late hours" } });
    const asked = model.calls[0]?.responseFormat.schema as { properties: { offer: object } };
    expect(asked.properties.offer).toMatchObject({ properties: { motto: {} } });
    expect(JSON.stringify(asked)).not.toContain("price");
  });

  it.each([
    ["a number in another grouping", { type: "number" }, 1234.5],
    ["a date in another form", { type: "string", format: "date" }, "2019-05-03"],
    ["text in another case", { type: "string" }, "LIGHT FOR late HOURS"],
    ["text with other quotes", { type: "string" }, '"light for late hours"'],
  ])("takes %s as on the page", async (_, type, given) => {
    const { extractor } = asking({ zq: given });
    const { data } = await extractor.extract({ html, url }, properties({ zq: type }));
    expect(data).toEqual({ zq: given });
  });

  it.each([
    ["a text", { type: "string" }, "Light for early hours"],
    ["a part of a word", { type: "string" }, "esk lam"],
    ["a number", { type: "number" }, 1234.6],
    ["a part of a number", { type: "number" }, 234],
    ["a day", { type: "string", format: "date" }, "2019-05-04"],
    ["a time on a day that is", { type: "string", format: "date-time" }, "2019-05-03T10:00:00"],
    ["an address", { type: "string", format: "uri" }, "https://shop.test/other"],
    ["one of a few values", { enum: ["bright", "dark"] }, "dark"],
    ["a yes", { type: "boolean" }, true],
  ])("leaves %s out that is not on the page, and names it", async (_, type, given) => {
    const { extractor } = asking({ zq: given });
    const { data, missing, evidence, warnings } = await extractor.extract(
      { html, url },
      properties({ zq: type }),
    );
    expect(data).toEqual({});
    expect(evidence).toEqual({});
    expect(missing).toEqual(["zq"]);
    expect(warnings).toEqual([{ kind: "not-on-page", message: expect.stringContaining("zq") }]);
  });

  it("takes a time that the page shows in another form", async () => {
    const page = { html: "<p>Concert on 3 May 2026, 7:30 pm</p><p>Doors 18.45 Uhr</p>", url };
    const wanted = properties({ zq: { type: "string", format: "date-time" } });
    for (const time of ["19:30", "18:45"]) {
      const { extractor } = asking({ zq: `2026-05-03T${time}:00` });
      expect((await extractor.extract(page, wanted)).data).toEqual({ zq: `2026-05-03T${time}:00` });
    }
  });

  it("takes what is not on the page where the schema says so, and marks it", async () => {
    const { extractor } = asking({ zq: "cosy", motto: "cosy" });
    const wanted = properties({
      zq: { type: "string", "x-derived": true },
      motto: { type: "string" },
    });
    const { data, evidence } = await extractor.extract({ html, url }, wanted);
    expect(data).toEqual({ zq: "cosy" });
    expect(evidence).toEqual({ zq: { source: "model", text: "", place: "", derived: true } });
  });

  it("takes one of a few values by what the page says", async () => {
    const page = { html: "<p>Zustand der Ware</p><p>Auf Lager</p>", url };
    const wanted = properties({ zq: { type: "string", enum: ["in_stock", "out_of_stock"] } });
    const right = asking({ zq: "in_stock" });
    expect((await right.extractor.extract(page, wanted)).data).toEqual({ zq: "in_stock" });
    const wrong = asking({ zq: "out_of_stock" });
    expect((await wrong.extractor.extract(page, wanted)).data).toEqual({});
  });

  it("leaves out items of a list that lack what they need, and numbers evidence as the rest", async () => {
    const page = { html: "<p>Ann wrote Zorn in 1999. Bob wrote Birds in 2001.</p>", url };
    const part = { type: "string" };
    const wanted = properties({
      zqs: {
        type: "array",
        items: { type: "object", properties: { zq: part, zr: part }, required: ["zr"] },
      },
    });
    const { extractor } = asking({
      zqs: [{ zq: "Ann", zr: "Made up" }, { zq: "Bob", zr: "Birds" }, { zq: "Ann" }],
    });
    const { data, evidence, warnings } = await extractor.extract(page, wanted);
    expect(data).toEqual({ zqs: [{ zq: "Bob", zr: "Birds" }] });
    expect(Object.keys(evidence)).toEqual(["zqs[0].zq", "zqs[0].zr"]);
    expect(warnings[0]).toMatchObject({ kind: "not-on-page" });
  });

  it("keeps lists in lists as they are", async () => {
    const page = { html: "<p>alpha beta gamma delta</p>", url };
    const row = { type: "array", items: { type: "string" } };
    const { extractor } = asking({ zq: [["alpha", "beta"], ["gamma"], ["omega"]] });
    const { data } = await extractor.extract(
      page,
      properties({ zq: { type: "array", items: row } }),
    );
    expect(data).toEqual({ zq: [["alpha", "beta"], ["gamma"]] });
  });

  it("cuts a long page off, keeps what names the missing, and says so", async () => {
    const filler = "<p>Words that say nothing of it at all.</p>".repeat(200);
    const page = {
      html: `<main>${filler}<p>Motto of the house:</p><ul><li>Zorn</ul>${filler}</main>`,
      url,
    };
    const { model, extractor } = asking({ motto: null }, { maxCharacters: 1000 });
    const { warnings } = await extractor.extract(page, properties({ motto: { type: "number" } }));
    expect(warnings).toEqual([{ kind: "cut-off", message: expect.stringContaining("1000") }]);
    expect(textOf(model.calls[0])).toContain("Zorn");
    expect(textOf(model.calls[0]).length).toBeLessThan(2500);
  });

  it("gives the beginning of a single long line", async () => {
    const { model, extractor } = asking({ zq: null }, { maxCharacters: 1000 });
    const page = { html: `<p>${"word and ".repeat(1000)}</p>`, url };
    const { warnings } = await extractor.extract(page, properties({ zq: { type: "string" } }));
    expect(warnings.map(({ kind }) => kind)).toEqual(["cut-off"]);
    expect(textOf(model.calls[0])).toContain("word and word and");
  });

  it("gives what the page gave when the model fails, and says so", async () => {
    const wanted = { name: { type: "string" }, zq: { type: "string" } };
    for (const reply of [
      answerOf("I cannot help with that."),
      answerOf("", { finishReason: { unified: "content-filter" } }),
      Object.assign(new Error("no"), { statusCode: 400 }),
    ]) {
      const { extractor } = asking(reply);
      const { data, missing, warnings } = await extractor.extract(
        { html, url },
        properties(wanted),
      );
      expect(data).toEqual({ name: "Desk lamp" });
      expect(missing).toEqual(["zq"]);
      expect(warnings).toEqual([{ kind: "model-failed", message: expect.any(String) }]);
    }
  });

  it("counts the tokens of a failure that had some", async () => {
    const { extractor } = asking(answerOf("no JSON at all"));
    const { usage } = await extractor.extract({ html, url }, schema);
    expect(usage).toEqual({ inputTokens: 20, outputTokens: 10, calls: 2 });
  });

  it("sends nothing beyond the budget of tokens", async () => {
    const { model, extractor } = asking({ motto: null });
    const budget = new TokenBudget({ inputTokens: 10 });
    const { warnings } = await extractor.extract({ html, url }, schema, { budget });
    expect(warnings.map(({ kind }) => kind)).toEqual(["model-failed"]);
    expect(model.calls).toHaveLength(0);
  });

  it("throws for what is no model", async () => {
    const extractor = createExtractor({ model: "gpt" as never, judge: judgeHere });
    await expect(extractor.extract({ html, url }, schema)).rejects.toMatchObject({
      code: "INVALID_MODEL",
    });
  });
});
