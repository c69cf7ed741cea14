import type { SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { onSite } from "./sites.ts";

const id = "12345678901234567890";
const written = (body: string, type = "application/json"): SiteRoute => ({
  headers: { "content-type": type },
  body,
});

function read(route: SiteRoute, type: string, reading: object) {
  return onSite({ "/doc": route }, (origin) => ({
    steps: [
      { kind: "request", id: "doc", url: `${origin}/doc`, type },
      { kind: "extract", id: "out", ...reading },
    ],
    output: "{{steps.out}}",
  }));
}

describe("numbers that a number cannot hold", () => {
  it.each<[string, SiteRoute, string, object, unknown]>([
    ["JSON", written(`{"id":${id}}`), "json", { fields: { id: "id" } }, { id }],
    [
      "GraphQL",
      written(`{"data":{"node":{"id":-${id},"n":9007199254740991}}}`),
      "json",
      { fields: { id: "data.node.id", n: "data.node.n" } },
      { id: `-${id}`, n: 9007199254740991 },
    ],
    ["a huge number", written('{"n":1e400}'), "json", { fields: { n: "n" } }, { n: "1e400" }],
    [
      "a whole number with a point",
      written('{"n":9007199254740993.0}'),
      "json",
      { fields: { n: { path: "n", type: "string" } } },
      { n: "9007199254740993.0" },
    ],
    [
      "linked data",
      written(
        `<script type="application/ld+json">{"@type":"Product","sku":${id}}</script>`,
        "text/html",
      ),
      "html",
      { fields: { sku: { json_ld: "Product", path: "sku" } } },
      { sku: id },
    ],
    [
      "JSON in a script",
      written(`<script id="s" type="application/json">{"a":${id}}</script>`, "text/html"),
      "html",
      { fields: { s: { css: "#s", type: "html", filters: "parse_json" } } },
      { s: { a: id } },
    ],
    [
      "a table",
      written(`<table><tr><th>id</th></tr><tr><td>${id}</td></tr></table>`, "text/html"),
      "html",
      { table: "table" },
      { items: [{ id }], has_more: false },
    ],
  ])("stay as they are written: %s", async (...[, route, type, reading, data]) => {
    expect((await read(route, type, reading)).data).toEqual(data);
  });

  it.each<[string, SiteRoute, string, object]>([
    [
      "an integer",
      written(`{"id":${id}}`),
      "json",
      { fields: { id: { path: "id", type: "integer" } } },
    ],
    [
      "a number",
      written(`{"id":${id}}`),
      "json",
      { fields: { id: { path: "id", type: "number" } } },
    ],
    [
      "a number of text",
      written("<b>9,007,199,254,740,993</b>", "text/html"),
      "html",
      { fields: { id: { css: "b", type: "number" } } },
    ],
    [
      "a price of text",
      written("<b>$9,007,199,254,740,993</b>", "text/html"),
      "html",
      { fields: { id: { css: "b", type: "price" } } },
    ],
    [
      "a filter",
      written(`{"id":"9007199254740993"}`),
      "json",
      { fields: { id: { path: "id", filters: "number" } } },
    ],
    [
      "a sum",
      written(`{"id":9007199254740991}`),
      "json",
      { fields: { id: { path: "id", filters: "add(2)" } } },
    ],
    [
      "a column of CSV",
      written("id\n9007199254740993\n", "text/csv"),
      "csv",
      { list: "$", fields: { id: { path: "id", type: "number" } } },
    ],
  ])("are an error where a number is wanted: %s", async (...[, route, type, reading]) => {
    const { error } = await read(route, type, reading);
    expect(error?.code).toBe("EXECUTION_FAILED");
    expect(error?.message).toMatch(/'id'/);
  });

  it("lead to the next page digit by digit", async () => {
    const list: SiteRoute = (request, response) => {
      response.setHeader("content-type", "application/json");
      const isSecond = request.url === `/list?after=${id}`;
      response.end(isSecond ? '{"items":[2]}' : `{"items":[1],"next":${id}}`);
    };
    const { data } = await onSite({ "/list": list }, (origin) => ({
      steps: [
        {
          kind: "paginate",
          id: "list",
          request: { url: `${origin}/list` },
          read: { list: "items" },
          next: { cursor: "next", query: "after" },
          limit: 5,
        },
      ],
      output: "{{steps.list.items}}",
    }));
    expect(data).toEqual([1, 2]);
  });
});
