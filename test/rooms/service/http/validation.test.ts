import { z } from "@hono/zod-openapi";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validate } from "../../../../src/service/http/validate.ts";
import { createRig } from "./rig.ts";

const { ask } = createRig({ options: { limits: { "*": Infinity } } });

const action = z.discriminatedUnion("type", [
  z.object({ type: z.literal("wait"), milliseconds: z.int().min(1).max(15_000) }),
  z.object({ type: z.literal("click"), selector: z.string().max(500) }),
]);

const schema = z.object({
  name: z.string().min(2).max(5).optional(),
  formats: z
    .array(z.enum(["markdown", "html"]))
    .max(2)
    .optional(),
  actions: z.array(action).optional(),
  exact: z.boolean().optional(),
  either: z.union([z.string(), z.int()]).optional(),
  ratio: z.number().gt(0).optional(),
  id: z.uuid().optional(),
  code: z
    .string()
    .regex(/^[a-z]{2}$/, "must be a two-letter country code")
    .optional(),
  map: z.record(z.string(), z.int()).optional(),
  even: z.int().multipleOf(2).optional(),
  own: z
    .string()
    .refine((text) => text === "x", "is not x")
    .optional(),
});

function refusalOf(input: object): string {
  try {
    validate(schema, input, "flat");
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing is wrong";
}

describe("validation", () => {
  it.each([
    [{ name: 7 }, "name: expected a string; got 7"],
    [{ name: null }, "name: expected a string; got null"],
    [{ name: ["x"] }, "name: expected a string; got an array"],
    [{ name: "x" }, "name: must have at least 2 characters; got 1"],
    [{ name: "xxxxxx" }, "name: must have at most 5 characters; got 6"],
    [{ formats: ["html", "x"] }, "formats[1]: unknown value 'x'; expected one of markdown, html"],
    [
      { formats: ["markdwn"] },
      "formats[0]: unknown value 'markdwn'; did you mean 'markdown'? Expected one of markdown, html",
    ],
    [{ formats: ["html", "html", "html"] }, "formats: must have at most 2 entries; got 3"],
    [{ formats: "html" }, "formats: expected an array; got 'html'"],
    [{ actions: [{ type: "wait" }] }, "actions[0].milliseconds: is required"],
    [
      { actions: [{ type: "wait", milliseconds: 1.5 }] },
      "actions[0].milliseconds: expected an integer; got 1.5",
    ],
    [
      { actions: [{ type: "wait", milliseconds: 0 }] },
      "actions[0].milliseconds: must be at least 1; got 0",
    ],
    [
      { actions: [{ type: "jump" }] },
      "actions[0].type: unknown value 'jump'; expected one of wait, click",
    ],
    [{ actions: [{}] }, "actions[0].type: is required; expected one of wait, click"],
    [{ actions: ["wait"] }, "actions[0]: expected an object; got 'wait'"],
    [{ exact: "true" }, "exact: expected a boolean; got 'true'"],
    [{ exact: 1 }, "exact: expected a boolean; got 1"],
    [{ either: true }, "either: expected a string; got true"],
    [{ ratio: 0 }, "ratio: must be at least 0, exclusive; got 0"],
    [{ ratio: "1" }, "ratio: expected a number; got '1'"],
    [{ id: "x" }, "id: must be a valid uuid"],
    [{ code: "xyz" }, "code: must be a two-letter country code"],
    [{ map: { a: "b" } }, "map.a: expected a number; got 'b'"],
    [{ even: 3 }, "even: is not valid"],
    [{ own: "y" }, "own: is not x"],
    [{ unknown: 1 }, "nothing is wrong"],
  ])("of %j says: %s", (input, message) => {
    expect(refusalOf(input)).toBe(message);
  });

  it("never shows much of what it was given", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 200, maxLength: 5000 }), (text) => {
        const inputs = [
          { formats: [text] },
          { name: text },
          { map: { [text]: text } },
          { own: text },
        ];
        for (const input of inputs) expect(refusalOf(input).length).toBeLessThanOrEqual(301);
      }),
    );
  });

  it("ends where a schema calls itself", () => {
    const tree: z.ZodType = z.lazy(() => z.object({ child: tree.optional() }));
    const deep = JSON.parse(`${'{"child":'.repeat(90)}{"child":1}${"}".repeat(90)}`) as object;
    expect(() => validate(tree, deep, "flat")).toThrow(/expected an object; got 1$|…$/);
  });

  it("names the missing fields in the nested shape, and in the flat one not", async () => {
    const { status, json } = await ask("POST", "/v1/wire/task", { body: '{"other":7}' });
    expect(status).toBe(400);
    expect(json).toEqual({
      status: "error",
      error: {
        code: "INVALID_PARAMS",
        message: "action_id: is required",
        missing_fields: ["action_id"],
      },
    });
    const wrong = await ask("POST", "/v1/wire/task", { body: '{"action_id":"a","other":7}' });
    expect(wrong.json).toMatchObject({ error: { missing_fields: [] } });
    const broken = await ask("POST", "/v1/wire/task", { body: "{" });
    expect(broken.json).toMatchObject({ error: { code: "INVALID_PARAMS", missing_fields: [] } });
    const flat = await ask("POST", "/v1/map", { body: "{}" });
    expect(flat.json).toEqual({ error: "invalid_request", message: "url: is required" });
  });
});

describe("a query", () => {
  const list = async (query: string) => await ask("GET", `/v1/webhooks/deliveries${query}`);

  it.each([
    ["", {}],
    ["?nobody=1", {}],
    ["?flag=true&limit=1", { flag: true, limit: 1 }],
    ["?flag=FALSE&limit=200", { flag: false, limit: 200 }],
    ["?flag=1", { flag: true }],
    ["?flag=0", { flag: false }],
    ["?limit=007", { limit: 7 }],
    ["?limit=5&limit=nonsense", { limit: 5 }],
    ["?__proto__=1&constructor=2", {}],
  ])("'%s' is read as %j", async (query, expected) => {
    expect((await list(query)).json["query"]).toEqual(expected);
  });

  it.each([
    ["?flag=yes", "flag: must be true, false, 1 or 0"],
    ["?flag=", "flag: must be true, false, 1 or 0"],
    ["?limit=0", "limit: must be a whole number from 1 to 200"],
    ["?limit=201", "limit: must be a whole number from 1 to 200"],
    ["?limit=1.0", "limit: must be a whole number from 1 to 200"],
    ["?limit=", "limit: must be a whole number from 1 to 200"],
    ["?limit=%201", "limit: must be a whole number from 1 to 200"],
    ["?limit=1e2", "limit: must be a whole number from 1 to 200"],
    ["?limit=0x10", "limit: must be a whole number from 1 to 200"],
    [`?limit=${"9".repeat(400)}`, "limit: must be a whole number from 1 to 200"],
  ])("'%s' is refused", async (query, message) => {
    const { status, json } = await list(query);
    expect(status).toBe(400);
    expect(json).toEqual({ error: "invalid_request", message });
  });
});
