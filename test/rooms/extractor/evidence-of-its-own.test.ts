import { createExtractor, extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const number = { type: "number" };
const integer = { type: "integer" };
const string = { type: "string" };

function valuesOf(properties: object, body: string, url = "https://shop.example/lamp"): unknown {
  const tree = parse(`<html lang="en"><body>${body}</body></html>`);
  return extractValues({ tree, url }, readSchema({ type: "object", properties })).value ?? {};
}

const fact = (label: string, value: string): string =>
  `<h1>Opal</h1><table><tr><th>${label}</th><td>${value}</td></tr></table>`;

describe("a unit in a property's name", () => {
  it.each([
    ["weightGrams", "Weight", "1.5 lb (680 g)", 680],
    ["weightGrams", "Weight", "680 grams", 680],
    ["weight_kg", "Weight", "0.68 kg / 1.5 lb", 0.68],
    ["heightCm", "Height", '15.7" (40 cm)', 40],
    ["heightInches", "Height", '15.7" (40 cm)', 15.7],
    ["volumeMl", "Volume", "0.5 l (500 ml)", 500],
    ["weightKg", "Weight", "12", 12],
    ["weightKg", "Weight", "680 g", undefined],
    ["weight_lb", "Weight", "680 g", undefined],
    ["lengthM", "Length", "12 ft", undefined],
    ["powerW", "Power", "2 kW", undefined],
  ] as const)("decides: %s of %s %s is %j", (...[key, label, value, expected]) => {
    const found = valuesOf({ [key]: number }, fact(label, value));
    expect(found).toEqual(expected === undefined ? {} : { [key]: expected });
  });

  it.each([
    ["price_eur", "19.99 €", 19.99],
    ["price_eur", "$19.99", undefined],
    ["priceUsd", "$19.99", 19.99],
    ["priceUsd", "£19.99", undefined],
    ["priceGbp", "19.99 GBP", 19.99],
    ["price_cad", "$19.99", 19.99],
    ["Price (USD)", "$19.99", 19.99],
    ["rating", "4.5 kg", 4.5],
  ])("may be a currency: %s of %s is %j", (key, value, expected) => {
    const found = valuesOf({ [key]: number }, fact(key === "rating" ? "Rating" : "Price", value));
    expect(found).toEqual(expected === undefined ? {} : { [key]: expected });
  });

  it("is left out of the name with what stands in brackets or quotes", () => {
    const properties = { "Stock (pieces)": integer, 'colour "main"': string };
    const facts = "<dl><dt>Stock<dd>12<dt>Colour<dd>Green</dl>";
    expect(valuesOf(properties, facts)).toEqual({ "Stock (pieces)": 12, 'colour "main"': "Green" });
  });
});

describe("a value that has no evidence of its own", () => {
  it.each([
    ["the cart", "<header><a class=cart>Cart €0.00</a></header><main><h1>Opal</h1></main>"],
    ["the basket", "<div class=mini-cart>Total: €12.00</div><main><h1>Opal</h1></main>"],
    ["shipping", "<main><h1>Opal</h1><p>Price on request</p><p>Shipping $4.90</p></main>"],
    ["delivery", "<main><h1>Opal</h1><p>Price</p><p>Shipping cost $4.90</p></main>"],
    ["tax", "<main><h1>Opal</h1><p>Sold out</p><p>VAT $4.90</p></main>"],
  ])("is no price: %s", (_, body) => {
    const text = "This lamp is made by hand in a small workshop on the coast. ".repeat(3);
    expect(valuesOf({ price: number }, `${body}<p>${text}</p>`)).toEqual({});
  });

  it.each([
    "Site by",
    "Website design by",
    "Powered by",
    "Developed and hosted by",
    "Umsetzung durch",
  ])("is no address of the page's own: %s …", (words) => {
    const credit = `${words} <a href="mailto:dev@agency.example">agency</a>`;
    const body = `<h1>Bistro</h1><footer>${credit}</footer>`;
    const email = { type: "string", format: "email" };
    expect(valuesOf({ email }, body)).toEqual({});
    const own = `<h1>Bistro</h1><footer><a href="mailto:hi@bistro.example">Write us</a> ${credit}</footer>`;
    expect(valuesOf({ email }, own)).toEqual({ email: "hi@bistro.example" });
  });

  it.each([
    ["RRP £99 Our price £79", 79],
    ["Was $99 Now $79", 79],
    ["List price: $99 $79", 79],
    ["UVP 99,00 € 79,00 €", 79],
    ["Now $79 (was $99)", 79],
    ["$79 – $99", 79],
    ["$99$79", 79],
  ])("is no price that was asked before: %s", (text, price) => {
    expect(valuesOf({ price: number }, `<h1>Opal</h1><div class=price>${text}</div>`)).toEqual({
      price,
    });
  });

  it.each([
    ['<div role=img aria-label="Rated 4.5 out of 5"></div><a>(1.2k reviews)</a>', 4.5, 1200],
    ["<p>Rated 4.5 by 120 customers</p>", 4.5, 120],
    ['<span title="4.5 out of 5 stars"></span>', 4.5, undefined],
    ['<img alt="Rated 3/5" src="/stars.png"><p>87 reviews</p>', 3, 87],
    ["<a>(1.2k reviews)</a>", undefined, 1200],
  ])("is no rating: %s", (body, rating, reviewCount) => {
    const found = valuesOf({ rating: number, reviewCount: integer }, `<h1>Opal</h1>${body}`);
    expect(found).toEqual({
      ...(rating !== undefined && { rating }),
      ...(reviewCount !== undefined && { reviewCount }),
    });
  });

  it("is not repeated in an object of the same form", () => {
    const properties = { colour: string, child: { $ref: "#" } };
    expect(valuesOf(properties, fact("Colour", "Green"))).toEqual({ colour: "Green" });
    const both = "<dl><dt>Colour<dd>Green<dt>Child colour<dd>Blue</dl>";
    expect(valuesOf({ child: { $ref: "#" }, colour: string }, both)).toEqual({
      child: { colour: "Blue" },
      colour: "Green",
    });
  });

  it.each([
    ["05/01/2026", {}],
    ["05/01/2026</p><p>Seen 25/12/2025", {}],
    ["05/01/2026</p><p>Seen 12/25/2025", { checked: "2026-05-01" }],
    ["25/12/2025", { checked: "2025-12-25" }],
    ["5 January 2026", { checked: "2026-01-05" }],
  ])("is no day where English may mean two: %s", (text, expected) => {
    const checked = { type: "string", format: "date" };
    expect(valuesOf({ checked }, `<h1>E</h1><p>Checked: ${text}</p>`)).toEqual(expected);
  });
});

it("a day that may be either of two is not another day of the page", () => {
  const date = { type: "string", format: "date" };
  const page = "<h1>E</h1><p>Date: 05/01/2026</p><p>Posted 25/12/2025</p>";
  expect(valuesOf({ date }, page)).toEqual({});
});

it.each(["constructor", "toString", "toLocaleString"])("a property may be called %s", (key) => {
  const values = [key, `${key}Kg`].map((name) => [name, name === key ? string : number]);
  const items = { type: "object", properties: Object.fromEntries(values) };
  const list = ["Ann Lee", "Bo Ek"].map((name) => `<li><b class="${key}">${name}</b></li>`);
  const found = valuesOf({ items: { type: "array", items } }, `<ul>${list.join("")}</ul>`);
  expect(found).toEqual({ items: [{ [key]: "Ann Lee" }, { [key]: "Bo Ek" }] });
});

describe("a schema", () => {
  it.each([
    [{ address: { type: "string", format: "ipv4" } }, "Address", "Quay 1", undefined],
    [{ address: { type: "string", format: "ipv4" } }, "Address", "10.1.2.3", "10.1.2.3"],
    [{ address: { type: "string", format: "ipv6" } }, "Address", "10.1.2.3", undefined],
    [{ version: { type: "string", format: "hostname" } }, "Version", "latest", undefined],
    [{ version: { type: "string", format: "hostname" } }, "Version", "a.example", "a.example"],
    [{ code: { type: "string", format: "uuid" } }, "Code", "AB-12", undefined],
    [{ stock: { type: "integer", multipleOf: 5 } }, "Stock", "7", undefined],
    [{ stock: { type: "integer", multipleOf: 5 } }, "Stock", "35", 35],
    [{ price: { type: "number", multipleOf: 0.01 } }, "Price", "$49.90", 49.9],
    [{ code: { type: "string", pattern: "^(a+)+$" } }, "Code", `${"a".repeat(300)}!`, undefined],
  ] as const)("is kept: %j of %s %s", (...[properties, label, value, expected]) => {
    const [key = ""] = Object.keys(properties);
    expect(valuesOf(properties, fact(label, value))).toEqual(
      expected === undefined ? {} : { [key]: expected },
    );
  });

  it.each([
    [{ a: { $ref: "#/$defs/nothing" } }, /leads to nothing/],
    [{ a: { type: "text" } }, /unknown type "text"/],
    [{ a: { type: ["string", "date"] } }, /unknown type "date"/],
    [{ a: { type: "string", pattern: "(" } }, /pattern/],
    [{ a: { type: "array", items: { type: "string", pattern: "(?=a)a" } } }, /pattern.*items/s],
    [
      { a: { anyOf: [{ type: "null" }, { type: "float" }] } },
      /unknown type "float", at .*anyOf\/1/,
    ],
  ])("is refused that cannot be kept: %j", async (properties, message) => {
    const page = { html: "<p>Lamp", url: "https://shop.example/" };
    await expect(
      createExtractor().extract(page, { type: "object", properties }),
    ).rejects.toMatchObject({ code: "INVALID_SCHEMA", message: expect.stringMatching(message) });
  });
});
