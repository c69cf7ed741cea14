import { versionAnswer } from "../../../cdp-proxy/internal.ts";
import { route, type KeyedCall, type Route } from "../../http/route.ts";
import { connectQuery, versionSchema, type ConnectQuery } from "./schema.ts";

/**
 * What clients ask that are given the connection's URL with `http:`. It opens nothing and costs
 * nothing; it stands for the WebSocket's route, so the key may be in the query as there.
 */
export function versionRoute(): Route {
  return route<ConnectQuery>({
    method: "GET",
    path: "/browser-connect/json/version",
    operationId: "getBrowserVersion",
    tag: "Browser",
    summary: "Show the address of the browser connection, for clients that take an `http:` URL",
    family: "flat",
    access: "key",
    keyInQuery: true,
    limit: { limit: 30, per: "user" },
    query: connectQuery,
    answers: { 200: { description: "The WebSocket's URL.", schema: versionSchema } },
    errors: [],
    run: async (call) => ({ status: 200, json: versionAnswer(connectUrl(call)) }),
  });
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
