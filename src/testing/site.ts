import { checkArgument } from "../core/index.ts";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createSecureServer } from "node:http2";
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { createServer as createHttpsServer } from "node:https";

/** What a path of the site answers: a page, a full response, or a function that writes it. */
export type SiteRoute =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string | Uint8Array;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** One request that the site has seen. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly httpVersion: string;
}

/** How a site listens. */
export interface SiteOptions {
  /** Serve https with this PEM key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Offer HTTP/2 beside HTTP/1.1; needs `tls`. @default false */
  readonly http2?: boolean;
}

/** A site on a loopback port of its own. */
export interface Site extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:PORT` (or https). */
  readonly origin: string;
  /** Every request so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Connections accepted so far. */
  readonly connections: number;
  /** Connections open now. */
  readonly open: number;
  /** The absolute URL of a path. */
  url(path: string): string;
  /** Resolves when a request for `path` has come (one that came already counts). */
  seen(path: string): Promise<SeenRequest>;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
}

/**
 * Starts a site on 127.0.0.1. A key of `routes` is a path, with its query or without; `*` answers
 * what no other key does, else the answer is 404. A string is served as UTF-8 HTML.
 */
export async function createSite(
  routes: Readonly<Record<string, SiteRoute>>,
  options: SiteOptions = {},
): Promise<Site> {
  checkArgument("routes of createSite({ path: answer })", routes, "object");
  checkArgument("options of createSite(routes, options)", options, "object");
  const log = new RequestLog();
  const listener: RequestListener = (request, response) => {
    log.add(request);
    answer(routeOf(routes, request.url ?? "/"), request, response);
  };
  const { tls, http2 = false } = options;
  if (tls === undefined) return listen(createServer(listener), "http", log);
  const server = http2
    ? createSecureServer({ ...tls, allowHTTP1: true }, listener as never)
    : createHttpsServer(tls, listener);
  return listen(server, "https", log);
}

/**
 * Starts a TCP server on 127.0.0.1 whose connections `serve` answers byte by byte.
 * @example
 * ```ts
 * import { createRawSite } from "dragline/testing";
 *
 * await using site = await createRawSite((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
 * console.log(site.origin);
 * ```
 */
export function createRawSite(serve: (socket: Socket) => void): Promise<Site> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  return listen(server, "http", new RequestLog());
}

class RequestLog {
  readonly requests: SeenRequest[] = [];
  #waiting: { path: string; resolve: (request: SeenRequest) => void }[] = [];

  add(request: IncomingMessage): void {
    const { method = "GET", url: path = "/", headers, httpVersion } = request;
    const seen = { method, path, headers: { ...headers }, httpVersion };
    this.requests.push(seen);
    for (const entry of this.#waiting) if (entry.path === path) entry.resolve(seen);
    this.#waiting = this.#waiting.filter((entry) => entry.path !== path);
  }

  seen(path: string): Promise<SeenRequest> {
    const past = this.requests.find((request) => request.path === path);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve) => this.#waiting.push({ path, resolve }));
  }
}

function routeOf(routes: Readonly<Record<string, SiteRoute>>, path: string): SiteRoute {
  const [bare = "/"] = path.split("?", 1);
  return routes[path] ?? routes[bare] ?? routes["*"] ?? { status: 404, body: "not found" };
}

function answer(route: SiteRoute, request: IncomingMessage, response: ServerResponse): void {
  if (typeof route === "function") {
    route(request, response);
    return;
  }
  const full = typeof route === "string" ? { body: route } : route;
  for (const [name, value] of Object.entries(full.headers ?? {})) response.setHeader(name, value);
  if (!response.hasHeader("content-type")) {
    response.setHeader("content-type", "text/html; charset=utf-8");
  }
  response.statusCode = full.status ?? 200;
  response.end(full.body ?? "");
}

async function listen(server: Server, scheme: "http" | "https", log: RequestLog): Promise<Site> {
  const open = new Set<Socket>();
  let connections = 0;
  let onIdle: (() => void)[] = [];
  server.on("connection", (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      if (open.size > 0) return;
      for (const resolve of onIdle) resolve();
      onIdle = [];
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `${scheme}://127.0.0.1:${port}`;
  return {
    port,
    origin,
    requests: log.requests,
    get connections() {
      return connections;
    },
    get open() {
      return open.size;
    },
    url: (path) => new URL(path, origin).href,
    seen: (path) => log.seen(path),
    idle: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
