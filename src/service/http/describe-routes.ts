import { OpenAPIHono } from "@hono/zod-openapi";
import { describeRoute } from "./describe-route.ts";
import type { DispatchRoute, Route } from "./route.ts";

/** Of the description and of GET /health (interface, part 9). */
export const INTERFACE_VERSION = "1.1.0";

/** Makes the OpenAPI document for a base URL. */
type DescribeRoutes = (baseUrl: string) => object;

/** The OpenAPI 3.1 description of the routes; made when it is first asked for. */
export function describeRoutes(routes: readonly (Route | DispatchRoute)[]): DescribeRoutes {
  let document: object | undefined;
  return (baseUrl) => {
    document ??= documentOf(routes);
    return { ...document, servers: [{ url: baseUrl }] };
  };
}

function documentOf(routes: readonly (Route | DispatchRoute)[]): object {
  const app = new OpenAPIHono();
  const { openAPIRegistry: registry } = app;
  registry.registerComponent("securitySchemes", "apiKey", {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description:
      "Also read from Api-Key, X-Access-Key, Access-Key, apikey, api_key, Authorization.",
  });
  registry.registerComponent("headers", "RequestId", {
    description: "Names the request; made by the service.",
    schema: { type: "string", pattern: "^req_[0-9a-f]{32}$" },
  });
  registry.registerComponent("headers", "RetryAfter", {
    description: "Seconds to wait before trying again.",
    schema: { type: "integer", minimum: 1 },
  });
  registry.registerComponent("schemas", "FlatError", flatError);
  registry.registerComponent("schemas", "CreditsError", creditsError);
  registry.registerComponent("schemas", "NestedError", nestedError);
  for (const row of routes) registry.registerPath(describeRoute(row));
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Dragline",
      version: INTERFACE_VERSION,
      description:
        "A web-data API: scraping, mapping and crawling, with signed webhooks. A member of a " +
        "request that has a `default` may be left out; openapi-typescript takes it for required " +
        "unless it is called with `--default-non-nullable=false`.",
    },
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
  });
}

const flatError = {
  type: "object" as const,
  properties: {
    error: { type: "string" as const, description: "Stable and machine-readable." },
    message: { type: "string" as const, description: "For people." },
  },
  required: ["error", "message"],
};

const credits = { type: "integer" as const, minimum: 0 };
const creditsError = {
  type: "object" as const,
  properties: {
    ...flatError.properties,
    balance: { ...credits, description: "Credits that are left." },
    required: { ...credits, description: "Credits that it costs." },
  },
  required: ["error", "message", "balance", "required"],
};

const nestedError = {
  type: "object" as const,
  properties: {
    status: { const: "error" },
    error: {
      type: "object" as const,
      properties: {
        code: { type: "string" as const, description: "Stable and machine-readable." },
        message: { type: "string" as const, description: "For people." },
        missing_fields: {
          type: "array" as const,
          items: { type: "string" as const },
          description: "With INVALID_PARAMS.",
        },
        unknown_fields: {
          type: "array" as const,
          items: { type: "string" as const },
          description: "With UNKNOWN_CONNECT_FIELD.",
        },
        session_id: {
          type: "string" as const,
          description: "With CONFLICT, of a login by hand that is open.",
        },
        connect_url: { type: "string" as const, description: "With AUTH_REQUIRED." },
        balance: { ...credits, description: "With INSUFFICIENT_CREDITS: credits that are left." },
        required: { ...credits, description: "Likewise: credits that it costs." },
        trial: {
          type: "object" as const,
          description: "Likewise, of a run without a key: what is left of its trial.",
        },
      },
      required: ["code", "message"],
    },
  },
  required: ["status", "error"],
};
