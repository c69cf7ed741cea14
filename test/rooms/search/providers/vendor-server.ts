import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createBraveSearch,
  createExaSearch,
  createKagiSearch,
  createPerplexitySearch,
  createSearxngSearch,
  createSerperSearch,
  createTavilySearch,
  type SearchVendorName,
  type VendorCollaborators,
  type VendorSearch,
} from "dragline/search";
import { formats, KEY, type KnownPage, type SeenAsk } from "./vendor-formats.ts";

export { formats, KEY, keyedNames, vendorNames } from "./vendor-formats.ts";
export type { KnownPage, SeenAsk } from "./vendor-formats.ts";

/** What the server does in place of searching. */
export type Deed = (response: ServerResponse, ask: SeenAsk) => void;

/** A server that speaks every vendor's documented format, each below a path of its own. */
export interface VendorServer extends AsyncDisposable {
  readonly origin: string;
  readonly asks: SeenAsk[];
  /** What it finds, for any query. */
  pages: readonly KnownPage[];
  /** Notes of SearXNG. */
  silent: readonly (readonly [string, string])[];
  /** What it does with the next requests, one each; then it searches. */
  deeds: Deed[];
  /** What it does with every request. */
  always: Deed | undefined;
  /** Resolves when there have been so many requests. */
  asked(count: number): Promise<void>;
  /** Resolves when nobody is connected. */
  idle(): Promise<void>;
}

/** Starts the server. */
export async function serveVendors(): Promise<VendorServer> {
  const asks: SeenAsk[] = [];
  let waiting: (() => void)[] = [];
  const http = createServer((request, response) => {
    response.on("error", () => undefined);
    void readAsk(request).then((ask) => {
      asks.push(ask);
      for (const wake of waiting.splice(0)) wake();
      const deed = vendorServer.always ?? vendorServer.deeds.shift() ?? searchFor(vendorServer);
      deed(response, ask);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const sockets = new Set<unknown>();
  let idlers: (() => void)[] = [];
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const wake of idlers.splice(0)) wake();
    });
  });
  const vendorServer: VendorServer = {
    origin: `http://127.0.0.1:${port}`,
    asks,
    pages: [],
    silent: [],
    deeds: [],
    always: undefined,
    async asked(count) {
      while (asks.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async idle() {
      if (sockets.size > 0) await new Promise<void>((resolve) => idlers.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      waiting = [];
      idlers = [];
    },
  };
  return vendorServer;
}

async function readAsk(request: IncomingMessage): Promise<SeenAsk> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const url = new URL(request.url ?? "/", "http://server");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: JSON.parse(text || "{}") as SeenAsk["body"],
  };
}

function searchFor(server: VendorServer): Deed {
  return (response, ask) => {
    const [, name = "", path = ""] = /^\/([a-z]+)(\/.*)$/.exec(ask.path) ?? [];
    const format = formats[name as SearchVendorName];
    if (format === undefined || path !== format.path) return answerJson(404, {})(response, ask);
    if (ask.method !== format.method) return answerJson(405, {})(response, ask);
    if (format.key(ask.headers) !== KEY) return answerJson(401, { error: "key" })(response, ask);
    const { from, count } = format.range(ask);
    const pages = server.pages.slice(from, from + count);
    const more = server.pages.length > from + count;
    return answerJson(200, format.answer(pages, more, server))(response, ask);
  };
}

/** An answer in JSON. */
export function answerJson(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Deed {
  return answerBytes(status, JSON.stringify(value), {
    "content-type": "application/json",
    ...headers,
  });
}

/** An answer of any bytes. */
export function answerBytes(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Deed {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** The adapter of a vendor at the server. */
export function openVendor(
  name: SearchVendorName,
  { origin }: Pick<VendorServer, "origin">,
  { apiKey = KEY, ...parts }: VendorCollaborators & { readonly apiKey?: string } = {},
): VendorSearch {
  const path = formats[name].path.replace(/\/(?:web\/)?search$/, "");
  const baseUrl = `${origin}/${name}${path}`;
  switch (name) {
    case "searxng":
      return createSearxngSearch({ url: baseUrl }, parts);
    case "brave":
      return createBraveSearch({ apiKey, baseUrl }, parts);
    case "tavily":
      return createTavilySearch({ apiKey, baseUrl }, parts);
    case "exa":
      return createExaSearch({ apiKey, baseUrl }, parts);
    case "serper":
      return createSerperSearch({ apiKey, baseUrl }, parts);
    case "perplexity":
      return createPerplexitySearch({ apiKey, baseUrl }, parts);
    case "kagi":
      return createKagiSearch({ apiKey, baseUrl }, parts);
    default:
      throw new TypeError(`There is no vendor ${String(name)}.`);
  }
}
