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

/** The key that the server takes. */
export const KEY = "k3y-Of-The-Test_0123456789";

/** A page as the server knows it. */
export interface KnownPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly date?: string;
  readonly updated?: string;
}

/** A request as it came. */
export interface SeenAsk {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

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

interface Format {
  readonly method: string;
  readonly path: string;
  readonly key: (headers: IncomingMessage["headers"]) => string | undefined;
  /** Which of the pages are asked for. */
  readonly range: (ask: SeenAsk) => { readonly from: number; readonly count: number };
  readonly answer: (pages: readonly KnownPage[], more: boolean, server: VendorServer) => unknown;
}

const bearer: Format["key"] = ({ authorization }) => authorization?.replace(/^Bearer /, "");
const member = (name: string, missing: number) => (ask: SeenAsk) => ({
  from: 0,
  count: Number(ask.body[name] ?? missing),
});

/** The formats as each vendor documents them. */
export const formats: Readonly<Record<SearchVendorName, Format>> = {
  searxng: {
    method: "GET",
    path: "/search",
    key: () => KEY,
    range: ({ query }) => ({ from: (Number(query.get("pageno")) - 1) * 10, count: 10 }),
    answer: (pages, _, { silent }) => ({
      query: "moss",
      number_of_results: 0,
      results: pages.map(({ url, title, text, date = null }) => ({
        ...{ url, title, content: text, publishedDate: date, engine: "bing" },
        ...{ engines: ["bing"], score: 1, category: "general", template: "default.html" },
      })),
      ...{ answers: [], corrections: [], infoboxes: [], suggestions: [] },
      unresponsive_engines: silent,
    }),
  },
  brave: {
    method: "GET",
    path: "/res/v1/web/search",
    key: (headers) => headers["x-subscription-token"] as string | undefined,
    range: ({ query }) => {
      const count = Number(query.get("count") ?? 20);
      return { from: Number(query.get("offset") ?? 0) * count, count };
    },
    answer: (pages, more) => ({
      type: "search",
      query: { original: "moss", more_results_available: more },
      ...(pages.length > 0 && {
        web: {
          type: "search",
          results: pages.map(({ url, title, text, date }) => ({
            ...{ type: "search_result", url, title, description: text, family_friendly: true },
            ...(date !== undefined && { page_age: date, age: "a while ago" }),
          })),
        },
      }),
    }),
  },
  tavily: {
    method: "POST",
    path: "/search",
    key: bearer,
    range: member("max_results", 5),
    answer: (pages) => ({
      ...{ query: "moss", follow_up_questions: null, answer: null, images: [] },
      results: pages.map(({ url, title, text, date }) => ({
        ...{ url, title, content: text, score: 0.9, raw_content: null },
        ...(date !== undefined && { published_date: date }),
      })),
      response_time: 1.1,
      request_id: "r",
    }),
  },
  exa: {
    method: "POST",
    path: "/search",
    key: (headers) => headers["x-api-key"] as string | undefined,
    range: member("numResults", 10),
    answer: (pages) => ({
      requestId: "r",
      resolvedSearchType: "neural",
      results: pages.map(({ url, title, text, date }) => ({
        ...{ id: url, url, title, author: null, highlights: [text], highlightScores: [0.5] },
        ...(date !== undefined && { publishedDate: date }),
      })),
      costDollars: { total: 0.005 },
    }),
  },
  serper: {
    method: "POST",
    path: "/search",
    key: (headers) => headers["x-api-key"] as string | undefined,
    range: ({ body }) => {
      const count = Number(body["num"] ?? 10);
      return { from: (Number(body["page"] ?? 1) - 1) * count, count };
    },
    answer: (pages) => ({
      searchParameters: { q: "moss", type: "search", engine: "google" },
      organic: pages.map(({ url, title, text, date }, index) => ({
        ...{ title, link: url, snippet: text, position: index + 1 },
        ...(date !== undefined && { date }),
      })),
      credits: 1,
    }),
  },
  perplexity: {
    method: "POST",
    path: "/search",
    key: bearer,
    range: member("max_results", 10),
    answer: (pages) => ({
      id: "r",
      results: pages.map(({ url, title, text, date = null, updated = null }) => ({
        ...{ url, title, snippet: text, date, last_updated: updated },
      })),
      server_time: null,
    }),
  },
  kagi: {
    method: "POST",
    path: "/api/v1/search",
    key: bearer,
    range: member("limit", 20),
    answer: (pages) => ({
      meta: { trace: "t", node: "test", ms: 12 },
      data: {
        ...(pages.length > 0 && {
          search: pages.map(({ url, title, text, date }) => ({
            ...{ url, title, snippet: text },
            ...(date !== undefined && { time: date }),
          })),
        }),
        related_search: [{ url: "/search?q=moss", title: "moss" }],
      },
    }),
  },
};

/** Every vendor. */
export const vendorNames = Object.keys(formats) as SearchVendorName[];

/** Vendors with a key. */
export const keyedNames = vendorNames.filter((name) => name !== "searxng");

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
