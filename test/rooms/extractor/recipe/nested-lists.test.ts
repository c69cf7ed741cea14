import { learnRecipe, readRecipe, runRecipe } from "dragline/extractor";
import { parse } from "dragline/html";
import type { Json } from "dragline/storage";
import { describe, expect, it } from "vitest";

type Values = Readonly<Record<string, Json>>;

const text = { type: "string" };
const dish = { type: "object", properties: { name: text, price: { type: "number" } } };
const menuSchema = {
  type: "object",
  required: ["sections"],
  properties: {
    sections: {
      type: "array",
      items: {
        type: "object",
        properties: { title: text, dishes: { type: "array", items: dish } },
      },
    },
  },
};

interface Section {
  readonly [name: string]: Json;
  readonly title: string;
  readonly dishes: { readonly name: string; readonly price: number }[];
}

const menus: readonly (readonly Section[])[] = [
  [
    {
      title: "Starters",
      dishes: [
        { name: "Leek Soup", price: 6.5 },
        { name: "Beetroot Salad", price: 8 },
      ],
    },
    { title: "Mains", dishes: [{ name: "Roast Duck", price: 21 }] },
  ],
  [
    { title: "Soups", dishes: [{ name: "Fish Broth", price: 7.25 }] },
    {
      title: "From the Grill",
      dishes: [
        { name: "Trout", price: 18.5 },
        { name: "Pumpkin", price: 14 },
        { name: "Lamb Chops", price: 23.75 },
      ],
    },
    { title: "Sweets", dishes: [{ name: "Plum Tart", price: 5.5 }] },
  ],
  [
    {
      title: "Snacks",
      dishes: [
        { name: "Olives", price: 3 },
        { name: "Warm Bread", price: 2.5 },
      ],
    },
    { title: "Roasts", dishes: [{ name: "Goose", price: 28 }] },
  ],
];

const all = <T>(list: readonly T[], draw: (each: T) => string): string => list.map(draw).join("");

/** Sections as sites write them. */
const looks: Readonly<Record<string, (sections: readonly Section[]) => string>> = {
  "headings with lists": (sections) =>
    all(
      sections,
      ({ title, dishes }) =>
        `<h2>${title}</h2><ul>${all(dishes, ({ name, price }) => `<li><b>${name}</b> <i>${price} €</i></li>`)}</ul>`,
    ),
  boxes: (sections) =>
    all(
      sections,
      ({ title, dishes }) =>
        `<section class="part"><h3>${title}</h3>${all(dishes, ({ name, price }) => `<div class="dish"><span class="name">${name}</span><span class="cost">${price} €</span></div>`)}</section>`,
    ),
  "rows of one table": (sections) =>
    `<table>${all(
      sections,
      ({ title, dishes }) =>
        `<tr class="part"><th colspan="2">${title}</th></tr>${all(dishes, ({ name, price }) => `<tr class="dish"><td>${name}</td><td>${price} €</td></tr>`)}`,
    )}</table>`,
  "lists of terms": (sections) =>
    all(
      sections,
      ({ title, dishes }) =>
        `<h3>${title}</h3><dl>${all(dishes, ({ name, price }) => `<dt>${name}</dt><dd>${price} €</dd>`)}</dl>`,
    ),
  "JSON-LD": (sections) =>
    `<script type="application/ld+json">${JSON.stringify({
      "@type": "Menu",
      hasMenuSection: sections.map(({ title, dishes }) => ({
        "@type": "MenuSection",
        name: title,
        hasMenuItem: dishes.map(({ name, price }) => ({ name, offers: { price } })),
      })),
    })}</script>`,
};

const pageOf = (content: string, at: number) => ({
  tree: parse(
    `<html lang="en"><main><h1>Menu</h1><div class="menu">${content}</div></main></html>`,
  ),
  url: `https://inn.test/menus/${at}`,
});

function learned(pages: readonly string[], values: readonly Values[], schema: Values) {
  return learnRecipe(
    values.map((own, at) => ({ ...pageOf(pages[at] ?? "", at), values: own })),
    schema,
  );
}

describe("recipes of lists in lists", () => {
  for (const [name, draw] of Object.entries(looks)) {
    it(`read ${name}`, () => {
      const values = menus.map((sections) => ({ sections: [...sections] }));
      const recipe = learned(menus.map(draw), values.slice(0, 2), menuSchema);
      expect(recipe.unlearned).toEqual([]);
      const read = readRecipe(JSON.parse(JSON.stringify(recipe)));
      const reading = runRecipe(read, pageOf(draw(menus[2] ?? []), 9));
      expect(reading).toMatchObject({ faults: [], values: values[2] });
      expect(Object.keys(reading.evidence)).toContain("sections[1].dishes[0].price");
    });
  }

  it("say what of a list in a list is nowhere", () => {
    const draw = looks["boxes"] as (sections: readonly Section[]) => string;
    const values = menus.map((sections) => ({
      sections: sections.map((each) => ({
        ...each,
        dishes: each.dishes.map((own) => ({ ...own, name: `Chef's ${own.name}` })),
      })),
    }));
    const recipe = learned(menus.map(draw), values.slice(0, 2), menuSchema);
    expect(recipe.unlearned).toEqual(["sections[].dishes[].name"]);
  });
});

const lesson = { type: "object", properties: { day: text, subject: text, room: text } };
const planSchema = {
  type: "object",
  properties: { lessons: { type: "array", items: lesson } },
};

type Lesson = Readonly<Record<string, string>>;

