import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/storage/index.ts";
import { makeValues } from "../../../../src/monitor/content/values/make-values.ts";

function bySchema(html: string, properties: Record<string, Json>, more: Record<string, Json> = {}) {
  const schema = { type: "object", properties, ...more };
  const page = { url: "https://site.test/p", html };
  return makeValues(page, { fields: null, schema, filters: {} });
}

function ld(data: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

const text = { type: "string" };
const number = { type: "number" };

const shoe = {
  "@type": "Product",
  name: "Shoe",
  brand: { "@type": "Brand", name: "Acme" },
  image: ["https://site.test/1.jpg", "https://site.test/2.jpg"],
  offers: [{ price: "1,299.00", priceCurrency: "EUR", availability: "https://schema.org/InStock" }],
  aggregateRating: { ratingValue: "4.5", reviewCount: 12 },
  review: [{ author: { name: "Ann" }, reviewBody: "Good" }],
};

describe("values by a schema", () => {
  it("come from JSON-LD, whatever the case and the parts that they are in", () => {
    const page = ld({ "@graph": [{ "@type": "WebSite", name: "Shop" }, shoe] });
    const made = bySchema(
      page,
      {
        product_name: text,
        name: text,
        Price: number,
        currency: text,
        "rating-value": number,
        reviewCount: { type: "integer" },
        brandName: text,
        in_stock: { type: "boolean" },
      },
      { required: ["name"] },
    );
    expect(made).toEqual({
      status: "made",
      values: {
        product_name: "Shoe",
        name: "Shoe",
        Price: 1299,
        currency: "EUR",
        "rating-value": 4.5,
        reviewCount: 12,
        brandName: "Acme",
        in_stock: true,
      },
    });
  });

  it("are objects and lists where the schema has them", () => {
    const made = bySchema(ld(shoe), {
      image: { type: "array", items: text },
      offers: { type: "object", properties: { price: number, priceCurrency: text } },
      review: {
        type: "array",
        items: { type: "object", properties: { author: text, reviewBody: text } },
      },
    });
    expect(made).toMatchObject({
      values: {
        image: shoe.image,
        offers: { price: 1299, priceCurrency: "EUR" },
        review: [{ author: "Ann", reviewBody: "Good" }],
      },
    });
  });

  it("come from microdata and from meta elements", () => {
    const item =
      '<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Hat</b><div itemprop=offers itemscope><meta itemprop=price content="12.50"></div></div>';
    expect(bySchema(item, { name: text, price: number })).toMatchObject({
      values: { name: "Hat", price: 12.5 },
    });
    const meta =
      '<meta property="og:title" content="Cap"><meta property="product:price:amount" content="9.99"><meta property="product:price:currency" content="USD">';
    expect(bySchema(meta, { title: text, price: number, currency: text })).toMatchObject({
      values: { title: "Cap", price: 9.99, currency: "USD" },
    });
  });

  it("are those of the thing that the page is about", () => {
    const page = ld([
      { "@type": "Organization", name: "Shop", description: "d" },
      {
        "@type": "NewsArticle",
        headline: "News",
        description: "An edition",
        datePublished: "2026-01-02",
      },
    ]);
    expect(bySchema(page, { title: text, description: text, published_at: text })).toMatchObject({
      values: { title: "News", description: "An edition", published_at: "2026-01-02" },
    });
  });

  it("are of the type and one of the values that the schema allows", () => {
    const availability = { enum: ["InStock", "OutOfStock"], type: "string" };
    expect(bySchema(ld(shoe), { availability })).toMatchObject({
      values: { availability: "InStock" },
    });
    const yesOrNo = bySchema(ld(shoe), { availability: { enum: ["yes", "no"] } });
    expect(yesOrNo).toMatchObject({ values: { availability: "yes" } });
    const none = [
      { availability: { enum: ["red", "blue"] } },
      { name: number },
      { price: { type: "boolean" } },
      { offers: text },
    ];
    for (const properties of none) {
      const made = bySchema(ld(shoe), properties);
      expect(made, JSON.stringify(properties)).toMatchObject({ code: "NOT_EXTRACTED" });
    }
  });

  // The extractor takes the count of reviews, which is called a rating's, too.
  it("never take another number for one that is not of the type", () => {
    const made = bySchema(ld(shoe), { ratingValue: { type: "integer" } });
    expect(made).toMatchObject({ code: "NOT_EXTRACTED" });
  });

  it("are not extracted when a required one, or without such any, is missing", () => {
    const properties = { name: text, color: text };
    expect(bySchema(ld(shoe), properties)).toMatchObject({
      status: "failed",
      code: "NOT_EXTRACTED",
      error: "Not found on the page: color.",
    });
    expect(bySchema(ld(shoe), properties, { required: ["name"] })).toEqual({
      status: "made",
      values: { name: "Shoe", color: null },
    });
    expect(bySchema(ld(shoe), {}, {})).toMatchObject({ code: "NOT_EXTRACTED" });
  });

  it("never take a part's name for that of the whole", () => {
    const { name: _, ...nameless } = shoe;
    expect(bySchema(ld(nameless), { name: text })).toMatchObject({ code: "NOT_EXTRACTED" });
  });

  it("ends with hostile data", () => {
    const deep = `<script type="application/ld+json">${'{"offers":'.repeat(500)}1${"}".repeat(500)}</script>`;
    expect(bySchema(deep, { price: number })).toMatchObject({ code: "NOT_EXTRACTED" });
    const many = ld(Array.from({ length: 20_000 }, (_, index) => ({ n: index })));
    expect(bySchema(many, { price: number })).toMatchObject({ code: "NOT_EXTRACTED" });
    expect(bySchema(ld({ __proto__x: 1 }), { constructor: text })).toMatchObject({
      code: "NOT_EXTRACTED",
    });
  });
});
