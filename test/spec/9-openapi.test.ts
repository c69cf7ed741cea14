import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { propertyNames } from "./property-names.ts";
import { transports, useWorld } from "../transports/index.ts";

/** Every endpoint of these families, with the status of its success. */
const endpoints = [
  "POST /url-scraper 202",
  "POST /url-scraper/scrape 200",
  "POST /url-scraper/scrape 202",
  "POST /url-scraper/batch 202",
  "GET /url-scraper/{id} 200",
  "GET /url-scraper/{id}/screenshot 200",
  "POST /map 202",
  "GET /map/{id} 200",
  "POST /crawl 202",
  "GET /crawl/{id} 200",
  "POST /web-scraper 202",
  "GET /web-scraper/{id} 200",
  "POST /search 200",
  "POST /agentic-search 202",
  "GET /agentic-search/{id} 200",
  "POST /request 200",
  "POST /request 202",
  "GET /request/{jobId} 200",
  "POST /monitors 201",
  "GET /monitors 200",
  "GET /monitors/{id} 200",
  "PUT /monitors/{id} 200",
  "DELETE /monitors/{id} 200",
  "POST /monitors/{id}/pause 200",
  "POST /monitors/{id}/resume 200",
  "POST /monitors/{id}/expiry 200",
  "POST /monitors/{id}/run 200",
  "GET /monitors/{id}/changes 200",
  "GET /monitors/{id}/snapshots 200",
  "GET /monitors/{id}/snapshots/{snapshotId}/content 200",
  "GET /monitors/{id}/content 200",
  "GET /monitors/{id}/runs 200",
  "GET /monitors/{id}/pages 200",
  "DELETE /monitors/{id}/pages 200",
  "POST /monitors/{id}/pages/restore 200",
  "POST /monitors/{id}/test-alert 200",
  "GET /monitors/{id}/deliveries 200",
  "POST /monitors/{id}/deliveries/{deliveryId}/retry 200",
  "POST /webhooks 201",
  "GET /webhooks 200",
  "GET /webhooks/{id} 200",
  "PATCH /webhooks/{id} 200",
  "DELETE /webhooks/{id} 200",
  "POST /webhooks/{id}/test 200",
  "GET /webhooks/{id}/deliveries 200",
  "GET /webhooks/deliveries 200",
  "POST /webhooks/deliveries/{id}/resend 200",
  "GET /webhooks/signing-secret 200",
  "POST /webhooks/signing-secret/rotate 200",
  "GET /webhooks/events 200",
  "GET /sessions 200",
  "PATCH /sessions/{id} 200",
  "DELETE /sessions/{id} 200",
  "POST /sessions/manual-start 201",
  "POST /sessions/manual-save 200",
  "GET /recordings 200",
  "GET /recordings/{connId} 200",
  "GET /browser-connect 101",
  "GET /recipes 200",
  "GET /recipes/{id} 200",
  "DELETE /recipes/{id} 200",
  "GET /wire/catalog 200",
  "GET /wire/catalog/{slug} 200",
  "GET /wire/resolve 200",
  "GET /wire/search 200",
  "POST /wire-run 200",
  "POST /wire/task 202",
  "GET /wire/jobs 200",
  "GET /wire/jobs/{id} 200",
  "GET /wire/jobs/{id}/download 200",
  "GET /wire/jobs/{id}/download 206",
  "GET /legacy-wire/catalog 200",
  "GET /legacy-wire/catalog/{slug} 200",
  "GET /legacy-wire/search 200",
  "POST /legacy-wire/task 202",
  "GET /legacy-wire/jobs/{id} 200",
  "GET /credits 200",
  "GET /health 200",
  "GET /openapi.json 200",
];

/** Routes that a host may see besides: they are no part of the interface. */
const pages = /^GET \/(?:docs|sessions\/interactive\/|recordings\/(?:video|.*\/player))/;

