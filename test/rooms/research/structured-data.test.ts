import { describe, expect, it } from "vitest";
import { FakeWeb, finish, researchOf } from "./research-rig.ts";
import { ScriptedResearcher } from "./scripted-researcher.ts";

describe("structured data of a research", () => {
  const shop = () =>
    new FakeWeb({
      "https://one.example/": `<html lang="en"><head><title>Lamp</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Elm Lamp","offers":{"@type":"Offer","price":"49.90","priceCurrency":"EUR"}}</script></head><body><main><h1>Elm Lamp</h1><p>The Elm Lamp is made of elm wood and gives warm light.</p></main></body></html>`,
    });
  const question = "What does the Elm Lamp cost?";

  it("has values of the pages by the caller's schema, with evidence", async () => {
    const schema = {
      type: "object",
      properties: {
        name: { type: "string" },
        price: { type: "number" },
        colour: { type: "string" },
      },
    } as const;
    const { report } = await finish(researchOf(shop()).research(question, { schema }));
    expect(report.structured).toMatchObject({ data: { name: "Elm Lamp", price: 49.9 }, schema });
    expect(report.structured.evidence.map(({ path, url }) => [path, url])).toContainEqual([
      "price",
      "https://one.example/",
    ]);
    expect(report.notes).toContain("No value was found for colour.");
  });

  it("is a list for the schema of a list", async () => {
    const schema = {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, price: { type: "number" } },
      },
    } as const;
    const { report } = await finish(researchOf(shop()).research(question, { schema }));
    expect(Array.isArray(report.structured.data)).toBe(true);
    expect(report.structured.schema).toEqual(schema);
  });

  it("is the findings without a schema", async () => {
    const model = new ScriptedResearcher({
      answers: ["The Elm Lamp is made of elm wood and gives warm light."],
    });
    const { report } = await finish(
      researchOf(shop(), { model }).research("What is the Elm Lamp made of?"),
    );
    expect(report.structured.data).toEqual({
      findings: [
        {
          statement: "The Elm Lamp is made of elm wood and gives warm light.",
          support: "quoted",
          source_title: "Lamp",
          source_url: "https://one.example/",
          quote: "The Elm Lamp is made of elm wood and gives warm light.",
        },
      ],
    });
  });

  it.each([
    [{ type: "string" }],
    [{ type: "object" }],
    [{ type: "object", properties: { a: { type: "nothing" } } }],
  ])("refuses the schema %j", async (schema) => {
    const pages = shop();
    await expect(researchOf(pages).research(question, { schema }).report).rejects.toMatchObject({
      code: "INVALID_SCHEMA",
    });
    expect(pages.queries).toEqual([]);
  });
});
