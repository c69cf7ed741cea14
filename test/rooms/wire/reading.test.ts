import type { SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { json, onSite } from "./sites.ts";

const html = `<html lang="de"><body>
  <ul><li class="item"><a href="/a?x=1">Äpfel  &amp; Birnen</a> <b class="price">1.299,00 €</b>
    <time>3. Mai 2024</time><span class="tag">rot</span><span class="tag">süß</span><p>Ein <em>gutes</em> Stück.</p></li>
  <li class="item"><a href="/b">Brot</a> <b class="price"></b><p>Frisch</p></li></ul>
  <table id="t"><tr><th>Name</th><th>Wert</th><th>Wert</th></tr>
    <tr><td rowspan="2">A</td><td>1</td><td>2</td></tr><tr><td colspan="2">3</td></tr></table>
  <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage"},{"@type":["Product"],"name":"X","offers":{"price":"9.5"}}]}</script>
  </body></html>`;

const feed = `<?xml version="1.0"?><rss><channel><title>F</title>
  <item><title>One &amp; two</title><content:encoded><![CDATA[<p>Hi <b>you</b></p>]]></content:encoded><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate></item>
  </channel></rss>`;

const xml = { headers: { "content-type": "application/rss+xml" }, body: feed };
const csv = {
  headers: { "content-type": "text/csv" },
  body: '\uFEFFid;"a name"\r\n1;"x ""y"";\nz"\r\n2;\r\n',
};

function read(route: SiteRoute, type: string, reading: object) {
  return onSite({ "/doc": route }, (origin) => ({
    steps: [
      { kind: "request", id: "doc", url: `${origin}/doc`, type },
      { kind: "extract", id: "out", ...reading },
    ],
    output: "{{steps.out}}",
  }));
}

describe("reading", () => {
  it("reads XHTML as XML", async () => {
    const body =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a"/></head><body><textarea/><div id="a"/><p id="b">B</p></body></html>';
    const route = { headers: { "content-type": "application/xhtml+xml" }, body };
    const fields = { b: { css: "body > p" }, none: { css: "#a > p", optional: true } };
    expect((await read(route, "html", { fields })).data).toEqual({ b: "B", none: null });
  });

  it("reads HTML by selectors and types", async () => {
    const { data, origin } = await read(html, "html", {
      list: { css: "li.item" },
      fields: {
        name: { css: "a" },
        url: { css: "a", attribute: "href", type: "url" },
        id: { css: "a", attribute: "href", pattern: "^/([a-z])", filters: "upper" },
        price: { css: ".price", type: "price", optional: true },
        day: { css: "time", type: "date", optional: true },
        tags: { css: ".tag", all: true, optional: true, filters: 'join(", ")' },
        text: { css: "p", type: "markdown" },
        inner: { css: "p", type: "html" },
      },
    });
    expect(data).toEqual({
      items: [
        {
          name: "Äpfel & Birnen",
          url: `${origin}/a?x=1`,
          id: "A",
          price: 1299,
          day: "2024-05-03",
          tags: "rot, süß",
          text: "Ein *gutes* Stück.",
          inner: "Ein <em>gutes</em> Stück.",
        },
        {
          name: "Brot",
          url: `${origin}/b`,
          id: "B",
          price: null,
          day: null,
          tags: null,
          text: "Frisch",
          inner: "Frisch",
        },
      ],
      has_more: false,
    });
  });

  it("reads tables and linked data", async () => {
    const table = await read(html, "html", { table: "#t" });
    expect(table.data).toEqual({
      items: [
        { Name: "A", Wert: "1", Wert_2: "2" },
        { Name: "A", Wert: "3", Wert_2: "3" },
      ],
      has_more: false,
    });
    const thing = await read(html, "html", {
      fields: {
        name: { json_ld: "Product", path: "name" },
        price: { json_ld: "Product", path: "offers.price", type: "number" },
        brand: { first_of: [{ json_ld: "Product", path: "brand" }, { css: "em" }] },
        offer: { json_ld: "Product", path: "offers", fields: { amount: "price" } },
      },
    });
    expect(thing.data).toEqual({ name: "X", price: 9.5, brand: "gutes", offer: { amount: "9.5" } });
  });

  it("reads XML and what is HTML in it", async () => {
    const { data } = await read(xml, "xml", {
      list: { css: "item" },
      fields: {
        title: { css: "title" },
        text: { css: "content\\:encoded", type: "text" },
        markdown: { css: "content\\:encoded", type: "markdown" },
        at: { css: "pubdate", type: "date", filters: "iso" },
      },
    });
    expect(data).toEqual({
      items: [
        { title: "One & two", text: "Hi you", markdown: "Hi **you**", at: "2024-01-02T03:04:05Z" },
      ],
      has_more: false,
    });
  });

  it("reads CSV by its first line", async () => {
    const { data } = await read(csv, "csv", { list: "$" });
    expect(data).toMatchObject({
      items: [
        { id: "1", "a name": 'x "y";\nz' },
        { id: "2", "a name": "" },
      ],
    });
  });

  it("reads JSON deeply", async () => {
    const body = {
      a: { list: [{ n: null, tags: [{ t: "x" }, { t: "y" }], by: { name: "N" } }] },
      "b c": "<p>Hi</p>",
    };
    const { data } = await read(json(body), "json", {
      fields: {
        none: "a.list[0].n",
        tags: "a.list[-1].tags[*].t",
        html: { path: '["b c"]', type: "text" },
        people: {
          path: "a.list",
          list: true,
          fields: { name: "by.name", title: { path: "by.title", default: "-" } },
        },
        first: {
          first_of: ["a.nothing", "a.list[0].n", { path: "a.list[0].by.name", filters: "lower" }],
        },
        count: { path: "a.list", filters: "length" },
      },
    });
    expect(data).toEqual({
      none: null,
      tags: ["x", "y"],
      html: "Hi",
      people: [{ name: "N", title: "-" }],
      first: "n",
      count: 1,
    });
  });

  it.each([
    [
      html,
      "html",
      { list: { css: "li.gone" }, fields: {} },
      /has no item \(li\.gone\), and no sign/,
    ],
    [html, "html", { table: "#gone" }, /has no table \(#gone\)/],
    [
      html,
      "html",
      { list: { css: "li" }, fields: { p: { css: ".price", type: "price" } } },
      /'p' in items\[1\].*price: ""/,
    ],
    [html, "html", { fields: { x: { css: ".tag", attribute: "id" } } }, /no 'x'/],
    [html, "xml", { list: { css: "li" }, fields: {} }, /answered text\/html where XML/],
    [html, "csv", { list: "$" }, /answered text\/html where CSV/],
    [
      json({ a: 1 }),
      "html",
      { fields: { a: { css: "p" } } },
      /answered application\/json where HTML/,
    ],
    [json({ a: 1 }), "xml", { fields: { a: { css: "p" } } }, /where XML/],
    [json({ a: [{ b: 1 }, {}] }), "json", { fields: { x: "a[*].b" } }, /no 'x'/],
    [
      json({ a: [{ b: 1 }, {}] }),
      "json",
      { list: "a", fields: { x: { path: "$", fields: { y: "b" } } } },
      /no 'y' in items\[1\]\.x/,
    ],
    [
      json({ a: "03/05/2024" }),
      "json",
      { fields: { a: { path: "a", type: "date" } } },
      /cannot be read as date/,
    ],
    [
      json({ a: 1.5 }),
      "json",
      { fields: { a: { path: "a", type: "integer" } } },
      /cannot be read as integer: 1\.5/,
    ],
    [
      json({ a: {} }),
      "json",
      { fields: { a: { path: "a", type: "string" } } },
      /read as string: an object/,
    ],
    [json({ a: "x" }), "json", { fields: { a: { path: "a", pattern: "\\d+" } } }, /no 'a'/],
    [json({ a: 1 }), "json", { fields: { a: { path: "a", filters: "first" } } }, /filter 'first'/],
    [json({ a: 1 }), "json", { fields: { a: { path: "a", all: true } } }, /should be a list/],
    [json({ error: "quota" }), "json", { list: "items" }, /no list at 'items': it says "quota"/],
    [json([]), "json", { list: "$", non_empty: true }, /at least one is required/],
  ])("fails on what is not there %#", async (...[route, type, reading, message]) => {
    const { error } = await read(route, type, reading);
    expect(error).toMatchObject({
      code: "EXECUTION_FAILED",
      message: expect.stringMatching(message),
    });
  });

  it("takes an empty list that is proven", async () => {
    const reading = { list: { css: "li.gone" }, fields: {}, empty_when: { text: "Frisch" } };
    const { data } = await read(html, "html", reading);
    expect(data).toEqual({ items: [], has_more: false });
  });
});
