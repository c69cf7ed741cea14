import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import type { MountOptions } from "../../../../src/service/http/mounting.ts";
import { toExpress } from "../../../../src/service/http/to-express.ts";
import { toFastify } from "../../../../src/service/http/to-fastify.ts";
import { toNodeHandler } from "../../../../src/service/http/to-node-handler.ts";
import type { Service } from "../../../../src/service/base/service.ts";

/** A server that listens, and where. */
export interface Host extends AsyncDisposable {
  readonly port: number;
  /** With the prefix: `http://127.0.0.1:4711/web`. */
  readonly url: string;
}

type Mounted = Pick<Service, "fetch">;

/** Listens on a free port of the loopback interface. */
export async function listen(listener: RequestListener, prefix = ""): Promise<Host> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return hostOf(server, prefix);
}

function hostOf(server: Server, prefix: string): Host {
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}${prefix}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Ways to put a service into a server, by name. */
export const hosts: Readonly<Record<string, (service: Mounted) => Promise<Host>>> = {
  "node:http": (service) => listen(toNodeHandler(service)),
  Express: (service) => listen(express().use(toExpress(service))),
  "node:http under a prefix": (service) =>
    listen(toNodeHandler(service, { basePath: "/web" }), "/web"),
  "Express by basePath": (service) =>
    listen(express().use(toExpress(service, { basePath: "/web/" })), "/web"),
  "Express by both": (service) =>
    listen(express().use("/a", toExpress(service, { basePath: "/a/web" })), "/a/web"),
  "Fastify by basePath": (service) => fastifyHost(service, "/web", { basePath: "/web" }),
  "Hono by a path": (service) => {
    const app = new Hono();
    app.all("/web/*", (context) => service.fetch(context.req.raw, { basePath: "/web" }));
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    return listen((incoming, outgoing) => void listener(incoming, outgoing), "/web");
  },
  "Express under a prefix": (service) => listen(express().use("/web", toExpress(service)), "/web"),
  "Express behind its parsers": (service) => {
    const app = express();
    app.use(express.json({ limit: "2mb" }), express.urlencoded({ extended: true }));
    return listen(app.use(toExpress(service)));
  },
  Fastify: (service) => fastifyHost(service, ""),
  "Fastify under a prefix": (service) => fastifyHost(service, "/web"),
  "Hono under a prefix": (service) => {
    const app = new Hono();
    app.mount("/web", (request) => service.fetch(request, { basePath: "/web" }));
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    return listen((incoming, outgoing) => void listener(incoming, outgoing), "/web");
  },
};

async function fastifyHost(
  service: Mounted,
  prefix: string,
  options?: MountOptions,
): Promise<Host> {
  const app = fastify({ forceCloseConnections: true });
  app.get("/host", () => ({ host: true }));
  app.post("/host", (request) => ({ body: request.body }));
  if (options === undefined) await app.register(toFastify(service), { prefix });
  else await app.register(toFastify(service, options));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}${prefix}`,
    [Symbol.asyncDispose]: async () => await app.close(),
  };
}
