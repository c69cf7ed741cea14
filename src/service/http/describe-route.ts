import type { createRoute } from "@hono/zod-openapi";
import type { ServiceErrorCode } from "../base/service-error.ts";
import { errorRules, unforeseenCode } from "./error-rules.ts";
import type { DispatchRoute, Route, RouteLimit } from "./route.ts";

/** An operation as the library that writes the document takes it. */
type Operation = Parameters<typeof createRoute>[0];
type Responses = Operation["responses"];

/** What the OpenAPI document says of a row. */
export function describeRoute(row: Route | DispatchRoute): Operation {
  const { method, path, operationId, tag, summary, access } = row;
  const query = "query" in row ? row.query : undefined;
  return {
    method: method.toLowerCase() as Lowercase<typeof method>,
    path,
    operationId,
    tags: [tag],
    summary,
    description: limitText(row),
    security: securityOf(access),
    parameters: pathParameters(path),
    request: {
      ...(query === undefined ? {} : { query: query as never }),
      ...(row.body === undefined ? {} : { body: { required: true, content: jsonOf(row.body) } }),
    },
    responses: { ...answers(row), ...errors(row) },
  };
}

function securityOf(access: Route["access"]): NonNullable<Operation["security"]> {
  if (access === "public") return [];
  // An empty requirement means that the key may be left out.
  return access === "open" ? [{}, { apiKey: [] }] : [{ apiKey: [] }];
}

function limitText({ limit, keyedLimit, method, sharesBucketOf }: Route | DispatchRoute): string {
  if (limit === undefined) return "No rate limit.";
  const shared = sharesBucketOf === undefined ? "" : `, shared with ${method} ${sharesBucketOf}`;
  const text = `At most ${callsOf(limit)}${shared}`;
  return keyedLimit === undefined ? `${text}.` : `${text}; with a key ${callsOf(keyedLimit)}.`;
}

function callsOf({ limit, per }: RouteLimit): string {
  const who = { user: "account", key: "API key", ip: "address" }[per];
  return `${limit} calls in 60 seconds per ${who}`;
}

function pathParameters(path: string): NonNullable<Operation["parameters"]> {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function answers(row: Route | DispatchRoute): Responses {
  const rows = Object.entries(row.answers).map(([status, answer]) => {
    const { description, schema, mediaType = "application/json" } = answer;
    if (mediaType === null) return [status, { description, headers: requestIdHeader }] as const;
    const content = schema === undefined ? rawOf(mediaType) : { [mediaType]: { schema } };
    return [status, { description, headers: requestIdHeader, content }] as const;
  });
  return Object.fromEntries(rows);
}

function errors(row: Route | DispatchRoute): Responses {
  const codes = new Set([...codesOfEvery(row), ...row.errors]);
  const byStatus = Map.groupBy(codes, (code) => errorRules[code].status);
  const rows = [...byStatus].map(([status, group]) => {
    const waits = group.some((code) => errorRules[code].retryAfter !== undefined);
    const headers = waits ? { ...requestIdHeader, ...retryHeader } : requestIdHeader;
    const description = group.map((code) => spelled(code, row.family)).join(", ");
    return [
      status,
      { description, headers, content: jsonOf(errorSchema(row.family, group)) },
    ] as const;
  });
  return Object.fromEntries(rows);
}

/** What a route may answer because of what it is. */
function codesOfEvery(row: Route | DispatchRoute): ServiceErrorCode[] {
  const codes: ServiceErrorCode[] = [unforeseenCode(row.path), "SERVICE_UNAVAILABLE"];
  if (row.access !== "public") codes.push("UNAUTHORIZED", "NOT_FOUND");
  // A row that chooses another one has that row's limit.
  if (row.limit !== undefined || "choose" in row) codes.push("RATE_LIMIT_EXCEEDED");
  if (row.body !== undefined || ("query" in row && row.query !== undefined)) {
    codes.push("INVALID_REQUEST");
  }
  return codes;
}

function spelled(code: ServiceErrorCode, family: Route["family"]): string {
  return family === "flat" ? code.toLowerCase() : (errorRules[code].nested ?? code);
}

const requestIdHeader = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const retryHeader = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

function errorSchema(
  family: Route["family"],
  group: readonly ServiceErrorCode[],
): { $ref: string } {
  const flat = group.includes("INSUFFICIENT_CREDITS") ? "CreditsError" : "FlatError";
  return { $ref: `#/components/schemas/${family === "flat" ? flat : "NestedError"}` };
}

function jsonOf<Schema>(schema: Schema): { "application/json": { schema: Schema } } {
  return { "application/json": { schema } };
}

function rawOf(mediaType: string): Record<string, { schema: { type: "object" | "string" } }> {
  return {
    [mediaType]: { schema: { type: mediaType === "application/json" ? "object" : "string" } },
  };
}
