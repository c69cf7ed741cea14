import { createExtractor, readStructuredDocument } from "dragline/extractor";
import type { Json } from "dragline/storage";
import { describe, expect, it } from "vitest";

const url = "https://shop.example/data/all";
const string = { type: "string" };
const number = { type: "number" };
const uri = { type: "string", format: "uri" };
const day = { type: "string", format: "date" };

async function extract(html: string, properties: Readonly<Record<string, Json>>): Promise<unknown> {
  return (await createExtractor().extract({ html, url }, { type: "object", properties })).data;
}

const listOf = (properties: Readonly<Record<string, Json>>): Json => ({
  type: "array",
  items: { type: "object", properties },
});

describe("a JSON document", () => {
  it("has the values of its members", async () => {
    const text = '\uFEFF {"product":{"name":"Lamp","unit_price":1.10,"inStock":true},"id":7}';
    const properties = { name: string, price: number, inStock: { type: "boolean" } };
    expect(await extract(text, properties)).toEqual({ name: "Lamp", price: 1.1, inStock: true });
  });

  it.each([
    ["at the top", (list: string) => list],
    ["in a member that is called so", (list: string) => `{"products":${list},"page":1}`],
    ["in a member of another name", (list: string) => `{"result":{"hits":${list}},"page":1}`],
  ])("has a list: %s", async (_, around) => {
    const list = '[{"name":"Lamp","price":"€ 1,10","link":"/a"},{"name":"Chair","price":null}]';
    const products = listOf({ name: string, price: number, url: uri });
    expect(await extract(around(list), { products })).toEqual({
      products: [{ name: "Lamp", price: 1.1, url: "https://shop.example/a" }, { name: "Chair" }],
    });
  });

  it("never rounds a number", async () => {
    const text = '{"order":9007199254740993,"serial":"9007199254740993"}';
    expect(await extract(text, { order: { type: "integer" } })).toEqual({});
    expect(await extract(text, { order: string })).toEqual({ order: "9007199254740993" });
  });

  it("takes the title, the address and the day of an item, whatever they are called for", async () => {
    const items = [{ title: "Adams v. Brown", href: "/1.pdf", issued_on: "2026-03-05" }];
    const opinions = listOf({ caseName: string, opinionUrl: uri, filed: day });
    expect(await extract(JSON.stringify({ items }), { opinions })).toEqual({
      opinions: [
        {
          caseName: "Adams v. Brown",
          opinionUrl: "https://shop.example/1.pdf",
          filed: "2026-03-05",
        },
      ],
    });
  });

  it("tells of a list that is longer than what is given, and gives no evidence of other lists", async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => ({ name: `Lamp ${at}` }));
    const html = JSON.stringify({ others: [{ name: "Chair", price: 1 }], rows });
    const lamps = listOf({ name: string, price: number });
    const schema = { type: "object", properties: { lamps } };
    const { data, warnings, evidence } = await createExtractor().extract({ html, url }, schema);
    expect(data["lamps"]).toHaveLength(1000);
    expect(warnings).toEqual([{ kind: "list-cut", message: expect.stringContaining("1200") }]);
    expect(Object.keys(evidence).filter((path) => path.endsWith(".price"))).toEqual([]);
    expect(evidence["lamps[0].name"]).toMatchObject({ text: "Lamp 0" });
  });

  it.each(["", "[]", "{}", "[1,2]", "null", '{"a":', "[[[[", '{"name":""}', '"name"'])(
    "may hold nothing: %j",
    async (text) => {
      expect(await extract(text, { name: string, items: listOf({ name: string }) })).toEqual({});
    },
  );

  it("may be as wide and as deep as it likes", () => {
    const wide = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id, of: [{ id }] })));
    expect(readStructuredDocument(wide, url)?.lists[0]).toHaveLength(50_000);
    expect(readStructuredDocument(`${"[".repeat(5000)}{}${"]".repeat(5000)}`, url)).toBeDefined();
  });
});

describe("a feed", () => {
  const entries = [1, 2].map(
    (id) => `<item><title>Post ${id}</title><link>https://shop.example/${id}</link></item>`,
  );

  it("has its entries as a list", async () => {
    const text = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${entries.join("")}</channel></rss>`;
    const posts = listOf({ headline: string, link: uri });
    expect(await extract(text, { title: string, posts })).toEqual({
      title: "News",
      posts: [1, 2].map((id) => ({ headline: `Post ${id}`, link: `https://shop.example/${id}` })),
    });
  });

  it("may be JSON", async () => {
    const version = "https://jsonfeed.org/version/1.1";
    const items = [{ id: "1", title: "Post", url: "/1", date_published: "2026-03-05T10:00:00Z" }];
    const posts = listOf({ title: string, url: uri, published: day });
    expect(await extract(JSON.stringify({ version, title: "News", items }), { posts })).toEqual({
      posts: [{ title: "Post", url: "https://shop.example/1", published: "2026-03-05" }],
    });
  });
});

describe("a table in text", () => {
  it.each([
    ["commas", 'Name,Price,Colour\r\nLamp,1.10,"red, dark"\r\n"Chair ""X""",5,\r\n'],
    ["semicolons", 'Name;Price;Colour\nLamp;1,10;red, dark\nChair "X";5;\n'],
    [
      "semicolons beside commas",
      'Name;Price;Colour;Note [a, b]\nLamp;1.10;red, dark;x\nChair "X";5;;y\n',
    ],
    ["tabs", '\uFEFFName\tPrice\tColour\nLamp\t1.10\tred, dark\n"Chair ""X"""\t5\t'],
  ])("has a row for each line: %s", async (_, text) => {
    const products = listOf({ name: string, price: number, colour: string });
    expect(await extract(text, { products })).toEqual({
      products: [
        { name: "Lamp", price: 1.1, colour: "red, dark" },
        { name: 'Chair "X"', price: 5 },
      ],
    });
  });

  it.each([
    "Hello, world",
    "Hello, world\nof text",
    "name,name\n1,2",
    "1,2\n3,4",
    "<p>name,price</p>\n<p>1,2</p>",
    'name,"price\n1,2',
    `name,${"x".repeat(100)}\n1,2`,
  ])("is no other text: %j", (text) => {
    expect(readStructuredDocument(text, url)).toBeUndefined();
  });

  it("is read in linear time", () => {
    const quoted = `name,note\n${`a,"${'""'.repeat(1000)}"\n`.repeat(1000)}`;
    expect(readStructuredDocument(quoted, url)?.lists[0]).toHaveLength(1000);
    expect(readStructuredDocument(`name,note\n"${"a".repeat(2_000_000)}`, url)).toBeUndefined();
  });
});
