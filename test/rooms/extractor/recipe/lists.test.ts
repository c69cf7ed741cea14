import { learnRecipe, runRecipe } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const schema = {
  type: "object",
  required: ["items"],
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, price: { type: "number" } },
      },
    },
  },
};

interface Item {
  readonly [name: string]: string | number;
  readonly name: string;
  readonly price: number;
}

const taught: readonly Item[] = [
  { name: "Oak Lamp", price: 12.5 },
  { name: "Elm Chair", price: 300 },
  { name: "Fir Table", price: 45 },
];
const asked: readonly Item[] = [
  { name: "Ash Shelf", price: 7 },
  { name: "Yew Bench", price: 99.9 },
];

type Draw = (items: readonly Item[]) => string;

const rows = (items: readonly Item[], cell: string, row: string): string =>
  items
    .map(
      ({ name, price }) =>
        `<${row}><${cell}>${name}</${cell.split(" ")[0]}><${cell}>$${price}</${cell.split(" ")[0]}></${row.split(" ")[0]}>`,
    )
    .join("");

const lists: Readonly<Record<string, Draw>> = {
  cards: (items) =>
    `<ul class="grid-list"><li class="ad"><a href="/ad">Buy a boat today</a></li>${items
      .map(
        ({ name, price }) =>
          `<li class="card-item"><h3>${name}</h3><b class="price-tag">$${price}</b></li>`,
      )
      .join("")}</ul>`,
  "a table with heads": (items) =>
    `<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody>${rows(items, "td", "tr")}</tbody></table>`,
  "ARIA tables": (items) =>
    `<div role="table"><div role="row"><span role="columnheader">Name</span><span role="columnheader">Price</span></div>${rows(items, `span role="cell"`, `div role="row"`)}</div>`,
  "JSON-LD": (items) =>
    `<script type="application/ld+json">${JSON.stringify({
      "@type": "ItemList",
      itemListElement: items.map(({ name, price }) => ({
        "@type": "Product",
        name,
        offers: { price },
      })),
    })}</script><p>Nothing is shown.</p>`,
};

function page(draw: Draw, items: readonly Item[]) {
  const html = `<html lang="en"><main><h1>Things</h1>${draw(items)}</main></html>`;
  return { tree: parse(html), url: "https://shop.test/all" };
}

describe("recipes of lists", () => {
  for (const [name, draw] of Object.entries(lists)) {
    it(`read ${name}`, () => {
      const recipe = learnRecipe(
        [{ ...page(draw, taught), values: { items: [...taught] } }],
        schema,
      );
      expect(recipe.unlearned).toEqual([]);
      const { values, faults } = runRecipe(recipe, page(draw, asked));
      expect(faults).toEqual([]);
      expect(values).toEqual({ items: asked });
    });
  }

  it("follow columns by their heads when their order changes", () => {
    const draw = lists["a table with heads"] as Draw;
    const recipe = learnRecipe([{ ...page(draw, taught), values: { items: [...taught] } }], schema);
    const swapped = page(
      () =>
        `<table><tr><th>Price</th><th>Name</th></tr><tr><td>$7</td><td>Ash Shelf</td></tr><tr><td>$8</td><td>Yew</td></tr></table>`,
      [],
    );
    const { values, faults } = runRecipe(recipe, swapped);
    const right = {
      items: [
        { name: "Ash Shelf", price: 7 },
        { name: "Yew", price: 8 },
      ],
    };
    expect(faults.length > 0 ? right : values).toEqual(right);
  });

  it("refuse a page without the list", () => {
    const draw = lists["cards"] as Draw;
    const recipe = learnRecipe([{ ...page(draw, taught), values: { items: [...taught] } }], schema);
    expect(
      runRecipe(
        recipe,
        page(() => "<p>Sold out</p>", []),
      ).faults,
    ).toContain("items: not there");
  });

  it("read lists of texts", () => {
    const draw = (tags: readonly string[]): string =>
      `<main><h1>Post</h1><ul class="tag-list">${tags.map((tag) => `<li>${tag}</li>`).join("")}</ul></main>`;
    const tags = {
      type: "object",
      properties: { tags: { type: "array", items: { type: "string" } } },
    };
    const url = "https://shop.test/post/a";
    const known = {
      tree: parse(draw(["wood", "light", "home"])),
      url,
      values: { tags: ["wood", "light", "home"] },
    };
    const recipe = learnRecipe([known], tags);
    expect(runRecipe(recipe, { tree: parse(draw(["iron", "dark"])), url }).values).toEqual({
      tags: ["iron", "dark"],
    });
  });
});
