import type { SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { onSite } from "./sites.ts";

/** Reads the pages that a list gives one after another. */
function paged(pages: readonly (readonly unknown[])[], limit = 50) {
  const list: SiteRoute = (request, response) => {
    const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page"));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ items: pages[page - 1] ?? [] }));
  };
  return onSite({ "/list": list }, (origin) => ({
    steps: [
      {
        kind: "paginate",
        id: "list",
        request: { url: `${origin}/list` },
        read: { list: "items" },
        next: { page: "page" },
        limit,
      },
    ],
    output: "{{steps.list.items}}",
  }));
}

describe("pages that overlap", () => {
  const item = (id: number | string, parts: object = {}): object => ({ id, ...parts });

  it.each([
    [
      "id",
      [
        [item(1), item(2)],
        [item(2), item(3)],
      ],
      [item(1), item(2), item(3)],
    ],
    [
      "id of an item that changed",
      [[item(1, { n: 1 })], [item(1, { n: 2 }), item(2)]],
      [item(1, { n: 1 }), item(2)],
    ],
    [
      "id further back",
      [
        [item(1), item(2)],
        [item(3), item(4)],
        [item(1), item(5)],
      ],
      [1, 2, 3, 4, 5].map((id) => item(id)),
    ],
    ["uuid", [[{ uuid: "a" }], [{ uuid: "a" }, { uuid: "b" }]], [{ uuid: "a" }, { uuid: "b" }]],
    ["_id", [[{ _id: "a" }], [{ _id: "a" }, { _id: "b" }]], [{ _id: "a" }, { _id: "b" }]],
  ])("give each item once by its %s", async (_, pages, items) => {
    expect((await paged(pages)).data).toEqual(items);
  });

  it.each([
    [
      "items without an id",
      [
        [
          { a: 1, b: "x" },
          { a: 2, b: "y" },
        ],
        [
          { a: 2, b: "y" },
          { a: 3, b: "z" },
        ],
      ],
    ],
    [
      "texts",
      [
        ["a", "b", "c"],
        ["b", "c", "d"],
      ],
    ],
    [
      "known ids alone",
      [
        [item(1), item(2)],
        [item(3), item(4)],
        [item(1), item(3)],
      ],
    ],
  ])("fail with %s", async (_, pages) => {
    const { error } = await paged(pages);
    expect(error).toMatchObject({ code: "EXECUTION_FAILED" });
    expect(error?.message).toMatch(/repeat/);
  });

  it.each([
    [
      "one equal text",
      [
        ["a", "b"],
        ["b", "c"],
      ],
    ],
    [
      "an id that is no item's own",
      [
        [item(1, { at: 1 }), item(1, { at: 2 })],
        [item(1, { at: 3 }), item(2)],
      ],
    ],
    ["an item twice on one page", [[item(1), item(1)], [item(2)]]],
  ])("are none where there is only %s", async (_, pages) => {
    expect((await paged(pages)).data).toEqual(pages.flat());
  });

  it("count by what the server gave", async () => {
    const list: SiteRoute = (request, response) => {
      const offset = Number(new URL(request.url ?? "", "http://x").searchParams.get("offset"));
      const ids = offset === 0 ? [1, 2] : offset === 2 ? [2, 3] : [];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ items: ids.map((id) => item(id)) }));
    };
    const { data, paths } = await onSite({ "/list": list }, (origin) => ({
      steps: [
        {
          kind: "paginate",
          id: "list",
          request: { url: `${origin}/list` },
          read: { list: "items" },
          next: { offset: "offset" },
          limit: 50,
        },
      ],
      output: "{{steps.list.items}}",
    }));
    expect(data).toEqual([item(1), item(2), item(3)]);
    expect(paths).toEqual(["/list?offset=0", "/list?offset=2", "/list?offset=4"]);
  });
});

function xml(body: string, fields: object) {
  const route = { headers: { "content-type": "application/xml" }, body };
  return onSite({ "/doc": route }, (origin) => ({
    steps: [
      { kind: "request", id: "doc", url: `${origin}/doc`, type: "xml" },
      { kind: "extract", id: "out", list: { css: "item, entry" }, fields },
    ],
    output: "{{steps.out.items}}",
  }));
}