const plans: readonly (readonly Lesson[])[] = [
  [
    { day: "Monday", subject: "Latin", room: "A1" },
    { day: "Monday", subject: "Choir" },
    { day: "Friday", subject: "Botany", room: "B7" },
  ],
  [
    { day: "Tuesday", subject: "Pottery", room: "C3" },
    { day: "Wednesday", subject: "Latin", room: "A4" },
    { day: "Wednesday", subject: "Algebra", room: "A5" },
  ],
  [
    { day: "Thursday", subject: "Geometry", room: "B2" },
    { day: "Thursday", subject: "Mechanics" },
    { day: "Thursday", subject: "Statistics", room: "C9" },
    { day: "Saturday", subject: "Drawing", room: "A8" },
  ],
];

const days = (list: readonly Lesson[]) => [...Map.groupBy(list, ({ day }) => day ?? "")];
const heads = "<tr><th>Subject</th><th>Hours</th><th>Room</th></tr>";
const cells = ({ subject, room }: Lesson): string =>
  room === undefined
    ? `<td>${subject}</td><td colspan="2">cancelled</td>`
    : `<td>${subject}</td><td>2</td><td>${room}</td>`;

/** Tables whose days are said once for several rows. */
const tables: Readonly<Record<string, (list: readonly Lesson[]) => string>> = {
  "days that span rows": (list) =>
    `<table><thead><tr><th>Day</th>${heads.slice(4)}</thead>${all(days(list), ([day, own]) =>
      own
        .map(
          (each, at) =>
            `<tr>${at === 0 ? `<td rowspan="${own.length}">${day}</td>` : ""}${cells(each)}</tr>`,
        )
        .join(""),
    )}</table>`,
  "days that span rows of a table without heads": (list) =>
    `<table>${all(days(list), ([day, own]) =>
      own
        .map(
          (each, at) =>
            `<tr>${at === 0 ? `<td rowspan="${own.length}">${day}</td>` : ""}${cells(each)}</tr>`,
        )
        .join(""),
    )}</table>`,
  "rows for days": (list) =>
    `<table><thead>${heads}</thead>${all(
      days(list),
      ([day, own]) =>
        `<tr class="day"><th colspan="3">${day}</th></tr>${all(own, (each) => `<tr class="lesson">${cells(each)}</tr>`)}`,
    )}</table>`,
  "a table for each day": (list) =>
    all(
      days(list),
      ([day, own]) =>
        `<h3>${day}</h3><table><thead>${heads}</thead><tbody>${all(own, (each) => `<tr>${cells(each)}</tr>`)}</tbody></table>`,
    ),
};

describe("recipes of tables", () => {
  for (const [name, draw] of Object.entries(tables)) {
    it(`read ${name}`, () => {
      const values = plans.map((lessons) => ({ lessons: [...lessons] }));
      const recipe = learned(plans.map(draw), values.slice(0, 2), planSchema);
      expect(recipe.unlearned).toEqual([]);
      const { values: found, faults } = runRecipe(recipe, pageOf(draw(plans[2] ?? []), 9));
      expect([faults, found]).toEqual([[], values[2]]);
    });
  }
});

const threadSchema = {
  type: "object",
  properties: {
    threads: {
      type: "array",
      items: {
        type: "object",
        properties: { title: text, author: text, replies: { type: "integer" } },
      },
    },
  },
};

interface Thread {
  readonly title: string;
  readonly author: string;
  readonly replies?: number;
}

const boards: readonly (readonly Thread[])[] = [
  [
    { title: "How to sharpen a plane", author: "Ruth Lowell", replies: 12 },
    { title: "Glue for oak", author: "Ben Carver" },
    { title: "A jig for dovetails", author: "Nora Abbott", replies: 140 },
  ],
  [
    { title: "Chisels worth having", author: "Jack Ellery", replies: 7 },
    { title: "Old saws", author: "Isla Ingram", replies: 31 },
  ],
  [
    { title: "Which vice", author: "Emma Barker" },
    { title: "Cheap clamps", author: "Simon Dawson", replies: 88 },
    { title: "Bench height", author: "Clara Keating", replies: 5 },
  ],
];

const said = ({ author, replies }: Thread): string =>
  `by <a href="/u/${author.length}" class="who">${author}</a>${replies === undefined ? "" : ` | <span class="count">${replies} replies</span>`}`;

/** Items that take two elements beside each other. */
const pairs: Readonly<Record<string, (list: readonly Thread[]) => string>> = {
  "rows of a table": (list) =>
    `<table>${all(list, (each) => `<tr class="top"><td>1.</td><td><a href="/t">${each.title}</a></td></tr><tr><td></td><td>${said(each)}</td></tr><tr class="spacer"></tr>`)}</table>`,
  "terms and descriptions": (list) =>
    `<dl>${all(list, (each) => `<dt>${each.title}</dt><dd>${said(each)}</dd>`)}</dl>`,
  boxes: (list) =>
    `<div>${all(list, (each) => `<div class="line"><b>${each.title}</b></div><div class="meta">${said(each)}</div>`)}</div>`,
};

describe("recipes of items of two elements", () => {
  for (const [name, draw] of Object.entries(pairs)) {
    it(`read ${name}`, () => {
      const values = boards.map((threads) => ({ threads: threads.map((each) => ({ ...each })) }));
      const recipe = learned(boards.map(draw), values.slice(0, 2), threadSchema);
      expect(recipe.unlearned).toEqual([]);
      const { values: found, faults } = runRecipe(recipe, pageOf(draw(boards[2] ?? []), 9));
      expect([faults, found]).toEqual([[], values[2]]);
    });
  }
});
