import { z } from "@hono/zod-openapi";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { describeRoutes } from "../../../../src/service/http/describe-routes.ts";
import { route } from "../../../../src/service/http/route.ts";
import { rows } from "./rig.ts";

interface Operation {
  readonly operationId: string;
  readonly security: object[];
  readonly parameters?: { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<string, { description: string; content: object; headers: object }>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly securitySchemes: Record<string, object>;
  };
}

const wide = route({
  method: "GET",
  access: "key",
  path: "/monitors/{id}/pages/{page}",
  operationId: "getPage",
  tag: "Monitors",
  summary: "A page.",
  family: "flat",
  limit: { limit: 60, per: "user" },
  query: z.object({ limit: z.string().optional().openapi({ type: "integer" }) }),
  answers: {
    200: { description: "The page.", schema: z.object({ id: z.string() }).openapi("Page") },
  },
  errors: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  run: async () => ({ status: 200, json: {} }),
});

const documentFor = describeRoutes([...rows, wide]);
const document = documentFor("https://api.example/v1") as Document;

describe("describeRoutes", () => {
  it("gives a valid OpenAPI 3.1.0 document of version 1.1.0", async () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.version).toBe("1.1.0");
    expect(await new Validator().validate({ ...document })).toMatchObject({
      valid: true,
    });
  });

  it("names the server that was asked", () => {
    expect(document.servers).toEqual([{ url: "https://api.example/v1" }]);
    const other = documentFor("http://h.example/web/v1") as Document;
    expect(other.servers).toEqual([{ url: "http://h.example/web/v1" }]);
    expect(document.servers).toEqual([{ url: "https://api.example/v1" }]);
  });

  it("has every row once, with an id of its own", () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ method, path, operationId })),
    );
    const expected = [...rows, wide].map(({ method, path, operationId }) => ({
      method: method.toLowerCase(),
      path,
      operationId,
    }));
    expect(operations).toHaveLength(expected.length);
    expect(operations).toEqual(expect.arrayContaining(expected));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(expected.length);
  });

  it("tells parameters, security, answers and errors of a row", () => {
    const operation = document.paths["/monitors/{id}/pages/{page}"]?.["get"];
    expect(operation?.security).toEqual([{ apiKey: [] }]);
    const parameters = operation?.parameters?.map(({ name, in: place, required }) => [
      name,
      place,
      required,
    ]);
    expect(parameters).toEqual([
      ["id", "path", true],
      ["page", "path", true],
      ["limit", "query", false],
    ]);
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "409",
      "429",
      "500",
      "503",
    ]);
  });

  it("tells how the answers of a row look", () => {
    const responses = document.paths["/monitors/{id}/pages/{page}"]?.["get"]?.responses ?? {};
    expect(responses["404"]).toMatchObject({ description: "not_found" });
    expect(responses["429"]?.headers).toHaveProperty("Retry-After");
    expect(responses["200"]?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/Page" } },
    });
  });

  it("tells how keys are sent", () => {
    const { apiKey } = document.components.securitySchemes;
    expect(apiKey).toMatchObject({ type: "apiKey", in: "header", name: "X-API-Key" });
  });

  it("tells errors in the shape of the family", () => {
    const schemaOf = (path: string, method: string): object | undefined =>
      document.paths[path]?.[method]?.responses["500"]?.content;
    expect(schemaOf("/map", "post")).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/FlatError" } },
    });
    expect(schemaOf("/wire/task", "post")).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/NestedError" } },
    });
    const nested = document.paths["/wire/task"]?.["post"]?.responses;
    expect(nested?.["400"]?.description).toBe("INVALID_PARAMS");
  });

  it("asks for no key where none is needed", () => {
    const operation = document.paths["/wire/catalog"]?.["get"];
    expect(operation?.security).toEqual([]);
    expect(operation?.responses).not.toHaveProperty("401");
  });

  it("describes bodies", () => {
    const body = document.paths["/map"]?.["post"]?.requestBody?.content["application/json"];
    expect(body?.schema).toMatchObject({ type: "object", required: ["url"] });
    expect(document.paths["/map/{id}"]?.["get"]?.requestBody).toBeUndefined();
  });
});
