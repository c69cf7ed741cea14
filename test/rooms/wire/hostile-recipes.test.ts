import { isWireError, readAction } from "dragline/wire";
import { describe, expect, it } from "vitest";

const day = { created: "2026-11-25", updated: "2026-11-25" };
const site = {
  format: 1,
  slug: "shop",
  name: "Shop",
  url: "https://shop.example/",
  domain: "shop.example",
  category: "shops",
  description: "A shop that recipes of attackers name.",
  documentation: "https://shop.example/docs",
  hosts: ["shop.example"],
  ...day,
};
const q = {
  name: "q",
  type: "string",
  description: "Words that are meant.",
  examples: ["x"],
};
const request = { id: "a", kind: "request", url: "https://shop.example/items" };

function read(parts: object): void {
  readAction(
    {
      format: 1,
      action_id: "shop.list_items",
      name: "List items",
      description: "Lists the items of the shop.",
      type: "read",
      parameters: [q],
      steps: [request],
      output: null,
      output_schema: {},
      ...day,
      ...parts,
    },
    site,
  );
}

const urls = [
  "{{params.q}}",
  "{{params.q}}/items",
  "https://{{params.q}}/items",
  "https://{{params.q}}.shop.example/items",
  "https://shop.example.{{params.q}}/items",
  "https://shop.example:{{params.q}}/items",
  "https://{{params.q}}@shop.example/items",
  "{{params.q}}://shop.example/items",
  "https://shop.example{{params.q}}/items",
  "https://evil.example/items",
  "https://shop.example.evil.example/items",
  "https://evil-shop.example/items",
  "https://user:password@shop.example/items",
  "http://169.254.169.254/latest",
  "http://127.0.0.1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "//shop.example/items",
  "/items",
];

const templates = [
  "{{process.env}}",
  "{{globalThis}}",
  "{{constructor}}",
  "{{__proto__}}",
  "{{this.constructor}}",
  "{{params.none}}",
  "{{params.constructor}}",
  "{{params.__proto__}}",
  "{{steps.none.body}}",
  "{{steps.later.body}}",
  "{{steps}}",
  "{{item.x}}",
  "{{params.q | eval}}",
  '{{params.q | require("fs")}}',
  "{{params.q | constructor}}",
  "{{params.q | lower(1, 2, 3)}}",
  "{{params.q | replace(}}",
  "{{1 + 1}}",
  "{{params.q()}}",
  "{{params[process.exit()]}}",
  "{{{{params.q}}}}",
  "{{",
];

const steps: readonly (readonly [string, object])[] = [
  ["a regular expression that cannot be read", { pattern: "(" }],
  ["a regular expression with a back reference", { pattern: String.raw`(a)\1` }],
  ["a regular expression that looks ahead", { pattern: "(?=a)a" }],
  ["a path without an end", { path: "a[" }],
  ["an unknown type", { path: "a", type: "function" }],
  ["an unknown filter", { path: "a", filters: "eval" }],
];

describe("a hostile recipe is refused when it is read", () => {
  it.each(urls)("with the URL %s", (url) => {
    expect(() => read({ steps: [{ ...request, url }] })).toThrow(
      expect.toSatisfy((error: unknown) => isWireError(error, "INVALID_RECIPE")),
    );
  });

  it.each(templates)("with the template %s", (template) => {
    const later = { ...request, id: "later" };
    const steps = [{ ...request, query: { q: template } }, later];
    expect(() => read({ steps })).toThrow(
      expect.toSatisfy((error: unknown) => isWireError(error, "INVALID_RECIPE")),
    );
  });

  it.each(steps)("with %s", (_, rule) => {
    const extract = { id: "b", kind: "extract", fields: { x: rule } };
    expect(() => read({ steps: [request, extract] })).toThrow(
      expect.toSatisfy((error: unknown) => isWireError(error, "INVALID_RECIPE")),
    );
  });

  it.each([
    ["a header that splits", { steps: [{ ...request, headers: { "x\r\nhost": "a" } }] }],
    [
      "a selector that cannot be read",
      {
        steps: [
          { ...request, type: "html" },
          { id: "b", kind: "extract", fields: { x: { css: "a[" } } },
        ],
      },
    ],
    ["two steps of one id", { steps: [request, request] }],
    [
      "too many steps",
      { steps: Array.from({ length: 31 }, (_, at) => ({ ...request, id: `s${at}` })) },
    ],
    [
      "an each of too many",
      {
        steps: [
          request,
          {
            id: "e",
            kind: "each",
            in: "{{steps.a.body}}",
            max: 100_000,
            steps: [{ ...request, id: "i" }],
            output: null,
          },
        ],
      },
    ],
    [
      "pages without an end",
      {
        steps: [
          {
            id: "p",
            kind: "paginate",
            request: { url: request.url },
            read: { list: "x", fields: {} },
            next: { link: "n" },
            limit: 5,
            max_pages: 1_000_000,
          },
        ],
      },
    ],
    [
      "a file without a bound",
      {
        steps: [
          { id: "f", kind: "file", name: "f", request: { url: request.url }, max_bytes: 1e15 },
        ],
      },
    ],
    ["a schema that does not compile", { output_schema: { type: "nothing" } }],
    [
      "a schema that asks another server",
      { output_schema: { $ref: "https://evil.example/schema.json" } },
    ],
    ["code", { run: "process.exit()" }],
    ["another format", { format: 2 }],
    ["another site's id", { action_id: "github.list_issues" }],
    ["no steps", { steps: [] }],
    ["a null", null as never],
  ])("with %s", (_, parts) => {
    expect(() => read(parts === null ? { steps: null } : parts)).toThrow(
      expect.toSatisfy((error: unknown) => isWireError(error, "INVALID_RECIPE")),
    );
  });
});
