import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { actionOf, parameter, runOnce } from "./actions.ts";

const items = [
  { id: 1, title: "One", price: { amount: "1.50" }, tags: ["a", "b"] },
  { id: 2, title: "Two", price: { amount: "2" }, tags: [] },
];

const json = (value: unknown, status = 200) => ({
  status,
  // Too long to be waited for.
  headers: { "content-type": "application/json", "retry-after": "100" },
  body: JSON.stringify(value),
});

function listRecipe(origin: string) {
  return {
    parameters: [
      parameter("shelf", { required: true }),
      parameter("limit", { type: "integer", default: 20, minimum: 1, maximum: 100, examples: [5] }),
    ],
    steps: [
      {
        kind: "request",
        id: "items",
        url: `${origin}/shelves/{{params.shelf}}/items`,
        query: { sort: "new", limit: "{{params.limit}}", none: "{{params.none}}" },
        errors: {
          "404": { code: "INVALID_PARAMS", message: "There is no shelf '{{params.shelf}}'." },
        },
      },
      {
        kind: "extract",
        id: "read",
        list: "items",
        limit: "{{params.limit}}",
        fields: {
          id: "id",
          title: { path: "title", filters: "lower" },
          price: { path: "price.amount", type: "number" },
          subtitle: "subtitle?",
          tags: "tags",
          url: { value: `${origin}/items/{{item.id}}` },
        },
      },
      { kind: "assert", that: "{{steps.read.items}}", min_items: 1, message: "No items." },
    ],
    output: { items: "{{steps.read.items}}", has_more: "{{steps.read.has_more}}" },
    output_schema: {
      type: "object",
      required: ["items", "has_more"],
      additionalProperties: false,
      properties: {
        has_more: { type: "boolean" },
        items: { type: "array", items: { type: "object", required: ["id", "title"] } },
      },
    },
  };
}

describe("a recipe", () => {
  it("requests, reads, asserts and gives its output", async () => {
    await using site = await createSite({ "*": json({ items }) });
    const action = actionOf(listRecipe(site.origin));
    const result = await runOnce(action, { params: { shelf: "a/b c", limit: 1 }, trace: true });
    expect(result).toMatchObject({
      status: "completed",
      data: {
        items: [
          {
            id: 1,
            title: "one",
            price: 1.5,
            subtitle: null,
            tags: ["a", "b"],
            url: `${site.origin}/items/1`,
          },
        ],
        has_more: true,
      },
      files: [],
    });
    expect(site.requests.map(({ path }) => path)).toEqual([
      "/shelves/a%2Fb%20c/items?sort=new&limit=1",
    ]);
    expect(result.trace?.map(({ step }) => step)).toEqual([
      "request items",
      "extract read",
      "assert 2",
    ]);
  });

  it.each([
    [json({ items: [{ id: 1, price: { amount: "1" } }] }), /no 'title' in items\[0\]/],
    [json({ items: {} }), /no list at 'items'/],
    [
      json({ items: [{ ...items[0], price: { amount: "soon" } }] }),
      /'price' in items\[0\].*number.*soon/,
    ],
    [{ body: "<p>Hello" }, /answered text\/html where JSON was expected \(HTTP 200\)/],
    [json({}, 503), /127\.0\.0\.1:\d+ answered HTTP 503 to step 'items'/],
    [json({ error: { message: "Down" } }, 500), /it says "Down"/],
    [json({ items: [] }), /^No items\.$/],
  ])("fails with a reason on a changed answer %#", async (route, message) => {
    await using site = await createSite({ "*": route });
    const result = await runOnce(actionOf(listRecipe(site.origin)), { params: { shelf: "x" } });
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "EXECUTION_FAILED", message: expect.stringMatching(message) },
    });
  });

  it("tells an expected status in the recipe's words", async () => {
    await using site = await createSite({ "*": json({}, 404) });
    const result = await runOnce(actionOf(listRecipe(site.origin)), { params: { shelf: "x" } });
    expect(result).toMatchObject({
      error: { code: "INVALID_PARAMS", message: "There is no shelf 'x'." },
    });
  });

  it("names what is missing before anything is sent", async () => {
    await using site = await createSite({ "*": json({ items }) });
    const result = await runOnce(actionOf(listRecipe(site.origin)));
    expect(result).toMatchObject({ error: { code: "INVALID_PARAMS", missingFields: ["shelf"] } });
    expect(site.requests).toEqual([]);
  });
});
