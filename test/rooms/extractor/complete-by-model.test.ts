import { describe, expect, it } from "vitest";
import { textOf } from "../ai/scripted-model.ts";
import { asking, html, properties, url } from "./asking.ts";

describe("completeByModel", () => {
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
    ["whom nobody writes to", { type: "string", format: "uri" }, "mailto:ida@quay.example"],
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

  const long = "This lamp was made by hand in the old works beside the harbour for many years";
  it.each([
    [
      "a day in a long line",
      `${long}, sold since 3 May 2019, and liked.`,
      { format: "date" },
      "2019-05-03",
    ],
    [
      "the second day of a line",
      "From 3 May 2019 and again 4 June 2020",
      { format: "date" },
      "2020-06-04",
    ],
    ["the first of two days", "3 May 2019 4 June 2020", { format: "date" }, "2019-05-03"],
    [
      "one of a few in a long line",
      `${long}; auf Lager; ${long}.`,
      { enum: ["in_stock", "out"] },
      "in_stock",
    ],
    ["what a picture is called", '<img src="/a.png" alt="Ida at the quay">', {}, "Ida at the quay"],
    [
      "whom a link writes to",
      '<a href="mailto:ida%40quay.example?subject=a">Write</a>',
      { format: "email" },
      "ida@quay.example",
    ],
    [
      "the address of whom a link writes to",
      '<a href="mailto:ida%40quay.example?subject=a">Write</a>',
      { format: "uri" },
      "mailto:ida@quay.example",
    ],
    [
      "the address of whom a link calls",
      '<a href="TEL:+49-30-1234">Call</a>',
      { format: "uri" },
      "tel:+49-30-1234",
    ],
    ["whom a link calls", '<a href="tel:+49-30-1234">Call</a>', {}, "+49-30-1234"],
  ])("takes %s", async (...[, body, type, given]) => {
    const { extractor } = asking({ zq: given });
    const page = { html: `<p>${body}</p>`, url };
    const { data } = await extractor.extract(page, properties({ zq: { type: "string", ...type } }));
    expect(data).toEqual({ zq: given });
  });

  it.each<[string, string, object, number]>([
    ["en", "There are forty-two of them", { type: "integer" }, 42],
    ["en", "A dozen eggs in a box", { type: "integer" }, 12],
    ["en", "about two thousand and five people came", { type: "number" }, 2005],
    ["de", "Der Saal hat hundertzwanzig Plätze", { type: "integer" }, 120],
    ["fr", "un hôtel de quatre-vingt-dix chambres", { type: "integer" }, 90],
  ])(
    "takes a number that the page says in words: %s, %s",
    async (...[lang, text, type, number]) => {
      const page = { html: `<html lang="${lang}"><p>${text}.</p></html>`, url };
      for (const given of [number, text]) {
        const { extractor } = asking({ zq: given });
        expect((await extractor.extract(page, properties({ zq: type }))).data).toEqual({
          zq: number,
        });
      }
      const { extractor } = asking({ zq: number + 1 });
      expect((await extractor.extract(page, properties({ zq: type }))).data).toEqual({});
    },
  );

  it.each<[string, string, string, boolean]>([
    ["en", "petsAllowed", "Pets are allowed in all rooms.", true],
    ["en", "petsAllowed", "Sorry, no pets allowed!", false],
    ["en", "pets_allowed", "Pets are not allowed, but parking is free.", false],
    ["en", "hasFreeParking", "We have free parking.", true],
    ["en", "freeParking", "Pets are not allowed, and there is free parking.", true],
    ["de", "hundeErlaubt", "Hunde sind hier nicht erlaubt.", false],
    ["en", "wheelchairAccessible", "The garden is wheelchair accessible.", true],
  ])("takes what a sentence says: %s, %s, %s", async (...[lang, name, text, said]) => {
    const page = { html: `<html lang="${lang}"><p>${text}</p></html>`, url };
    const wanted = properties({ [name]: { type: "boolean" } });
    const right = asking({ [name]: said }, { maxCharacters: 5000 });
    expect((await right.extractor.extract(page, wanted)).data).toEqual({ [name]: said });
    const wrong = asking({ [name]: !said });
    expect((await wrong.extractor.extract(page, wanted)).data).toEqual({});
  });

  it.each([
    ["petsAllowed", "Are pets allowed?"],
    ["petsAllowed", "Pets are allowed if you ask before."],
    ["petsAllowed", "Guests with pets are allowed 2 bowls."],
    ["petsAllowed", "Pets are allowed. No pets allowed."],
    ["petsAllowed", "Guests may ask whether their beloved pets are allowed anywhere nearby"],
    ["freeDelivery", "Free delivery on orders over 50 euros."],
    ["freeDelivery", "Delivery of our free catalogue."],
    ["open", "The shop is open."],
  ])("takes nothing where a sentence does not say it: %s, %s", async (name, text) => {
    const page = { html: `<html lang="en"><p>${text}</p></html>`, url };
    const wanted = properties({ [name]: { type: "boolean" } });
    for (const given of [true, false]) {
      const { extractor } = asking({ [name]: given });
      expect((await extractor.extract(page, wanted)).data).toEqual({});
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
    expect(evidence).toEqual({
      zq: { source: "model", text: "", place: "", derived: true, support: "unchecked" },
    });
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
    expect(warnings).toEqual([
      { kind: "nothing-answered", message: expect.stringContaining("no value") },
      { kind: "cut-off", message: expect.stringContaining("1000") },
    ]);
    expect(textOf(model.calls[0])).toContain("Zorn");
    expect(textOf(model.calls[0]).length).toBeLessThan(2500);
  });

  it("gives the beginning of a single long line", async () => {
    const { model, extractor } = asking({ zq: null }, { maxCharacters: 1000 });
    const page = { html: `<p>${"word and ".repeat(1000)}</p>`, url };
    const { warnings } = await extractor.extract(page, properties({ zq: { type: "string" } }));
    expect(warnings.map(({ kind }) => kind)).toEqual(["nothing-answered", "cut-off"]);
    expect(textOf(model.calls[0])).toContain("word and word and");
  });
});
