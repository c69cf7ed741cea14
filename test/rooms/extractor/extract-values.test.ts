import { extractValues, readSchema, type Extracted } from "dragline/extractor";
import { parse, select, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";
import { PageText } from "../../../src/extractor/candidates/page-text.ts";

const text = { type: "string" };
const number = { type: "number" };
const day = { type: "string", format: "date" };
const texts = { type: "array", items: text };

function read(html: string, properties: object, url = "https://site.test/a/b"): Extracted {
  return extractValues({ tree: parse(html), url }, readSchema({ type: "object", properties }));
}
const valuesOf = (html: string, properties: object, url?: string) =>
  read(html, properties, url).value;

const product = `<html lang="de"><nav><a href="/">Start</a></nav><main><h1>Schreibtischlampe Luna</h1>
  <img src="/luna.jpg" alt="Luna"><p>Statt <s>129,00 €</s> <b>Preis:</b> 1.079,50 €</p>
  <dl><dt>Marke</dt><dd>Acme</dd><dt>Artikelnummer</dt><dd>AL-77</dd><dt>Farbe</dt><dd>Rot</dd></dl>
  <p>Auf Lager</p></main><aside class="related"><h2>Ähnliche Artikel</h2>
  <div class="card"><h3>Wandlampe</h3><span class="price">19,00 €</span></div>
  <div class="card"><h3>Stehlampe</h3><span class="price">29,00 €</span></div></aside></html>`;

describe("extractValues", () => {
  it("reads a product in German, its currency by the sign", () => {
    const { value, evidence } = read(product, {
      name: text,
      price: number,
      currency: text,
      brand: text,
      sku: text,
      color: text,
      image: { type: "string", format: "uri" },
      gtin: text,
    });
    expect(value).toEqual({
      name: "Schreibtischlampe Luna",
      price: 1079.5,
      currency: "EUR",
      brand: "Acme",
      sku: "AL-77",
      color: "Rot",
      image: "https://site.test/luna.jpg",
    });
    expect(evidence["currency"]).toMatchObject({ derived: true });
    expect(evidence["price"]).toMatchObject({ derived: false });
    expect(evidence["brand"]).toMatchObject({ source: "definition-list", text: "Acme" });
  });

  it("gives evidence whose place a selector finds again", () => {
    const tree = parse(product);
    const shown = new PageText(wholePage(tree));
    const schema = readSchema({ properties: { name: text, brand: text, sku: text, color: text } });
    const { value, evidence } = extractValues({ tree, url: "https://site.test/" }, schema);
    for (const [name, each] of Object.entries(value as Record<string, string>)) {
      const [node] = select(tree, evidence[name]?.place ?? "");
      expect([name, node && shown.text(node)]).toEqual([name, expect.stringContaining(each)]);
    }
  });

  it("takes the page's own price, whatever is beside it", () => {
    const cards = '<div class="card"><b class="price">$1.00</b></div>'.repeat(8);
    const html = `<section class="recommended">${cards}</section><main><h1>Lamp</h1><b class="price">$49.00</b><p>A lamp for late hours on the desk, with a shade of old brass and a cable of two metres.</p></main>`;
    expect(valuesOf(html, { price: number })).toEqual({ price: 49 });
  });

  it("takes icons of fonts for text, and for nothing struck out", () => {
    const html = "<h1>\uE000 Lamp</h1><p>\uE000 Price: 49 €</p><p>Brand: Acme</p>";
    expect(valuesOf(html, { name: text, price: number, brand: text })).toEqual({
      name: "Lamp",
      price: 49,
      brand: "Acme",
    });
  });

  it("takes the price that is not struck out, whatever strikes the other", () => {
    const price = (struck: string) =>
      `<h1>Lamp</h1><div class="price">${struck} <b>$79.00</b></div>`;
    for (const struck of [
      "<s>$99.00</s>",
      "<del>$99.00</del>",
      '<span style="text-decoration: line-through">$99.00</span>',
      '<span class="old-price">$99.00</span>',
    ]) {
      expect(valuesOf(price(struck), { price: number })).toEqual({ price: 79 });
    }
  });

  it("reads a job in French, with the ends of its salary", () => {
    const html = `<html lang="fr"><h1>Cuisinier (H/F)</h1><ul><li>Entreprise : Le Bistrot</li>
      <li>Lieu : Lyon</li><li>Salaire : 28 000 € – 32 000 € par an</li>
      <li>Date limite : 3 mai 2026</li></ul>`;
    const salary = { type: "object", properties: { min: number, max: number, currency: text } };
    expect(
      valuesOf(html, { title: text, company: text, location: text, salary, deadline: day }),
    ).toEqual({
      title: "Cuisinier (H/F)",
      company: "Le Bistrot",
      location: "Lyon",
      salary: { min: 28_000, max: 32_000, currency: "EUR" },
      deadline: "2026-05-03",
    });
  });

  it("reads an event from JSON-LD", () => {
    const event = {
      "@context": "https://schema.org",
      "@type": "MusicEvent",
      name: "Night of Strings",
      startDate: "2026-05-03T19:30:00+02:00",
      location: { "@type": "Place", name: "Tempodrom", address: { addressLocality: "Berlin" } },
      offers: { price: "25.00", priceCurrency: "EUR" },
    };
    const html = `<script type="application/ld+json">${JSON.stringify(event)}</script><h1>Night of Strings</h1>`;
    const { value, evidence } = read(html, {
      name: text,
      start: { type: "string", format: "date-time" },
      location: text,
      price: number,
      currency: text,
    });
    expect(value).toEqual({
      name: "Night of Strings",
      start: "2026-05-03T19:30:00+02:00",
      location: "Tempodrom",
      price: 25,
      currency: "EUR",
    });
    expect(evidence["price"]).toMatchObject({ source: "json-ld", place: "offers.price" });
    expect(evidence["currency"]?.derived).toBe(false);
  });

  it("reads a recipe in Spanish, times in the unit that is asked for", () => {
    const html = `<html lang="es"><h1>Tortilla</h1><p>Tiempo de preparación: 1 h 20 min</p>
      <p>Raciones: 4</p><h2>Ingredientes</h2><ul><li>6 huevos</li><li>500 g de patatas</li></ul>`;
    expect(
      valuesOf(html, {
        name: text,
        prep_minutes: { type: "integer" },
        servings: { type: "integer" },
        ingredients: texts,
      }),
    ).toEqual({
      name: "Tortilla",
      prep_minutes: 80,
      servings: 4,
      ingredients: ["6 huevos", "500 g de patatas"],
    });
  });

  it("reads an article by its metadata", () => {
    const html = `<html lang="en"><head><meta property="og:title" content="Rain at last">
      <meta name="author" content="Ann Lee"><meta property="article:published_time" content="2026-05-03T08:00:00Z">
      </head><body><article><h1>Rain at last</h1><p>By Ann Lee</p><p>It rained.</p></article></body></html>`;
    expect(valuesOf(html, { headline: text, author: text, datePublished: day })).toEqual({
      headline: "Rain at last",
      author: "Ann Lee",
      datePublished: "2026-05-03",
    });
  });

  it("reads real estate by counted facts", () => {
    const html = `<html lang="en-US"><h1>12 Main St</h1><p>$450,000</p><p>3 bedrooms · 2.5 baths · 1,850 sqft</p>
      <table><tr><th>Year built</th><td>1987</td></tr></table>`;
    expect(
      valuesOf(html, { price: number, bedrooms: number, bathrooms: number, year_built: number }),
    ).toEqual({ price: 450_000, bedrooms: 3, bathrooms: 2.5, year_built: 1987 });
  });

  it("reads a thread with its posts", () => {
    const post = (who: string, what: string): string =>
      `<article class="post"><b class="author">${who}</b><div class="content"><p>${what}</p></div></article>`;
    const html = `<h1>How do I bake?</h1>${post("ann", "With an oven that is hot enough for it.")}${post("bob", "With patience, and with much flour on it.")}`;
    const posts = {
      type: "array",
      items: { type: "object", properties: { author: text, body: text }, required: ["author"] },
    };
    expect(valuesOf(html, { title: text, posts })).toEqual({
      title: "How do I bake?",
      posts: [
        { author: "ann", body: "With an oven that is hot enough for it." },
        { author: "bob", body: "With patience, and with much flour on it." },
      ],
    });
  });

  it("reads a paper by the meta elements of libraries", () => {
    const html = `<head><meta name="citation_title" content="On Lamps"><meta name="citation_author" content="Lee, Ann">
      <meta name="citation_doi" content="10.1000/lamps"><meta name="citation_journal_title" content="Light"></head><h1>On Lamps</h1>`;
    expect(valuesOf(html, { title: text, doi: text, journal: text })).toEqual({
      title: "On Lamps",
      doi: "10.1000/lamps",
      journal: "Light",
    });
  });

  it("reads a timetable in Japanese by the heads of its columns", () => {
    const html = `<html lang="ja"><h1>時刻表</h1><table><thead><tr><th>発車時刻</th><th>行き先</th><th>番線</th></tr></thead>
      <tr><td>08:15</td><td>東京</td><td>3</td></tr><tr><td>08:45</td><td>大阪</td><td>5</td></tr></table>`;
    const trains = {
      type: "array",
      items: { type: "object", properties: { departure: text, destination: text, platform: text } },
    };
    expect(valuesOf(html, { trains })).toEqual({
      trains: [
        { departure: "08:15", destination: "東京", platform: "3" },
        { departure: "08:45", destination: "大阪", platform: "5" },
      ],
    });
  });

  it("reads an order without the row that sums it up", () => {
    const html = `<table><tr><th>Item</th><th>Quantity</th><th>Unit price</th></tr>
      <tr><td>Lamp</td><td>2</td><td>$10.00</td></tr><tr><td>Desk</td><td>1</td><td>$99.00</td></tr>
      <tr><td colspan="2">Total</td><td>$119.00</td></tr></table>`;
    const items = {
      type: "array",
      items: {
        type: "object",
        properties: { name: text, quantity: { type: "integer" }, unit_price: number },
        required: ["name"],
      },
    };
    expect(valuesOf(html, { items })).toEqual({
      items: [
        { name: "Lamp", quantity: 2, unit_price: 10 },
        { name: "Desk", quantity: 1, unit_price: 99 },
      ],
    });
  });

  it("finds nothing on a page that has nothing", () => {
    expect(read("<p>Nothing of it.</p>", { sku: text, price: number, tags: texts })).toEqual({
      value: undefined,
      evidence: {},
    });
    expect(read("", { sku: text })).toEqual({ value: undefined, evidence: {} });
  });

  it("leaves out a value that is none of the type, or out of bounds", () => {
    const html = "<p>Price: on request</p><p>Rating: 11</p><p>Color: red</p>";
    expect(
      valuesOf(html, {
        price: number,
        rating: { type: "number", maximum: 5 },
        color: { enum: ["blue", "green"] },
      }),
    ).toBeUndefined();
  });
});
