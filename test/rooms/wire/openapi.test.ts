import { createFetcher } from "dragline/fetcher";
import type { Json } from "dragline/storage";
import { createSite } from "dragline/testing";
import { builtInCatalog, createRunner } from "dragline/wire";
import { describe, expect, it } from "vitest";

const pets = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "/{version}", variables: { version: { default: "v2" } } }],
  paths: {
    "/pets/{id}": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: { operationId: "getPet", summary: "One pet" },
      delete: { operationId: "removePet" },
    },
    "/pets": { get: { parameters: [{ name: "tag", in: "query", schema: { type: "string" } }] } },
  },
  components: {
    parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "integer" } } },
  },
};

const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

function serve(document: object = pets) {
  return createSite({
    "/openapi.json": json(document),
    "/openapi.yaml": "openapi: 3.1.0",
    "/v2/pets/7": json({ id: 7, name: "Rex" }),
    "/v2/pets?tag=small&tag=old": json([{ id: 8 }]),
    "/v2/pets/text": { headers: { "content-type": "text/plain" }, body: "none" },
  });
}

const catalog = await builtInCatalog();

async function run(id: string, params: Record<string, unknown>) {
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  const action = catalog.action(`openapi.${id}`);
  if (action === undefined) throw new Error("the catalog has no such action");
  return await createRunner({ fetcher }, { pace: false }).run(action, {
    params: params as Record<string, Json>,
  });
}

describe("openapi", () => {
  it("lists the operations that read", async () => {
    await using site = await serve();
    const result = await run("list_operations", { document: site.url("/openapi.json") });
    expect(result).toMatchObject({
      status: "completed",
      data: {
        has_more: false,
        operations: [
          {
            id: "getPet",
            path: "/pets/{id}",
            summary: "One pet",
            parameters: [{ name: "id", in: "path", required: true, type: "integer" }],
          },
          { id: "GET /pets", path: "/pets", parameters: [{ name: "tag", in: "query" }] },
        ],
      },
    });
  });

  it("calls one with its arguments in their places", async () => {
    await using site = await serve();
    const document = site.url("/openapi.json");
    const one = await run("call_operation", {
      document,
      operation: "getPet",
      arguments: { id: 7 },
    });
    expect(one).toMatchObject({ data: { status: 200, data: { id: 7, name: "Rex" } } });
    const list = { document, operation: "GET /pets", arguments: { tag: ["small", "old"] } };
    expect(await run("call_operation", list)).toMatchObject({ data: { data: [{ id: 8 }] } });
    const text = { document, operation: "getPet", arguments: { id: "text" } };
    expect(await run("call_operation", text)).toMatchObject({ data: { data: "none" } });
  });

  it.each([
    ["an argument is missing", { arguments: {} }, "needs the argument 'id'"],
    ["an argument is unknown", { arguments: { id: 7, size: 1 } }, "has no argument 'size'"],
    ["an argument leaves its place", { arguments: { id: ".." } }, "is not valid as part of a path"],
    ["an argument is an object", { arguments: { id: { a: 1 } } }, "got an object"],
    ["the operation writes", { operation: "removePet" }, "no reading operation 'removePet'"],
  ])("refuses when %s", async (_, more, message) => {
    await using site = await serve();
    const document = site.url("/openapi.json");
    const result = await run("call_operation", { document, operation: "getPet", ...more });
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "INVALID_PARAMS", message: expect.stringContaining(message) as string },
    });
    expect(site.requests.every(({ path }) => path === "/openapi.json")).toBe(true);
  });

  it("does not leave the document's host unasked", async () => {
    await using site = await serve({ ...pets, servers: [{ url: "https://elsewhere.example" }] });
    const params = { document: site.url("/openapi.json"), operation: "GET /pets" };
    expect(await run("call_operation", params)).toMatchObject({
      error: { message: expect.stringContaining("another host than the document's") as string },
    });
  });

  it("says what is no such document, and what the API refuses", async () => {
    await using site = await serve();
    const yaml = await run("list_operations", { document: site.url("/openapi.yaml") });
    expect(yaml).toMatchObject({
      error: { code: "INVALID_PARAMS", message: expect.stringContaining("is not JSON") as string },
    });
    const gone = await run("list_operations", { document: site.url("/gone.json") });
    expect(gone).toMatchObject({
      error: { message: expect.stringContaining("HTTP 404") as string },
    });
    const document = site.url("/openapi.json");
    const missing = { document, operation: "getPet", arguments: { id: 9 } };
    expect(await run("call_operation", missing)).toMatchObject({
      error: {
        code: "EXECUTION_FAILED",
        message: expect.stringContaining("answered HTTP 404 to 'getPet'") as string,
      },
    });
  });
});
