import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";
import { metadataThing, pageThings } from "../../../../src/extractor/candidates/page-things.ts";
import { thingCandidates } from "../../../../src/extractor/candidates/things.ts";

const url = "https://shop.test/a";
const things = (html: string) => pageThings(parse(html), url);
const linked = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const names = (thing: Readonly<Record<string, unknown>>): string[] =>
  thingCandidates(thing, "json-ld").map(({ name, place }) => `${name.key} ${place}`);

describe("thingCandidates", () => {
  it("names members of parts by both names, and alone where not every thing has them", () => {
    const thing = { name: "Lamp", offers: { price: 5, url: "/x", seller: { name: "Acme" } } };
    expect(names(thing)).toEqual([
      "name name",
      "offers offers",
      "price offers.price",
      "offersprice offers.price",
      "offersurl offers.url",
      "seller offers.seller",
      "offersseller offers.seller",
    ]);
  });

  it("looks into the first of several parts, and into parts of parts", () => {
    const offers = [{ priceSpecification: { price: 5 } }, { price: 9 }];
    const found = thingCandidates({ offers }, "json-ld").filter(({ name }) => name.key === "price");
    expect(found.map(({ value, place }) => [value, place])).toEqual([
      [5, "offers.priceSpecification.price"],
    ]);
  });

  it("calls the title of a job what it is", () => {
    expect(names({ "@type": "JobPosting", title: "Cook" })).toContain("jobtitle title");
    expect(names({ "@type": "Book", title: "Cook" })).not.toContain("jobtitle title");
  });

  it("looks into no other things, and leaves out what is empty", () => {
    const other = { price: 9 };
    const thing = { isRelatedTo: other, review: [other], breadcrumb: other, sku: "", gtin: [] };
    expect(names(thing).filter((name) => /price|sku|gtin/.test(name))).toEqual([]);
  });

  it("takes names without their namespaces", () => {
    expect(names({ "https://schema.org/sku": "A1" })).toEqual(["sku https://schema.org/sku"]);
  });

  it("gives 400 of a thing at most, and of circles none", () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`n${at}x`, at]));
    expect(thingCandidates(wide, "json-ld")).toHaveLength(400);
    const round: Record<string, unknown> = { sku: "A1" };
    round["offers"] = round;
    expect(thingCandidates(round, "json-ld").length).toBeLessThan(40);
  });
});

describe("pageThings", () => {
  it("opens graphs, lists and what pages are about, without what is for the way around", () => {
    const html = linked({
      "@graph": [
        { "@type": "WebPage", mainEntity: { "@type": "Product", name: "Lamp" } },
        { "@type": "BreadcrumbList", itemListElement: [{ "@type": "ListItem", name: "Home" }] },
        { "@type": "ItemList", itemListElement: [{ item: { "@type": "Product", name: "Desk" } }] },
      ],
    });
    const types = things(html).map(({ thing }) => thing["@type"]);
    expect(types.filter((type) => type === "Product")).toHaveLength(2);
    expect(types).not.toContain("BreadcrumbList");
    expect(types).not.toContain("ListItem");
  });

  it("reads microdata as JSON-LD says it", () => {
    const html = `<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Lamp</b>
      <div itemprop=offers itemscope><b itemprop=price content=5>5</b></div></div>`;
    expect(things(html)[0]).toMatchObject({
      source: "microdata",
      thing: { name: "Lamp", offers: { price: "5" } },
    });
  });

  it("puts nodes of RDFa into those that refer to them", () => {
    const html = `<div vocab="https://schema.org/" resource="#l" typeof="Product">
      <b property="name">Lamp</b><a property="offers" resource="#o"></a></div>
      <div vocab="https://schema.org/" resource="#o" typeof="Offer"><b property="price">5</b></div>`;
    const rdfa = things(html).filter(({ source }) => source === "rdfa");
    expect(rdfa).toHaveLength(1);
    expect(rdfa[0]?.thing).toMatchObject({ name: "Lamp", offers: { price: "5" } });
  });

  it("reads a graph of RDFa that goes in a circle", () => {
    const html = `<div vocab="https://schema.org/" resource="#l" typeof="Product">
      <b property="name">Lamp</b><a property="offers" resource="#o"></a></div>
      <div vocab="https://schema.org/" resource="#o" typeof="Offer"><b property="price">5</b>
      <a property="itemOffered" resource="#l"></a></div>`;
    const rdfa = things(html).filter(({ source }) => source === "rdfa");
    expect(rdfa).toHaveLength(1);
    expect(rdfa[0]?.thing).toMatchObject({ name: "Lamp", offers: { price: "5" } });
  });

  it("bounds a graph of RDFa in which all refer to all", () => {
    const all = Array.from({ length: 40 }, (_, at) => at);
    const links = all.map((at) => `<a property="offers" resource="#n${at}"></a>`).join("");
    const html = all
      .map(
        (at) =>
          `<div vocab="https://schema.org/" resource="#n${at}" typeof="Product">${links}</div>`,
      )
      .join("");
    const rdfa = things(html).filter(({ source }) => source === "rdfa");
    expect(JSON.stringify(rdfa).length).toBeLessThan(10_000_000);
  });

  it("reads the state that scripts keep, and metadata by their bare names", () => {
    const html = `<meta property="product:price:amount" content="5">
      <meta property="product:price:currency" content="EUR"><meta name="theme-color" content="red">
      <script id="__NEXT_DATA__" type="application/json">{"props":{"lamp":{"name":"Lamp","cost":5}}}</script>`;
    const found = things(html);
    expect(found.find(({ source }) => source === "state")?.thing).toEqual({
      name: "Lamp",
      cost: 5,
    });
    const graph = found.filter(({ source }) => source === "open-graph" || source === "meta");
    const merged = Object.assign({}, ...graph.map(({ thing }) => thing)) as object;
    expect(merged).toMatchObject({ price: "5", priceCurrency: "EUR" });
    expect(merged).not.toHaveProperty("theme-color");
  });

  it("gives 500 things of a list at most", () => {
    const list = Array.from({ length: 2000 }, (_, at) => ({ "@type": "Product", sku: at }));
    expect(things(linked(list)).filter(({ source }) => source === "json-ld")).toHaveLength(500);
  });
});

describe("metadataThing", () => {
  it("calls times as schema.org does", () => {
    const metadata = { publishedTime: "2026-05-03", modifiedTime: "2026-05-04", title: "T" };
    expect(metadataThing(metadata as never)).toMatchObject({
      source: "metadata",
      thing: { datePublished: "2026-05-03", dateModified: "2026-05-04", title: "T" },
    });
  });
});
