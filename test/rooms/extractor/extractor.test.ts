import { TokenBudget } from "dragline/ai";
import { createExtractor, learnRecipe, type ExtractCall } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";
import { answerOf, judgeHere, textOf } from "../ai/scripted-model.ts";
import { asking, html, properties, url } from "./asking.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    motto: { type: "string" },
    mood: { type: "string" },
  },
};

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

  it("names the rows that lack a value, with a recipe, without one and with a model", async () => {
    const item = {
      type: "object",
      properties: { name: { type: "string" }, price: { type: "number" } },
    };
    const wanted = properties({ items: { type: "array", items: item } });
    const cards = (priced: readonly (readonly [string, string])[]): string =>
      `<ul>${priced.map(([name, price]) => `<li class="card"><h3 class="name">${name}</h3><b class="price">${price}</b></li>`).join("")}</ul>`;
    const shop = cards([
      ["Oak Lamp", "$12.50"],
      ["Elm Chair", "Sold out"],
      ["Fir Table", "$45.00"],
      ["Ash Shelf", "Price on request"],
    ]);
    const lacking = ["items[1].price", "items[3].price"];
    const own = await createExtractor().extract({ html: shop, url }, wanted);
    expect([own.missing, own.data]).toEqual([lacking, { items: expect.any(Array) }]);
    const { extractor } = asking({});
    expect((await extractor.extract({ html: shop, url }, wanted)).missing).toEqual(lacking);
    const known = [
      { name: "Yew Bench", price: 99.9 },
      { name: "Birch Desk", price: 150 },
    ];
    const taught = cards([
      ["Yew Bench", "$99.90"],
      ["Birch Desk", "$150.00"],
    ]);
    const page = { tree: parse(taught), url, values: { items: known } };
    const recipe = learnRecipe([page], wanted);
    const read = await createExtractor().extract({ html: shop, url }, wanted, { recipe });
    expect([read.missing, read.warnings]).toEqual([lacking, []]);
  });

  it("gives no other number for a price that is gone, and tells what a recipe is not sure of", async () => {
    const wanted = properties({ name: { type: "string" }, price: { type: "number" } });
    const product = (price: string, more = ""): string =>
      `<main><h1 class="name">Desk lamp</h1><div class="buy"><b class="price">${price}</b></div></main>${more}`;
    const told = (price: number): string =>
      `<script type="application/ld+json">${JSON.stringify({ "@type": "Product", name: "Desk lamp", offers: { price } })}</script>`;
    const pages = [79.5, 24].map((price) => ({
      tree: parse(`${told(price)}${product(`$${price}`)}`),
      url,
      values: { name: "Desk lamp", price },
    }));
    const recipe = learnRecipe(pages, wanted);
    const gone = `<script type="application/ld+json">{"@type":"Product","name":"Desk lamp"}</script>${product("", '<div class="more"><b class="price">$4.90</b></div>')}`;
    const { data, missing, warnings } = await createExtractor().extract(
      { html: gone, url },
      wanted,
      {
        recipe,
      },
    );
    expect([data, missing]).toEqual([{ name: "Desk lamp" }, ["price"]]);
    expect(warnings.filter(({ kind }) => kind === "recipe-refused")).toEqual([]);
    const other = `${told(24_000)}${product("$24000")}`;
    const doubted = await createExtractor().extract({ html: other, url }, wanted, { recipe });
    expect(doubted.missing).toEqual(["price"]);
    expect(doubted.warnings).toEqual([
      { kind: "recipe-unsure", message: expect.stringContaining("price: ") },
    ]);
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

  it("passes over a recipe of another schema, and tells it", async () => {
    const page = { tree: parse(html), url, values: { name: "Desk lamp" } };
    const recipe = learnRecipe([page], {
      type: "object",
      properties: { name: { type: "string" } },
    });
    const { data, warnings } = await createExtractor().extract({ html, url }, schema, { recipe });
    expect(data).toEqual({ name: "Desk lamp", price: 1234.5 });
    expect(warnings).toEqual([
      { kind: "recipe-refused", message: expect.stringContaining("another schema") },
    ]);
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
    expect(evidence["motto"]).toMatchObject({
      source: "model",
      place: "",
      derived: false,
      support: "quoted",
    });
    expect(evidence["motto"]?.text).toContain("Light for LATE hours");
    const [call] = model.calls;
    const asked = call?.responseFormat?.schema as { properties: object };
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
    const asked = model.calls[0]?.responseFormat?.schema as { properties: { offer: object } };
    expect(asked.properties.offer).toMatchObject({ properties: { motto: {} } });
    expect(JSON.stringify(asked)).not.toContain("price");
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
