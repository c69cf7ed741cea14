import { learnRecipe, readRecipe, recipeSchema } from "dragline/extractor";
import { describe, expect, it } from "vitest";
import { knownLamp, lampSchema } from "./lamp-pages.ts";

const recipe = learnRecipe(
  [knownLamp({ name: "Oak Lamp", price: 79.9, color: "brown" })],
  lampSchema,
);

function withCss(css: string): unknown {
  const price = { locators: [{ css }], isList: false, isRequired: true };
  return { ...recipe, fields: { price } };
}

describe("readRecipe", () => {
  it("takes what was learned", () => {
    expect(readRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
  });

  it.each([
    ["another version", { ...recipe, version: 2 }, "version of the recipe"],
    ["what is no object", "recipe", "The recipe must be object"],
    ["unknown members", { ...recipe, script: "x" }, "additional properties"],
    [
      "no locators",
      { ...recipe, fields: { price: { ...recipe.fields["price"], locators: [] } } },
      "fields.price.locators",
    ],
    [
      "no selector",
      withCss("p["),
      "fields.price.locators[0].css of the recipe must be a CSS selector",
    ],
    ["a slow selector", withCss("* * * * * * p"), "at most 3 spaces"],
    ["a slow pseudo-class", withCss("p:has(* *)"), "no pseudo-class"],
    ["a long selector", withCss("p".repeat(501)), "more than 500 characters"],
  ])("refuses %s and says where", (_, json, message) => {
    expect(() => readRecipe(json)).toThrow(
      expect.objectContaining({
        code: "INVALID_RECIPE",
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it("refuses a schema of no object", () => {
    expect(() => readRecipe({ ...recipe, schema: { type: "string" } })).toThrow(
      expect.objectContaining({ code: "INVALID_RECIPE" }),
    );
  });

  it("is what the schema says", () => {
    expect(recipeSchema.required).toEqual(expect.arrayContaining(["version", "fields", "lists"]));
  });
});
