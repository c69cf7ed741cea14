import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { tryApi } from "./api.mjs";

await tryApi((service) => {
  const app = new Hono();
  app.all("/web/*", (context) => service.fetch(context.req.raw, { basePath: "/web" }));
  const listener = getRequestListener(app.fetch);
  return createServer((incoming, outgoing) => void listener(incoming, outgoing));
});