/** Statuses of errors that each endpoint must name, besides those of its kind. */
const refusals = [
  ["POST /url-scraper", [400, 401, 402, 403, 404, 422, 429, 500, 503]],
  ["POST /url-scraper/scrape", [400, 401, 402, 403, 404, 422, 429, 500, 503]],
  ["POST /url-scraper/batch", [400, 401, 402, 403, 404, 422, 429, 500, 503]],
  ["GET /url-scraper/{id}", [401, 403, 404]],
  ["GET /url-scraper/{id}/screenshot", [400, 401, 403, 404]],
  ["POST /map", [400, 401, 402, 403, 404, 422, 429, 500]],
  ["GET /map/{id}", [401, 403, 404]],
  ["POST /crawl", [400, 401, 402, 403, 404, 422, 429, 500]],
  ["GET /crawl/{id}", [401, 403, 404]],
  ["POST /web-scraper", [400, 401, 402, 403, 404, 429, 500]],
  ["GET /web-scraper/{id}", [401, 403, 404]],
  ["POST /search", [400, 401, 402, 429, 500]],
  ["POST /agentic-search", [400, 401, 402, 429, 500]],
  ["GET /agentic-search/{id}", [401, 403, 404]],
  ["POST /request", [400, 401, 402, 403, 404, 422, 429, 500]],
  ["GET /request/{jobId}", [401, 403, 404]],
  ["GET /wire/catalog", [400, 401, 429]],
  ["GET /wire/catalog/{slug}", [401, 404, 429]],
  ["GET /wire/resolve", [400, 401, 429]],
  ["GET /wire/search", [400, 401, 429]],
  ["POST /wire-run", [400, 401, 402, 403, 404, 429, 503]],
  ["POST /wire/task", [400, 401, 402, 403, 404, 429, 500, 503]],
  ["GET /wire/jobs", [400, 401, 429]],
  ["GET /wire/jobs/{id}", [401, 404, 429]],
  ["GET /wire/jobs/{id}/download", [400, 401, 404, 429]],
  ["POST /legacy-wire/task", [400, 401, 402, 403, 404, 429, 500, 503]],
  ["GET /legacy-wire/jobs/{id}", [401, 404]],
  ["POST /monitors", [400, 401, 403, 404, 409, 422, 429, 500]],
  ["GET /monitors/{id}", [401, 403, 404, 429]],
  ["PUT /monitors/{id}", [400, 401, 403, 404, 409, 422, 429, 500]],
  ["DELETE /monitors/{id}", [401, 403, 404, 429]],
  ["POST /monitors/{id}/pause", [401, 403, 404, 429]],
  ["POST /monitors/{id}/resume", [400, 401, 403, 404, 409, 429]],
  ["POST /monitors/{id}/expiry", [400, 401, 403, 404, 429]],
  ["POST /monitors/{id}/run", [401, 402, 403, 404, 409, 429]],
  ["GET /monitors/{id}/changes", [400, 401, 403, 404, 429]],
  ["GET /monitors/{id}/snapshots", [400, 401, 403, 404, 429]],
  ["GET /monitors/{id}/snapshots/{snapshotId}/content", [401, 403, 404, 429]],
  ["GET /monitors/{id}/content", [400, 401, 403, 404, 429]],
  ["GET /monitors/{id}/runs", [400, 401, 403, 404, 429]],
  ["GET /monitors/{id}/pages", [401, 403, 404, 429]],
  ["DELETE /monitors/{id}/pages", [400, 401, 403, 404, 429]],
  ["POST /monitors/{id}/pages/restore", [400, 401, 403, 404, 429]],
  ["POST /monitors/{id}/test-alert", [400, 401, 403, 404, 429]],
  ["GET /monitors/{id}/deliveries", [400, 401, 403, 404, 429]],
  ["POST /monitors/{id}/deliveries/{deliveryId}/retry", [401, 403, 404, 409, 429]],
  ["POST /webhooks", [400, 401, 429]],
  ["PATCH /webhooks/{id}", [400, 401, 404, 429]],
  ["DELETE /webhooks/{id}", [401, 404, 429]],
  ["POST /webhooks/{id}/test", [401, 404, 429]],
  ["GET /webhooks/deliveries", [400, 401, 429]],
  ["POST /webhooks/deliveries/{id}/resend", [401, 404, 409, 429]],
  ["GET /sessions", [400, 401, 429]],
  ["PATCH /sessions/{id}", [400, 401, 403, 404, 409, 429]],
  ["DELETE /sessions/{id}", [401, 403, 404, 409, 429]],
  ["POST /sessions/manual-start", [400, 401, 409, 429, 503]],
  ["POST /sessions/manual-save", [400, 401, 403, 404, 409, 429, 503]],
  ["GET /recordings", [401, 429]],
  ["GET /recordings/{connId}", [401, 403, 404, 429]],
  ["GET /browser-connect", [400, 401, 402, 404, 409, 422, 429, 503]],
  ["GET /recipes", [401, 429]],
  ["GET /recipes/{id}", [401, 403, 404, 429]],
  ["DELETE /recipes/{id}", [401, 403, 404, 429]],
  ["GET /credits", [401, 429]],
  ["GET /health", [503]],
  ["GET /openapi.json", [429]],
] as const;

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: object; readonly headers?: object }>
  >;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

