import { learnRecipe, runRecipe } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";
import { knownLamp, lampPage, lampSchema } from "./lamp-pages.ts";

const oak = { name: "Oak Lamp", price: 79.9, color: "brown" };
const elm = { name: "Elm Lamp", price: 1205, color: "grey" };
const fir = { name: "Fir Lamp", price: 18.5, color: "green" };

describe("learnRecipe", () => {
  it("learns no value that is all of the main part, and no label of a value or in navigation", () => {
    const body = "We sell lamps. ".repeat(12).trim();
    const html = (sku: string): string =>
      `<nav><dl><dt>Shipping<dd>${sku}</dl></nav><main><p class="all">${body}</p></main><dl><dt>Blue Whale<dd class="sku">${sku}</dl>`;
    const page = { tree: parse(html("AX-100")), url: "https://shop.test/p/1" };
    const values = { about: body, sku: "AX-100", name: "Blue Whale" };
    const properties = { about: { type: "string" }, sku: { type: "string" } };
    const recipe = learnRecipe([{ ...page, values }], { type: "object", properties });
    expect(recipe.unlearned).toEqual(["about"]);
    expect(recipe.fields["sku"]?.locators.flatMap(({ label }) => label ?? [])).toEqual([]);
  });

  it("reads the other pages of a site from one page", () => {
    const recipe = learnRecipe([knownLamp(oak)], lampSchema);
    expect(recipe.unlearned).toEqual([]);
    expect(recipe.urlPattern).toBe("https://shop.test/p/*");
    for (const lamp of [elm, fir]) {
      const { values, faults } = runRecipe(recipe, lampPage(lamp));
      expect(faults).toEqual([]);
      expect(values).toEqual(lamp);
    }
  });

  it("prefers data to labels, labels to selectors, and keeps several", () => {
    const recipe = learnRecipe([knownLamp({ ...oak, data: true })], lampSchema);
    expect(recipe.fields["price"]?.locators[0]).toMatchObject({
      data: "json-ld",
      path: "offers.price",
    });
    expect(recipe.fields["color"]?.locators[0]).toMatchObject({ label: "color" });
    const css = recipe.fields["price"]?.locators.flatMap((each) => each.css ?? []);
    expect(css).toContain(".product-price");
    expect(recipe.fields["name"]?.locators).toContainEqual({ css: "h1", always: true });
  });

  it("takes positions only from three pages", () => {
    const page = (name: string, maker: string) => ({
      tree: parse(
        `<main><h1>${name}</h1><div id="info"><p>It came to our shop in spring and nobody knows for how long it will stay here.</p><p>${maker}</p></div></main>`,
      ),
      url: `https://shop.test/p/${name}`,
      values: { name, maker },
    });
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, maker: { type: "string" } },
    };
    const pages = [page("Oak", "Ada Works"), page("Elm", "Bob & Co"), page("Fir", "Cy Limited")];
    expect(learnRecipe(pages.slice(0, 1), schema).unlearned).toEqual(["maker"]);
    const recipe = learnRecipe(pages, schema);
    expect(recipe.fields["maker"]?.locators[0]?.css).toContain("nth-of-type(2)");
    expect(runRecipe(recipe, page("Ash", "Dee Sons")).values).toEqual({
      name: "Ash",
      maker: "Dee Sons",
    });
    const moved = parse(`<main><h1>Ash</h1><div id="info"><p>7</p><p>Dee Sons</p></div></main>`);
    expect(runRecipe(recipe, { tree: moved, url: "https://shop.test/p/Ash" }).values).toEqual({
      name: "Ash",
    });
  });

  it("names what is nowhere on the page", () => {
    const page = { ...knownLamp(oak), values: { name: oak.name, price: 3, color: "violet" } };
    expect(learnRecipe([page], lampSchema).unlearned).toEqual(["price", "color"]);
  });

  it("does not learn a value that anything may be", () => {
    const html = `<main><h1>Oak</h1><p>Order today</p><span class="badge">4</span></main>`;
    const page = { tree: parse(html), url: "https://shop.test/p/1", values: { bedrooms: 4 } };
    const schema = { type: "object", properties: { bedrooms: { type: "integer" } } };
    expect(learnRecipe([page], schema).unlearned).toEqual(["bedrooms"]);
  });

  it("reads what an icon is called by", () => {
    const html = (count: number): string =>
      `<main><h1>Flat</h1><ul><li><svg></svg><span>Warm</span></li><li><i title="Bedrooms"></i><span>${count}</span></li></ul></main>`;
    const schema = { type: "object", properties: { bedrooms: { type: "integer" } } };
    const url = "https://shop.test/p/1";
    const recipe = learnRecipe([{ tree: parse(html(4)), url, values: { bedrooms: 4 } }], schema);
    expect(runRecipe(recipe, { tree: parse(html(2)), url }).values).toEqual({ bedrooms: 2 });
  });

  it("writes selectors that work whatever classes and ids are called", () => {
    const html = `<main><h1 class='a"]b md:px-6 2x :) product-title' id="9'\\">Oak Lamp</h1></main>`;
    const page = { tree: parse(html), url: "https://shop.test/p/1", values: { name: "Oak Lamp" } };
    const recipe = learnRecipe([page], lampSchema);
    expect(runRecipe(recipe, page).values).toEqual({ name: "Oak Lamp" });
  });

  it("refuses no pages, too many, and pages of several sites", () => {
    const page = knownLamp(oak);
    const other = { ...page, url: "https://other.test/p/1" };
    for (const pages of [[], Array.from({ length: 6 }, () => page), [page, other]]) {
      expect(() => learnRecipe(pages, lampSchema)).toThrow(
        expect.objectContaining({ code: "INVALID_PAGES" }),
      );
    }
  });

  it("refuses a schema that is none", () => {
    expect(() => learnRecipe([knownLamp(oak)], { type: "string" })).toThrow(
      expect.objectContaining({ code: "INVALID_SCHEMA" }),
    );
  });
});
