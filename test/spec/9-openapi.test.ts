import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import type { ServiceOptions } from "dragline/service";
import { serviceDefaults } from "../../src/service/base/service-settings.ts";
import { endpoints, refusals } from "./openapi-endpoints.ts";
import { propertyNames } from "./property-names.ts";
import { transports, useWorld } from "../transports/index.ts";

/** Routes that a host may see besides: they are no part of the interface. */
const pages =
  /^GET \/(?:docs|sessions\/interactive\/|wire\/connect\/|recordings\/(?:video|.*\/player))/;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
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

  it("names recipes and sessions apart, in its summaries and in what is not there", async () => {
    const summaries = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    );
    const bare =
      /(?<!extraction )\brecipes?\b|(?<!saved |interactive |browser |connect )\bsessions?\b/i;
    expect(summaries.length).toBeGreaterThan(50);
    expect(summaries.filter((text) => bare.test(text))).toEqual([]);
    const said = async (path: string) => (await world.alice.get(path)).json.message;
    expect(await said("/recipes/none")).toBe("There is no extraction recipe with this id.");
  });

  it("says how members with a default are generated as optional", () => {
    expect(document["info"]).toMatchObject({
      description: expect.stringContaining("`--default-non-nullable=false`"),
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
          // A stream that would go on is refused instead.
          headers: { "last-event-id": "none" },
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
    const task = ["prompt", "url", "session_id", "max_steps", "timeout_ms", "output_schema"].concat(
      ["async", "secret_values"],
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
      ["POST /ai/evaluate", task],
      ["POST /ai/evaluate/stream", task],
      ["POST /ai-visibility/search", ["query", "sources", "country"]],
      ["POST /ai-visibility/search/{id}/retry", ["source"]],
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

/** Each switch of the service the other way round. */
const switched: ServiceOptions = Object.fromEntries(
  Object.entries(serviceDefaults)
    .filter(([, value]) => typeof value === "boolean")
    .map(([name, value]) => [name, value !== true]),
);

describe.each(transports)("9 the description with every switch turned, over $name", (transport) => {
  const world = useWorld(transport, { options: switched });

  it("is a valid OpenAPI 3.1 document", async () => {
    const { status, json } = await world.nobody.get("/openapi.json");
    expect(status).toBe(200);
    expect((await new Validator().validate({ ...json })).errors ?? []).toEqual([]);
  });
});
