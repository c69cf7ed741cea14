import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

/** Where the empty route is. */
export const EMPTY_PATH = "/empty";

/** A listener with an empty route of Hono. */
export function emptyRoute(): RequestListener {
  const app = new Hono();
  app.get(EMPTY_PATH, (context) => context.json({}));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}
