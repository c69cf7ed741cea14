import { withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt, ShapeError } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** A subscription to Brave's search, and what it is asked. */
export interface BraveOptions {
  /** The subscription token. */
  readonly apiKey: string;
  /**
   * The API's address, up to `/res/v1`; that of a proxy may be private.
   * @default "https://api.search.brave.com/res/v1"
   */
  readonly baseUrl?: string | undefined;
  /**
   * The language of the pages (`de`, `pt-br`); the vendor's own choice when empty.
   * @default ""
   */
  readonly language?: string | undefined;
  /**
   * `off`, `moderate` or `strict`.
   * @default "moderate"
   */
  readonly safeSearch?: "off" | "moderate" | "strict" | undefined;
  /**
   * Milliseconds for one search, all pages and retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<BraveOptions> = Object.freeze({
  apiKey: "",
  baseUrl: "https://api.search.brave.com/res/v1",
  language: "",
  safeSearch: "moderate",
  timeoutMs: 15_000,
});

/** Countries that Brave takes; others are left out, with a note. */
const COUNTRIES = new Set(
  "ar au at be br ca cl dk fi fr de gr hk in id it jp kr my mx nl nz no cn pl pt ph ru sa za es se ch tw tr gb us".split(
    " ",
  ),
);

/**
 * Search by Brave's own index (https://api-dashboard.search.brave.com/app/documentation/web-search).
 *
 * Request: `GET /web/search?q&count&offset&country&search_lang&safesearch&result_filter=web
 * &text_decorations=false`, the key as `X-Subscription-Token`. Answer: `{ type: "search", query:
 * { more_results_available }, web: { results: [{ url, title, description, page_age }] } }`; `web` is
 * absent when nothing fits. Limits: 400 characters and 50 words of a query (a longer one is cut, with
 * a note), 20 results a request, 10 pages, and 37 countries. A key that is not valid is answered with
 * 422.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { createBraveSearch } from "dragline/search";
 *
 * await using search = createBraveSearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * console.log(results.length);
 * ```
 */
export function createBraveSearch(
  options: BraveOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { apiKey, baseUrl, timeoutMs, ...settings } = withDefaults(defaults, options);
  const { language, safeSearch } = settings;
  const dialect = {
    vendor: searchVendors.brave,
    apiKey,
    keyHeaders: { "x-subscription-token": apiKey },
    request: ({ query, count, page, country }: VendorAsk) => ({
      path: "/web/search",
      query: {
        q: query,
        count: String(count),
        offset: String(page - 1),
        result_filter: "web",
        text_decorations: "false",
        safesearch: safeSearch,
        ...(language !== "" && { search_lang: language }),
        ...(country !== undefined && { country }),
      },
    }),
    read,
    country: (code: string) => (COUNTRIES.has(code) ? code.toUpperCase() : undefined),
  };
  return createVendorSearch(dialect, { baseUrl, timeoutMs }, collaborators);
}

function read(answer: unknown): VendorPage {
  const { type, query, web } = objectAt(answer, "answer");
  if (type !== "search") throw new ShapeError("'type' is not 'search'");
  if (web === undefined || web === null) return { rows: [], ended: true };
  const rows = resultsAt(objectAt(web, "web")["results"], "web.results").map((result) => ({
    url: result["url"],
    title: result["title"],
    snippet: result["description"],
    date: result["page_age"],
  }));
  const ended = objectAt(query ?? {}, "query")["more_results_available"] === false;
  return { rows, ended };
}
