import { withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** An account at Tavily, and what it is asked. */
export interface TavilyOptions {
  /** The key of your account at the vendor. */
  readonly apiKey: string;
  /**
   * The API's address; that of a proxy may be private.
   * @default "https://api.tavily.com"
   */
  readonly baseUrl?: string | undefined;
  /**
   * `basic` for one credit a search, `advanced` for two.
   * @default "basic"
   */
  readonly depth?: "basic" | "advanced" | undefined;
  /**
   * `general`, `news` or `finance`; countries count for `general` alone, dates come with `news`.
   * @default "general"
   */
  readonly topic?: "general" | "news" | "finance" | undefined;
  /**
   * Milliseconds for one search, retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<TavilyOptions> = Object.freeze({
  apiKey: "",
  baseUrl: "https://api.tavily.com",
  depth: "basic",
  topic: "general",
  timeoutMs: 15_000,
});

/** Countries that Tavily takes, by their codes; it is told their English names. */
const COUNTRIES = new Set(
  `af al dz ad ao ar am au at az bs bh bd bb by be bz bj bt bo ba bw br bn bg bf bi kh cm ca cv cf td cl
  cn co km cg cr hr cu cy cz dk dj do ec eg sv gq er ee et fj fi fr ga gm ge de gh gr gt gn ht hn hu is
  in id ir iq ie il it jm jp jo kz ke kw kg lv lb ls lr ly li lt lu mg mw my mv ml mt mr mu mx md mc mn
  me ma mz mm na np nl nz ni ne ng kp mk no om pk pa pg py pe ph pl pt qa ro ru rw sa sn rs sg sk si so
  za kr ss es lk sd se ch sy tw tj tz th tg tt tn tr tm ug ua ae gb us uy uz ve vn ye zm zw`.split(
    /\s+/,
  ),
);

/** Names that Tavily writes unlike the platform. */
const NAMES: Readonly<Record<string, string>> = {
  ba: "bosnia and herzegovina",
  cg: "congo",
  cv: "cape verde",
  cz: "czech republic",
  mm: "myanmar",
  tr: "turkey",
  tt: "trinidad and tobago",
};

/**
 * Search by Tavily (https://docs.tavily.com/documentation/api-reference/endpoint/search).
 *
 * Request: `POST /search` with `{ query, max_results, search_depth, topic, country }`, the key as a
 * bearer token. Answer: `{ results: [{ url, title, content, published_date }] }`; dates come with the
 * topic `news`. Limits: 400 characters of a query (a longer one is cut, with a note), 20 results, no
 * pages. 432 and 433 say that the key's or the plan's limit is used up.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { createTavilySearch } from "dragline/search";
 *
 * await using search = createTavilySearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * console.log(results.length);
 * ```
 */
export function createTavilySearch(
  options: TavilyOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { apiKey, baseUrl, timeoutMs, depth, topic } = withDefaults(defaults, options);
  const dialect = {
    vendor: searchVendors.tavily,
    apiKey,
    keyHeaders: { authorization: `Bearer ${apiKey}` },
    request: ({ query, count, country }: VendorAsk) => ({
      path: "/search",
      body: { query, max_results: count, search_depth: depth, topic, country },
    }),
    read,
    country: (code: string) => (topic === "general" ? nameOf(code) : undefined),
  };
  return createVendorSearch(dialect, { baseUrl, timeoutMs }, collaborators);
}

function nameOf(code: string): string | undefined {
  if (!COUNTRIES.has(code)) return undefined;
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return NAMES[code] ?? names.of(code.toUpperCase())?.toLowerCase();
}

function read(answer: unknown): VendorPage {
  const { results } = objectAt(answer, "answer");
  const rows = resultsAt(results, "results").map((result) => ({
    url: result["url"],
    title: result["title"],
    snippet: result["content"],
    date: result["published_date"],
  }));
  return { rows };
}
