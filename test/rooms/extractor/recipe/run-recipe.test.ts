import { learnRecipe, readRecipe, runRecipe } from "dragline/extractor";
import { parse } from "dragline/html";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownLamp, lampPage, lampSchema } from "./lamp-pages.ts";

const oak = { name: "Oak Lamp", price: 79.9, color: "brown" };
const elm = { name: "Elm Lamp", price: 1205, color: "grey" };
const recipe = learnRecipe([knownLamp(oak)], lampSchema);

describe("runRecipe", () => {
  it("tells where values come from", () => {
    const { evidence } = runRecipe(recipe, lampPage(elm));
    expect(evidence["price"]).toMatchObject({ source: "recipe", text: "$1205.00" });
  });

  it("refuses a new design that it cannot read", () => {
    const { values, faults } = runRecipe(recipe, lampPage(elm, "second"));
    expect(values["price"]).toBeUndefined();
    expect(faults).toContain("price: not there");
  });

  it("reads a new design by data and labels", () => {
    const learned = learnRecipe([knownLamp({ ...oak, data: true })], lampSchema);
    const page = lampPage({ ...elm, data: true }, "second");
    expect(runRecipe(learned, page)).toMatchObject({ values: elm, faults: [] });
  });

  it("reads a page with a wrapper around its content", () => {
    const { tree, url } = lampPage(elm);
    expect(runRecipe(recipe, { tree, url }).faults).toEqual([]);
    const wrapped = parse(
      `<div class=outer><div><h1>Elm Lamp</h1><p class="product-price">$1205.00</p></div></div>`,
    );
    expect(runRecipe(recipe, { tree: wrapped, url }).values).toMatchObject({ price: 1205 });
  });

  it("refuses where data and selectors do not agree", () => {
    const learned = {
      ...recipe,
      fields: {
        name: { locators: [{ css: "h1" }, { css: "h2" }], isList: false, isRequired: true },
      },
    };
    const tree = parse("<h1>Oak</h1><h2>Elm</h2>");
    expect(runRecipe(learned, { tree, url: "https://shop.test/p/1" }).faults).toContain(
      "name: its locators do not agree",
    );
  });

  it("refuses pages of another site and values out of what was seen", () => {
    const { faults } = runRecipe(recipe, { ...lampPage(elm), url: "https://other.test/p/1" });
    expect(faults).toEqual(["the URL does not match the recipe's pages"]);
    expect(runRecipe(recipe, lampPage({ ...elm, price: 9_000_000 })).faults).toContain(
      "price: the value is not like those that were learned",
    );
  });

  it("leaves out what only several elements together have", () => {
    const tree = parse(
      `<main><h1>Elm</h1><p class=product-price>$1.00</p><p class=product-price>$2.00</p></main>`,
    );
    const { values } = runRecipe(recipe, { tree, url: "https://shop.test/p/1" });
    expect(values["price"]).toBeUndefined();
  });

  it("reads the same after a way through JSON", () => {
    const lamp = fc.record({
      name: fc.constantFrom("Ash Lamp", "Fir Lamp", "Yew Lamp"),
      price: fc.integer({ min: 100, max: 90_000 }).map((cents) => cents / 100),
      color: fc.constantFrom("red", "green", "blue"),
      data: fc.boolean(),
    });
    fc.assert(
      fc.property(lamp, lamp, (taught, asked) => {
        const learned = learnRecipe([knownLamp(taught)], lampSchema);
        const copy = readRecipe(JSON.parse(JSON.stringify(learned)));
        expect(copy).toEqual(learned);
        expect(runRecipe(copy, lampPage(asked))).toEqual(runRecipe(learned, lampPage(asked)));
      }),
      { numRuns: 30 },
    );
  });
});
