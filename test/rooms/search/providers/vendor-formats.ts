import type { IncomingMessage } from "node:http";
import type { SearchVendorName } from "dragline/search";

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

/** Engines of SearXNG that do not answer, with their reasons. */
export interface SilentEngines {
  readonly silent: readonly (readonly [string, string])[];
}

/** How a vendor is asked, and answers. */
export interface Format {
  readonly method: string;
  readonly path: string;
  readonly key: (headers: IncomingMessage["headers"]) => string | undefined;
  /** Which of the pages are asked for. */
  readonly range: (ask: SeenAsk) => { readonly from: number; readonly count: number };
  readonly answer: (pages: readonly KnownPage[], more: boolean, server: SilentEngines) => unknown;
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
        url,
        title,
        content: text,
        publishedDate: date,
        engine: "bing",
        engines: ["bing"],
        score: 1,
        category: "general",
        template: "default.html",
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
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
            type: "search_result",
            url,
            title,
            description: text,
            family_friendly: true,
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
      query: "moss",
      follow_up_questions: null,
      answer: null,
      images: [],
      results: pages.map(({ url, title, text, date }) => ({
        url,
        title,
        content: text,
        score: 0.9,
        raw_content: null,
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
        id: url,
        url,
        title,
        author: null,
        highlights: [text],
        highlightScores: [0.5],
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
        title,
        link: url,
        snippet: text,
        position: index + 1,
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
        url,
        title,
        snippet: text,
        date,
        last_updated: updated,
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
            url,
            title,
            snippet: text,
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