describe.each(transports)("9 the machine-readable description, over $name", (transport) => {
  const world = useWorld(transport);
  let document: Readonly<Record<string, unknown>> = {};
  let paths: Paths = {};
  const operation = (endpoint: string): Operation | undefined => {
    const [method = "", path = ""] = endpoint.split(" ");
    return paths[path]?.[method.toLowerCase()];
  };

  beforeAll(async () => {
    document = (await world.nobody.get("/openapi.json")).json;
    paths = document["paths"] as Paths;
  });

  it("is a valid OpenAPI 3.1 document", async () => {
    const result = await new Validator().validate({ ...document });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it("is OpenAPI 3.1.0 of version 1.1.0, served where it says", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "1.1.0" },
      servers: [{ url: `${world.origin}/v1` }],
    });
  });

  it.each(endpoints)("describes %s", (endpoint) => {
    const [, , status = ""] = endpoint.split(" ");
    expect(Object.keys(operation(endpoint)?.responses ?? {})).toContain(status);
  });

  it("describes nothing that is not an endpoint", () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.keys(responses)
          .filter((status) => status.startsWith("2"))
          .map((status) => `${method.toUpperCase()} ${path} ${status}`),
      ),
    );
    const extra = described.filter((row) => !endpoints.includes(row) && !pages.test(row));
    expect(extra).toEqual([]);
  });

  it("names only routes that are there", async () => {
    for (const [path, operations] of Object.entries(paths)) {
      for (const method of Object.keys(operations)) {
        const answer = await world.alice.send({
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, "x"),
        });
        const isRoute = answer.status !== 404 || !/route/i.test(answer.json.message);
        expect(isRoute, `${method} ${path}: ${answer.text.slice(0, 200)}`).toBe(true);
      }
    }
  });

  it.each(refusals)("names the errors of %s", (endpoint, statuses) => {
    const named = Object.keys(operation(endpoint)?.responses ?? {}).map(Number);
    expect(statuses.filter((status) => !named.includes(status))).toEqual([]);
  });

  it("gives every operation a unique operationId and its path parameters", () => {
    const all = Object.entries(paths).flatMap(([path, operations]) =>
      Object.values(operations).map((one) => ({ path, ...one })),
    );
    const ids = all.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, parameters = [] } of all) {
      const named = parameters.filter((one) => one.in === "path").map(({ name }) => name);
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it("secures all but the public routes with the X-API-Key header", () => {
    const open = Object.entries(paths).flatMap(([path, operations]) =>
      Object.values(operations).some(({ security }) => security.length === 0) ? [path] : [],
    );
    const interfaceRoutes = open.filter((path) => !pages.test(`GET ${path}`));
    expect(interfaceRoutes.toSorted()).toEqual(["/health", "/openapi.json"]);
    expect(JSON.stringify(document["components"])).toContain('"X-API-Key"');
  });

  it("describes every body field of the interface", () => {
    const fields = (endpoint: string): readonly string[] => {
      const content = operation(endpoint)?.requestBody?.content["application/json"];
      return propertyNames(content?.schema ?? {}, document);
    };
    const scrape = ["formats", "country", "useBrowser", "generateJson", "outputSchema"].concat([
      "sessionId",
      "sessionName",
      "webhook_url",
      "actions",
      "forceFresh",
    ]);
    const session = ["sessionId", "sessionName", "webhook_url", "useBrowser", "country"];
    const monitor =
      "url intervalMinutes scope watchMode watchFormat outputSchema aiMode aiGoal useBrowser country sessionId maxPages maxDepth includePatterns excludePatterns wireActionId wireCredentialId wireParams wireWatchPaths isActive expiresAt alertWebhookUrl alertEmails".split(
        " ",
      );
    for (const [endpoint, names] of [
      ["POST /url-scraper", ["url", ...scrape]],
      ["POST /url-scraper/scrape", ["url", ...scrape.filter((name) => name !== "webhook_url")]],
      ["POST /url-scraper/batch", ["urls", ...scrape]],
      [
        "POST /map",
        [
          "url",
          "includeSubdomains",
          "includeExternalLinks",
          "limit",
          "depth",
          "limitPerLevel",
        ].concat(["search", ...session]),
      ],
      [
        "POST /crawl",
        ["url", "maxPages", "depth", "includePatterns", "excludePatterns", ...session],
      ],
      [
        "POST /web-scraper",
        ["url", "scraper_code", "scraper_scope", "scraper_params", "action_type", "webhook_url"],
      ],
      ["POST /wire/task", ["action_id", "params", "credential_id", "identity_id", "webhook_url"]],
      ["POST /wire-run", ["action_id", "params"]],
      ["POST /search", ["prompt", "limit"]],
      ["POST /agentic-search", ["prompt", "useBrowser", "schema", "webhook_url"]],
      ["POST /request", ["job_type"]],
      ["POST /monitors", monitor],
      ["PUT /monitors/{id}", monitor],
      ["POST /monitors/{id}/resume", ["expiresAt"]],
      ["POST /monitors/{id}/expiry", ["expiresAt"]],
      ["POST /monitors/{id}/pages/restore", ["url"]],
      ["POST /webhooks", ["url", "description", "events"]],
      ["PATCH /sessions/{id}", ["name"]],
      ["PATCH /webhooks/{id}", ["url", "description", "events", "isActive"]],
    ] as const) {
      expect(fields(endpoint), endpoint).toEqual(expect.arrayContaining([...names]));
    }
  });
});
