import { createExtractor, extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const string = { type: "string" };
const number = { type: "number" };
const product = { name: string, price: number };

function itemsOf(properties: object, body: string): unknown {
  const items = { type: "object", properties };
  const schema = readSchema({ type: "object", properties: { items: { type: "array", items } } });
  const tree = parse(`<html lang="en"><body><main>${body}</main></body></html>`);
  const { value } = extractValues({ tree, url: "https://shop.example/" }, schema);
  return (value as { readonly items?: unknown } | undefined)?.items;
}

const row = (cells: readonly string[], tag = "td"): string =>
  `<tr>${cells.map((cell) => (cell.startsWith("<t") ? cell : `<${tag}>${cell}`)).join("")}</tr>`;
const head = row(["Name", "Price"], "th");

describe("a table", () => {
  it.each([
    ["sold out", "sold out"],
    ["an empty cell", ""],
    ["n/a", "n/a"],
    ["a dash", "–"],
    ["on request", "on request"],
  ])("keeps rows without a value: %s", (_, cell) => {
    const table = `<table>${head}${row(["A", "$5"])}${row(["B", cell])}${row(["C", "$7"])}</table>`;
    expect(itemsOf(product, table)).toEqual([
      { name: "A", price: 5 },
      { name: "B" },
      { name: "C", price: 7 },
    ]);
  });

  it.each(["plus shipping €4.90", "+ €4.90 shipping", "zzgl. Versand 4,90 €"])(
    "takes what comes on top for no price: %s",
    (shipping) => {
      const table = [
        ["A", "€5"],
        ["B", shipping],
        ["C", "€7"],
      ].map((pair) => row(pair));
      expect(
        itemsOf({ ...product, currency: string }, `<table>${head}${table.join("")}</table>`),
      ).toEqual([
        { name: "A", price: 5, currency: "EUR" },
        { name: "B" },
        { name: "C", price: 7, currency: "EUR" },
      ]);
    },
  );

  it("gives the currency that a price of each row says, where it says one", () => {
    const cells = [
      ["A", "€5"],
      ["B", "7"],
      ["C", "£7"],
    ].map((pair) => row(pair));
    const items = itemsOf(
      { ...product, currency: string },
      `<table>${head}${cells.join("")}</table>`,
    );
    expect(items).toEqual([
      { name: "A", price: 5, currency: "EUR" },
      { name: "B", price: 7 },
      { name: "C", price: 7, currency: "GBP" },
    ]);
  });

  const cities = { region: string, city: string, price: number };
  const heads = row(["Region", "City", "Price"], "th");

  it.each([
    [
      "at the beginning of rows",
      row(["<td rowspan=2>North", "Ayr", "$5"]) +
        row(["Bute", "$6"]) +
        row(["South", "Cork", "$7"]),
      ["North", "North", "South"],
      [5, 6, 7],
    ],
    [
      "to the end of the table",
      row(["<td rowspan=0>North", "Ayr", "$5"]) + row(["Bute", "$6"]) + row(["Cork", "$7"]),
      ["North", "North", "North"],
      [5, 6, 7],
    ],
    [
      "at the end of rows",
      row(["North", "Ayr", "<td rowspan=2>$5"]) +
        row(["North", "Bute"]) +
        row(["South", "Cork", "$7"]),
      ["North", "North", "South"],
      [5, 5, 7],
    ],
    [
      "two columns of them",
      row(["<td rowspan=2>North", "Ayr", "<td rowspan=3>$5"]) +
        row(["Bute"]) +
        row(["South", "Cork"]),
      ["North", "North", "South"],
      [5, 5, 5],
    ],
  ])("has cells that span rows: %s", (...[, rows, regions, prices]) => {
    const names = ["Ayr", "Bute", "Cork"];
    const expected = names.map((city, at) => ({ region: regions[at], city, price: prices[at] }));
    expect(itemsOf(cities, `<table>${heads}${rows}</table>`)).toEqual(expected);
  });

  it.each([
    ["an empty corner", ""],
    ["a corner with a word", "Plan"],
  ])("has things in its columns: %s", (_, corner) => {
    const plans = { name: string, price: number, seats: { type: "integer" } };
    const lines = [
      ["Price", "$5", "$15", "$40"],
      ["Seats", "1", "10", "100"],
    ].map(([label = "", ...cells]) => row([`<th>${label}`, ...cells]));
    const table = `<table>${row([corner, "Basic", "Pro", "Team"], "th")}${lines.join("")}</table>`;
    expect(itemsOf(plans, table)).toEqual([
      { name: "Basic", price: 5, seats: 1 },
      { name: "Pro", price: 15, seats: 10 },
      { name: "Team", price: 40, seats: 100 },
    ]);
  });

  it("with headings of rows alone has its things in rows", () => {
    const lines = ["Basic", "Pro"].map((name, at) => row([`<th>${name}`, `$${at + 5}`]));
    expect(itemsOf(product, `<table>${head}${lines.join("")}</table>`)).toEqual([
      { name: "Basic", price: 5 },
      { name: "Pro", price: 6 },
    ]);
  });

  it("may span as much as it likes", () => {
    const wide = row(["<td rowspan=65534 colspan=1000>A", "$5"]);
    expect(itemsOf(product, `<table>${head}${wide.repeat(50)}</table>`)).toBeDefined();
  });
});

describe("things of several elements", () => {
  const stories = { title: string, points: { type: "integer" }, author: string };
  const told = [
    ["Boats", 12, "u0"],
    ["Lamps", 7, "u1"],
    ["Chairs", 3, "u2"],
  ] as const;
  const expected = told.map(([title, points, author]) => ({ title, points, author }));

  it.each([
    [
      "two rows and an empty one",
      ([title, points, author]: (typeof told)[number]) =>
        `<tr class=story><td><span class=titleline><a href="/${author}">${title}</a></span></tr>
         <tr><td><span class=points>${points} points</span> by <a>${author}</a> today</tr><tr></tr>`,
      "table",
    ],
    [
      "a term and what is said of it",
      ([title, points, author]: (typeof told)[number]) =>
        `<dt class=title>${title}</dt><dd><b class=points>${points}</b> by <i>${author}</i></dd>`,
      "dl",
    ],
    [
      "a heading and a paragraph",
      ([title, points, author]: (typeof told)[number]) =>
        `<h3>${title}</h3><p><b class=points>${points}</b> by <i class=author>${author}</i></p>`,
      "section",
    ],
    [
      "three blocks",
      ([title, points, author]: (typeof told)[number]) =>
        `<div class=title>${title}</div><div class=points>${points}</div><div class=author>${author}</div>`,
      "section",
    ],
  ] as const)("are found: %s", (...[, write, tag]) => {
    const body = `<${tag}>${told.map(write).join("")}</${tag}>`;
    expect(itemsOf(stories, body)).toEqual(expected);
  });

  it("may be one alone, by its class", () => {
    const card = "<h3>Lamp 1</h3><span class=price>$1.00</span>";
    expect(itemsOf(product, `<h1>Shop</h1><div class=card>${card}</div>`)).toEqual([
      { name: "Lamp 1", price: 1 },
    ]);
    expect(itemsOf(product, `<h1>Shop</h1><div class=hero>${card}</div>`)).toBeUndefined();
    expect(itemsOf(product, "<div class=card><h3>About us</h3></div>")).toBeUndefined();
  });
});

it("a list of more than 1,000 rows is cut, which is told", async () => {
  const rows = Array.from({ length: 1100 }, (_, at) => row([`Lamp ${at}`, `$${at}.00`]));
  const html = `<table>${head}${rows.join("")}</table>`;
  const items = { type: "object", properties: product };
  const schema = { type: "object", properties: { items: { type: "array", items } } };
  const page = { html, url: "https://shop.example/" };
  const { data, warnings } = await createExtractor().extract(page, schema);
  expect(data["items"]).toHaveLength(1000);
  expect(warnings).toEqual([{ kind: "list-cut", message: expect.stringContaining("1100") }]);
});

describe("a name of a person", () => {
  const people = { firstName: string, lastName: string };
  const cards = (names: readonly string[]): string =>
    names.map((name) => `<div class=card><h3>${name}</h3><p>Staff</p></div>`).join("");

  it("is parted where both of its words are asked for", () => {
    expect(itemsOf(people, cards(["Ann Lee", "Bo Ek", "Zoë O’Hara"]))).toEqual([
      { firstName: "Ann", lastName: "Lee" },
      { firstName: "Bo", lastName: "Ek" },
      { firstName: "Zoë", lastName: "O’Hara" },
    ]);
  });

  it("is not parted where it has three words, or one", () => {
    expect(itemsOf(people, cards(["Ann Lee", "Bo van Ek", "Cher"]))).toEqual([
      { firstName: "Ann", lastName: "Lee" },
    ]);
  });

  it("is taken as it is where each word has its place", () => {
    const own = ["Ann Lee", "Bo Ek"].map((name) => {
      const [first, last] = name.split(" ");
      return `<li><span class=first-name>${first}</span> <span class=last-name>${last}</span></li>`;
    });
    expect(itemsOf(people, `<ul>${own.join("")}</ul>`)).toEqual([
      { firstName: "Ann", lastName: "Lee" },
      { firstName: "Bo", lastName: "Ek" },
    ]);
  });
});
