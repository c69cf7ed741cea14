import type { Action, ActionCode } from "../format/action.ts";
import { defineAction } from "../format/define-action.ts";
import { executionFault, paramsFault } from "../run/run-fault.ts";
import type { Json } from "../../storage/index.ts";
import { operationRequest } from "./call-operation.ts";
import { readOpenApi, readOperations, serverOf } from "./operations.ts";

const site = {
  format: 1,
  slug: "openapi",
  name: "OpenAPI descriptions",
  url: "https://www.openapis.org/",
  domain: "openapis.org",
  category: "web",
  description:
    "Any HTTP API that has an OpenAPI 3 or Swagger 2 description in JSON: its reading operations, and their answers.",
  tags: ["api", "swagger", "rest", "openapi spec"],
  synonyms: { operation: ["endpoint", "route", "call"], document: ["spec", "description"] },
  documentation: "https://spec.openapis.org/oas/latest.html",
  created: "2026-11-25",
  updated: "2026-11-25",
} as const;

const document = {
  name: "document",
  type: "string",
  format: "url",
  required: true,
  description: "Address of the OpenAPI document, in JSON.",
  examples: ["https://petstore3.swagger.io/api/v3/openapi.json"],
};

type Fetch = Parameters<ActionCode["run"]>[1]["fetch"];
type Params = Parameters<ActionCode["run"]>[0];

/** Actions on any API that describes itself; code, as a description's paths are not known before. */
export const openApiActions = (): readonly Action[] => [listOperations(), callOfOperation()];

const listOperations = (): Action =>
  defineAction({
    site,
    action_id: "openapi.list_operations",
    name: "Operations of an API",
    description:
      "Lists which reading operations (GET) an OpenAPI document offers: id, path, summary and arguments.",
    type: "read",
    tags: ["endpoints", "what can this api do"],
    parameters: [
      document,
      {
        name: "limit",
        type: "integer",
        description: "Maximum number of operations; 1 to 1,000.",
        examples: [20],
        default: 100,
        minimum: 1,
        maximum: 1000,
      },
    ],
    output_schema: listSchema(),
    run: async (params, { fetch }) => {
      const operations = readOperations((await loaded(params, fetch)).document);
      const limit = Number(params["limit"]);
      return {
        operations: operations.slice(0, limit),
        has_more: operations.length > limit,
      } as never;
    },
  });

const callOfOperation = (): Action =>
  defineAction({
    site,
    action_id: "openapi.call_operation",
    name: "Call an operation",
    description:
      "Calls a reading operation (GET) that an OpenAPI document describes, and returns the status and the answer, as JSON or else as text.",
    type: "read",
    tags: ["run an endpoint", "call an api"],
    parameters: [
      document,
      {
        name: "operation",
        type: "string",
        required: true,
        description: "Id of the operation, as list_operations returns it.",
        examples: ["getPetById", "GET /pets/{id}"],
      },
      {
        name: "arguments",
        type: "object",
        description: "Arguments of the operation by name.",
        examples: [{ id: 7 }],
        default: {},
      },
      {
        name: "server",
        type: "string",
        format: "url",
        description: "Address of the API, if it is on another host than the document.",
        examples: ["https://api.example.com/v1"],
      },
    ],
    output_schema: {
      type: "object",
      required: ["status", "data"],
      additionalProperties: false,
      properties: { status: { type: "integer" }, data: {} },
    },
    run: async (params, { fetch }) => callOperation(params, fetch),
  });

async function callOperation(params: Params, fetch: Fetch): Promise<Json> {
  const { document: api, url } = await loaded(params, fetch);
  const name = params["operation"] as string;
  const operation = readOperations(api).find(
    ({ id, path }) => id === name || `GET ${path}` === name,
  );
  if (operation === undefined) throw paramsFault(`${url} has no reading operation '${name}'.`);
  const server = typeof params["server"] === "string" ? params["server"] : serverOf(api, url);
  if (server === undefined)
    throw paramsFault(`${url} names no server; set the parameter 'server'.`);
  if (params["server"] === undefined && new URL(server).hostname !== new URL(url).hostname) {
    throw paramsFault(
      `The API is at ${new URL(server).host}, which is another host than the document's; set the parameter 'server' to allow it.`,
    );
  }
  const given = (params["arguments"] ?? {}) as Readonly<Record<string, unknown>>;
  const answer = await fetch(operationRequest(operation, server, given));
  if (answer.status < 200 || answer.status >= 300) {
    throw executionFault(`${new URL(server).host} answered HTTP ${answer.status} to '${name}'.`);
  }
  const isJson = /[/+]json\b/i.test(String(answer.headers["content-type"] ?? ""));
  return { status: answer.status, data: isJson ? jsonOf(answer.text, name) : answer.text };
}

async function loaded(params: Params, fetch: Fetch) {
  const url = params["document"] as string;
  const { status, text } = await fetch({ url, headers: { accept: "application/json" } });
  if (status !== 200) throw paramsFault(`${url} answered HTTP ${status} (parameter 'document').`);
  return { document: readOpenApi(text, url), url };
}

function jsonOf(text: string, name: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw executionFault(
      `The answer to '${name}' is not valid JSON, although its content type says JSON.`,
    );
  }
}

function listSchema() {
  const text = { type: ["string", "null"] };
  const argument = {
    type: "object",
    required: ["name", "in", "required", "type", "description"],
    properties: {
      name: { type: "string" },
      in: { type: "string" },
      required: { type: "boolean" },
      type: text,
      description: text,
    },
  };
  const operation = {
    type: "object",
    required: ["id", "path", "summary", "parameters"],
    properties: {
      id: { type: "string" },
      path: { type: "string" },
      summary: text,
      parameters: { type: "array", items: argument },
    },
  };
  return {
    type: "object",
    required: ["operations", "has_more"],
    additionalProperties: false,
    properties: { operations: { type: "array", items: operation }, has_more: { type: "boolean" } },
  };
}
