import { route, type Route } from "../../../http/route.ts";
import type { OwnWire } from "../own-wire.ts";
import {
  catalogQuerySchema,
  resolveQuerySchema,
  type CatalogQuery,
  type ResolveQuery,
} from "../schema.ts";
import type { WirePrefix } from "../wire-prefix.ts";
import { Discovery } from "./discovery.ts";
import { catalogAnswerSchema, resolveAnswerSchema, siteAnswerSchema } from "./schema.ts";

const facts = { method: "GET", family: "nested", errors: [] } as const;

/** Catalog and search, under either prefix (decisions, 4.8). */
export function discoveryRoutes(wire: OwnWire, { prefix, tag, name }: WirePrefix): Route[] {
  const discovery = new Discovery(wire);
  return [
    route<CatalogQuery>({
      ...facts,
      access: "open",
      tag,
      path: `${prefix}/catalog`,
      operationId: name("listWireCatalog"),
      summary: "List every site of the catalog",
      limit: { limit: 60, per: "ip" },
      query: catalogQuerySchema,
      answers: { 200: { description: "By name.", schema: catalogAnswerSchema } },
      run: (call) => discovery.sites(call),
    }),
    route({
      ...facts,
      access: "open",
      tag,
      path: `${prefix}/catalog/{slug}`,
      operationId: name("getWireCatalog"),
      summary: "Show a site with its actions and their parameters",
      limit: { limit: 60, per: "ip" },
      answers: { 200: { description: "The site.", schema: siteAnswerSchema } },
      run: (call) => discovery.site(call),
    }),
    resolving(discovery, {
      tag,
      path: `${prefix}/search`,
      operationId: name("searchWire"),
    }),
  ];
}

/** GET /wire/resolve: another name of the search. */
export function resolveRoute(wire: OwnWire, { prefix, tag, name }: WirePrefix): Route {
  return resolving(new Discovery(wire), {
    tag,
    path: `${prefix}/resolve`,
    operationId: name("resolveWire"),
    sharesBucketOf: `${prefix}/search`,
  });
}

function resolving(
  discovery: Discovery,
  own: Pick<Route, "tag" | "path" | "operationId" | "sharesBucketOf">,
): Route {
  return route<ResolveQuery>({
    ...facts,
    access: "open",
    ...own,
    summary: "Find actions that match an intent",
    limit: { limit: 30, per: "ip" },
    query: resolveQuerySchema,
    answers: { 200: { description: "Best match first.", schema: resolveAnswerSchema } },
    run: (call) => discovery.resolve(call),
  });
}