describe("XML", () => {
  const item = "<item><title>a</title></item>";

  it.each([
    ["in an item", `<rss><channel>${item}<item><title>b`],
    ["between items", `<rss><channel>${item}`],
    ["before the root's end", `<?xml version="1.0"?><rss><channel>${item}</channel>`],
    ["in the root's end", `<rss><channel>${item}</channel></rs`],
    ["in a comment", `<rss><channel>${item}<!-- </rss>`],
    ["in CDATA", `<rss><channel>${item}<item><title><![CDATA[</rss>`],
  ])("that ends %s fails", async (_, body) => {
    const { error } = await xml(body, { title: { css: "title" } });
    expect(error).toMatchObject({ code: "EXECUTION_FAILED" });
    expect(error?.message).toMatch(/is incomplete/);
  });

  it.each([
    ["space", `<rss><channel>${item}</channel></rss>\n\n`],
    ["a comment", `<!-- a --><rss><channel>${item}</channel></rss><!-- made by <x> -->`],
    ["an instruction", `<?xml version="1.0"?><rss>${item}</rss ><?end?>`],
    ["a prefix", `<!DOCTYPE x [<!ENTITY a "b">]><a:RSS>${item}</a:RSS>`],
  ])("is whole with %s around it", async (_, body) => {
    expect((await xml(body, { title: { css: "title" } })).data).toEqual([{ title: "a" }]);
  });

  it.each([
    ["RFC 822", "Tue, 10 Jun 03 04:00:00 EST", "2003-06-10T09:00:00Z"],
    ["a year of the last century", "10 Jun 99 04:00 PDT", "1999-06-10T11:00:00Z"],
    ["an offset", "Tue, 10 Jun 2003 04:00:00 +0530", "2003-06-09T22:30:00Z"],
    ["a military zone", "Tue, 10 Jun 2003 04:00:00 Z", "2003-06-10T04:00:00Z"],
    ["a military zone with two meanings", "Tue, 10 Jun 2003 04:00:00 A", "2003-06-10T04:00:00Z"],
    ["UT", "Tue, 10 Jun 2003 04:00:00 UT", "2003-06-10T04:00:00Z"],
    ["the end of a day", "Tue, 10 Jun 2003 24:00:00 GMT", "2003-06-11T00:00:00Z"],
    ["the end of a day in ISO 8601", "2003-06-30T24:00:00+02:00", "2003-06-30T22:00:00Z"],
    ["a leap second", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"],
  ])("has times: %s", async (_, text, at) => {
    const { data } = await xml(`<rss><item><at>${text}</at></item></rss>`, {
      at: { css: "at", filters: "iso" },
    });
    expect(data).toEqual([{ at }]);
  });

  it.each([
    ["the root", 'xml:base="https://b.test/f/"', "", "", "https://b.test/f/p"],
    ["an entry", "", 'xml:base="https://b.test/e/"', "", "https://b.test/e/p"],
    [
      "an entry below the root",
      'xml:base="https://b.test/f/"',
      'xml:base="e/"',
      "",
      "https://b.test/f/e/p",
    ],
    ["the element", 'xml:base="https://b.test/"', "", 'xml:base="/l/"', "https://b.test/l/p"],
    [
      "what is no address",
      'xml:base="mailto:x"',
      "",
      'xml:base="https://c.test/"',
      "https://c.test/p",
    ],
  ])("has links by xml:base of %s", async (...[, root, entry, link, url]) => {
    const body = `<feed ${root}><entry ${entry}><link ${link} href="p"/><content ${link} type="html">&lt;a href="p">x&lt;/a></content></entry></feed>`;
    const { data } = await xml(body, {
      url: { css: "link", attribute: "href", type: "url" },
      body: { css: "content", type: "markdown" },
    });
    expect(data).toEqual([{ url, body: `[x](${url})` }]);
  });

  it.each([
    ["html", '<title type="html">&lt;em>A&lt;/em> &amp;amp; B</title>', "A & B"],
    ["text/html", '<title type="text/html"><![CDATA[<i>A</i> &amp; B]]></title>', "A & B"],
    ["xhtml", '<title type="xhtml"><h:div><h:b>A</h:b> &amp; B</h:div></title>', "A & B"],
    ["text", '<title type="text">A &lt;b> &amp;amp; B</title>', "A <b> &amp; B"],
    ["no type", "<title>A &lt;b> B</title>", "A <b> B"],
  ])("of Atom has texts by their type: %s", async (_, title, text) => {
    const { data } = await xml(`<feed><entry>${title}</entry></feed>`, {
      title: { css: "title", type: "text" },
    });
    expect(data).toEqual([{ title: text }]);
  });

  it("of RSS has HTML in texts", async () => {
    const body = "<rss><item><title>&lt;b>A&lt;/b> &amp;amp; B</title></item></rss>";
    expect((await xml(body, { title: { css: "title", type: "text" } })).data).toEqual([
      { title: "A & B" },
    ]);
  });
});
