import { describe, expect, it } from "vitest";
import {
  meaningsOf,
  NameMatcher,
  readLabel,
  readName,
  type Name,
} from "../../../../src/extractor/schema/names.ts";
import {
  rootProperty,
  timeUnitOf,
  type Property,
} from "../../../../src/extractor/schema/property.ts";
import { readSchema } from "../../../../src/extractor/schema/value-schema.ts";

const wordsOf = (text: string) => readName(text)?.words;
const fit = (property: string, label: string): number =>
  new NameMatcher([property]).score(readLabel(label) as Name);
const property = (key: string, type = "string"): Property =>
  rootProperty(readSchema({ properties: { [key]: { type } } })).parts[0] as Property;

/** Names that fit less are not looked at. */
const LEAST = 0.5;

describe("readName", () => {
  it.each([
    ["datePosted", ["date", "posted"]],
    ["HTMLTitle", ["html", "title"]],
    ["unit_price", ["unit", "price"]],
    ["Größe", ["grosse"]],
    ["Prix Unitaire", ["prix", "unitaire"]],
    ["Étiquettes", ["etiquette"]],
    ["categories", ["category"]],
    ["address", ["address"]],
    ["status", ["status"]],
    ["Art.-Nr.", ["art", "number"]],
    ["商品価格", ["商品", "価格"]],
    ["цена", ["цена"]],
  ])("takes %s apart", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each(["", "123", "–", "★★★", "x".repeat(81)])("takes %j for no name", (text) => {
    expect(readName(text)).toBeUndefined();
  });
});

describe("readLabel", () => {
  it.each([
    ["* Price (incl. VAT):", "price"],
    ["価格（税込）", "価格"],
    ["Brand:", "brand"],
    ["(Preis)", "preis"],
  ])("takes away what stands around %s", (label, key) => {
    expect(readLabel(label)?.key).toBe(key);
  });
});

describe("NameMatcher", () => {
  it.each([
    ["price", "Preis"],
    ["price", "Prix"],
    ["price", "Precio"],
    ["price", "Prezzo"],
    ["price", "Preço"],
    ["price", "Prijs"],
    ["price", "Cena"],
    ["price", "Цена"],
    ["price", "価格"],
    ["price", "价格"],
    ["price", "가격"],
    ["brand", "Hersteller"],
    ["author", "Autor"],
    ["published", "Veröffentlicht am"],
    ["published", "Publié le"],
    ["ingredients", "Zutaten"],
    ["salary", "Gehalt"],
    ["bedrooms", "Schlafzimmer"],
    ["sku", "Artikelnummer"],
    ["unit_price", "Price each"],
    ["payment_method", "Payment"],
    ["datePublished", "Published"],
    ["deadline", "Apply by"],
  ])("knows that %s is called %s", (name, label) => {
    expect(fit(name, label)).toBeGreaterThan(LEAST);
  });

  it.each([
    ["price", "Old price"],
    ["published", "Date modified"],
    ["published", "Last updated"],
    ["price", "Weight"],
    ["name", "Brand"],
    ["image_url", "URL"],
  ])("fits %s less to %s than to its own name", (name, label) => {
    expect(fit(name, label)).toBeLessThan(0.65);
    expect(fit(name, name)).toBe(1);
  });

  it("fits words of no meaning to nothing", () => {
    expect(fit("price", "zqx")).toBe(0);
    expect(fit("zqx", "zqx")).toBe(1);
  });
});

describe("meaningsOf", () => {
  it("gives meanings of whole names alone", () => {
    expect(meaningsOf("Preis")).toContain("price");
    expect(meaningsOf("Preis der Freiheit")).toEqual([]);
    expect(meaningsOf("")).toEqual([]);
  });
});

describe("rootProperty", () => {
  it.each([
    ["prep_minutes", "number", "Prep time"],
    ["area_m2", "number", "Area"],
    ["posted_at", "string", "Posted"],
    ["postedAt", "string", "Posted"],
    ["image_url", "string", "Image"],
    ["imageUrl", "string", "Image"],
    ["payment_method", "string", "Payment"],
  ])("knows %s (%s) by %s", (key, type, label) => {
    const score = property(key, type).matcher.score(readLabel(label) as Name);
    expect(score).toBeGreaterThan(LEAST);
  });

  it("leaves no letters of a word away", () => {
    const score = (key: string, label: string) =>
      property(key).matcher.score(readLabel(label) as Name);
    expect(score("format", "Form")).toBe(0);
    expect(score("station", "Stati")).toBe(0);
  });

  it("names what is in an object by it, and dots its path", () => {
    const root = rootProperty(
      readSchema({
        properties: {
          salary: { properties: { min: { type: "number" } } },
          offers: { type: "array", items: { properties: { price: {} } } },
        },
      }),
    );
    const [salary, offers] = root.parts;
    expect(salary?.parts[0]?.composed.score(readLabel("Salary min") as Name)).toBe(1);
    expect(offers?.items?.parts[0]?.path).toBe("offers[].price");
  });

  it("takes a name that says nothing by the beginning of its description", () => {
    const schema = { properties: { zq: { type: "string", description: "Brand of the lamp" } } };
    const [part] = rootProperty(readSchema(schema)).parts;
    expect(part?.matcher.score(readLabel("Marke") as Name)).toBeGreaterThan(0.8);
  });
});

describe("timeUnitOf", () => {
  it.each([
    ["prep_minutes", "minutes"],
    ["cookTimeMin", "minutes"],
    ["duration_hours", "hours"],
    ["length_secs", "seconds"],
    ["trial_days", "days"],
    ["price", undefined],
    ["area_m2", undefined],
  ])("reads the unit of %s", (key, unit) => {
    expect(timeUnitOf(property(key, "number"))).toBe(unit);
  });
});
