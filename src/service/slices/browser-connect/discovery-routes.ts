import { versionAnswer } from "../../../cdp-proxy/internal.ts";
import { route, type KeyedCall, type Route } from "../../http/route.ts";
import { connectQuery, noTargetsSchema, versionSchema, type ConnectQuery } from "./schema.ts";

/**
 * What clients ask that are given the connection's URL with `http:`. It opens nothing and costs
 * nothing; it stands for the WebSocket's route, so the key may be in the query as there.
 */
export function discoveryRoutes(): Route[] {
  const asked = {
    method: "GET",
    tag: "Browser",
    family: "flat",
    keyInQuery: true,
    limit: { limit: 30, per: "user" },
    query: connectQuery,
    errors: [],
  } as const;
  return [
    route<ConnectQuery>({
      ...asked,
      access: "key",
      path: "/browser-connect/json/version",
      operationId: "getBrowserVersion",
      summary: "Show the address of the browser connection, for clients that take an `http:` URL",
      answers: { 200: { description: "The WebSocket's URL.", schema: versionSchema } },
      run: async (call) => ({ status: 200, json: versionAnswer(connectUrl(call)) }),
    }),
    route<ConnectQuery>({
      ...asked,
      access: "key",
      path: "/browser-connect/json/list",
      operationId: "listBrowserTargets",
      summary: "Show that no page is open: each connection has a browser of its own",
      answers: { 200: { description: "An empty list.", schema: noTargetsSchema } },
      run: async () => ({ status: 200, json: [] }),
    }),
  ];
}

function connectUrl({
  baseUrl,
  query,
}: Pick<KeyedCall<ConnectQuery, unknown>, "baseUrl" | "query">): URL {
  const url = new URL(`${baseUrl}/browser-connect`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}
