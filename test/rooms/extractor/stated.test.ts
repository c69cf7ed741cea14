import { extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const texts = { type: "array", items: { type: "string" } };

function extract(properties: object, html: string, url = "https://kitchen.example/soup"): unknown {
  const schema = readSchema({ type: "object", properties });
  return extractValues({ tree: parse(html), url }, schema).value;
}

function page(thing: object | readonly object[], body = ""): string {
  const list = Array.isArray(thing) ? thing : [thing];
  const scripts = list.map(
    (each) => `<script type="application/ld+json">${JSON.stringify(each)}</script>`,
  );
  return `<html lang="en"><head><title>Soup | Kitchen</title>${scripts.join("")}</head><body><h1>Soup</h1>${body}</body></html>`;
}

const recipe = {
  "@context": "https://schema.org",
  "@type": "Recipe",
  name: "Soup",
  recipeIngredient: ["1 onion", "1 tsp salt", "1 tsp salt"],
};
const other = `<h2>Ingredients</h2><ul><li>Share</li><li>Print</li><li>Save</li><li>Pin</li></ul>`;

describe("what a page states of itself", () => {
  it("comes before what its text may be read as, each value as often as it stands there", () => {
    expect(extract({ ingredients: texts }, page(recipe, other))).toEqual({
      ingredients: ["1 onion", "1 tsp salt", "1 tsp salt"],
    });
  });

  it("has steps in sections, and no names of sections among them", () => {
    const section = (name: string, ...steps: string[]): object => ({
      "@type": "HowToSection",
      name,
      itemListElement: steps.map((text) => ({ "@type": "HowToStep", text })),
    });
    const recipeInstructions = [section("Base", "Chop.", "Fry."), section("Soup", "Boil.")];
    expect(extract({ steps: texts }, page({ ...recipe, recipeInstructions }))).toEqual({
      steps: ["Chop.", "Fry.", "Boil."],
    });
  });

  it.each([
    ["markup", "<p>Chop &amp; fry.</p><p>Boil.</p>"],
    [
      "markup that was escaped once more",
      "&lt;p&gt;Chop &amp;amp; fry.&lt;/p&gt;&lt;p&gt;Boil.&lt;/p&gt;",
    ],
    ["lines", "Chop & fry.\nBoil.\n"],
  ])("is read as text where it is %s", (_, recipeInstructions) => {
    expect(extract({ instructions: texts }, page({ ...recipe, recipeInstructions }))).toEqual({
      instructions: ["Chop & fry.", "Boil."],
    });
  });

  it.each([
    [
      "in the graph",
      {
        "@graph": [
          { ...recipe, author: { "@id": "#ann" } },
          { "@id": "#ann", "@type": "Person", name: "Ann" },
        ],
      },
    ],
    [
      "in another script",
      [
        { ...recipe, author: { "@id": "https://kitchen.example/soup#ann" } },
        { "@id": "#ann", "@type": "Person", name: "Ann" },
      ],
    ],
  ])("is what a reference %s leads to", (_, things) => {
    expect(extract({ author: { type: "string" } }, page(things))).toEqual({ author: "Ann" });
  });

  it.each([
    [{ minLength: 8 }, ["1 tsp salt", "1 tsp salt"]],
    [{ maxLength: 8 }, ["1 onion"]],
    [{ pattern: "onion" }, ["1 onion"]],
    [{ pattern: "leek" }, undefined],
  ])("has the items alone that the schema allows: %j", (bounds, expected) => {
    const ingredients = { type: "array", items: { type: "string", ...bounds } };
    const found = extract({ ingredients }, page(recipe));
    expect(found).toEqual(expected === undefined ? undefined : { ingredients: expected });
  });

  it("has the first 1000 items of a list", () => {
    const recipeIngredient = Array.from({ length: 1001 }, (_, at) => `${at} g salt`);
    expect(extract({ ingredients: texts }, page({ ...recipe, recipeIngredient }))).toEqual({
      ingredients: recipeIngredient.slice(0, 1000),
    });
  });

  it("is nothing where a reference leads nowhere", () => {
    const thing = { ...recipe, author: { "@id": "#nobody" } };
    expect(extract({ author: { type: "string" } }, page(thing))).toBeUndefined();
  });

  it("ends for references in a circle", () => {
    const graph = [
      { ...recipe, "@id": "#a", author: { "@id": "#b" } },
      { "@id": "#b", "@type": "Person", name: "Ann", knows: { "@id": "#a" } },
    ];
    expect(extract({ author: { type: "string" } }, page({ "@graph": graph }))).toEqual({
      author: "Ann",
    });
  });

  it("has the price that is paid, and not the list price before it", () => {
    const priceSpecification = [
      { "@type": "UnitPriceSpecification", priceType: "https://schema.org/ListPrice", price: 70 },
      { "@type": "UnitPriceSpecification", price: 50 },
    ];
    const thing = { "@type": "Product", name: "Soup", offers: { priceSpecification } };
    expect(extract({ price: { type: "number" } }, page(thing))).toEqual({ price: 50 });
  });

  it.each([
    [{ total_time: { type: "integer", description: "Total time in minutes" } }, { total_time: 90 }],
    [{ totalTimeHours: { type: "number" } }, { totalTimeHours: 1.5 }],
    [{ total_time: { type: "integer" } }, undefined],
    [{ totalTimeHours: { type: "integer" } }, undefined],
  ])("has times in the unit that is asked for: %j", (properties, expected) => {
    expect(extract(properties, page({ ...recipe, totalTime: "PT1H30M" }))).toEqual(expected);
  });

  it("has the sum of preparation and cooking where the total is not stated", () => {
    const thing = { ...recipe, prepTime: "PT15M", cookTime: "PT1H" };
    const schema = readSchema({
      type: "object",
      properties: { total_minutes: { type: "integer" } },
    });
    const tree = parse(page(thing, "<p>Total time: 3</p>"));
    const { value, evidence } = extractValues({ tree, url: "https://kitchen.example/" }, schema);
    expect(value).toEqual({ total_minutes: 75 });
    expect(evidence["total_minutes"]).toMatchObject({
      derived: true,
      place: "prepTime + cookTime",
    });
  });

  it("has titles without the site's name", () => {
    const head = `<meta property="og:site_name" content="Kitchen"><meta property="og:title" content="Onion soup | Kitchen">`;
    const html = `<html><head>${head}</head><body><p>Soup.</p></body></html>`;
    expect(extract({ title: { type: "string" } }, html)).toEqual({ title: "Onion soup" });
  });
});

describe("lists below the heading that names them", () => {
  it("end where something else begins", () => {
    const body = `<h2>Ingredients</h2><p>For the soup</p><ul><li>1 onion</li><li>2 cups water</li></ul>
      <p>For the top</p><ul><li>1 tbsp chives</li></ul><h2>Method</h2><ol><li>Chop.</li><li>Boil.</li></ol>`;
    expect(
      extract({ ingredients: texts, steps: texts }, `<body><h1>Soup</h1>${body}</body>`),
    ).toEqual({
      ingredients: ["1 onion", "2 cups water", "1 tbsp chives"],
      steps: ["Chop.", "Boil."],
    });
  });

  it("have the items alone that the schema allows", () => {
    const body = `<h2>Ingredients</h2><ul><li>onion</li><li>2 cups water</li><li>3 g salt</li></ul>`;
    const ingredients = { type: "array", items: { type: "string", pattern: "^[0-9]" } };
    expect(extract({ ingredients }, `<body><h1>Soup</h1>${body}</body>`)).toEqual({
      ingredients: ["2 cups water", "3 g salt"],
    });
  });

  it("have the amounts that structured data leaves out", () => {
    const thing = { ...recipe, recipeIngredient: ["onion", "water", "salt"] };
    const body = `<h2>Ingredients</h2><ul><li>1 onion</li><li>2 cups water</li><li>3 g salt</li></ul>`;
    expect(extract({ ingredients: texts }, page(thing, body))).toEqual({
      ingredients: ["1 onion", "2 cups water", "3 g salt"],
    });
  });
});
