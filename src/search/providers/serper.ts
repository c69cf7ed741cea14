import { withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** An account at Serper, and what it is asked. */
export interface SerperOptions {
  /** The key of your account at the vendor. */
  readonly apiKey: string;
  /**
   * The API's address; that of a proxy may be private.
   * @default "https://google.serper.dev"
   */
  readonly baseUrl?: string | undefined;
  /**
   * The language of the answer (`de`, `pt-br`); the vendor's own choice when empty.
   * @default ""
   */
  readonly language?: string | undefined;
  /**
   * Milliseconds for one search, all pages and retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<SerperOptions> = Object.freeze({
  apiKey: "",
  baseUrl: "https://google.serper.dev",
  language: "",
  timeoutMs: 15_000,
});

/**
 * Search by Serper, which gives Google's results (https://serper.dev).
 *
 * Request: `POST /search` with `{ q, gl, hl, num, page }`, the key as `X-API-KEY`. Answer:
 * `{ organic: [{ link, title, snippet, date }] }`, dates as Google shows them (`May 3, 2024`, `3 days
 * ago`). Limits: 10 results a page here, since Google gives no more; each page costs a credit. An
 * account without credit is answered with 400.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { createSerperSearch } from "dragline/search";
 *
 * await using search = createSerperSearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * console.log(results.length);
 * ```
 */
export function createSerperSearch(
  options: SerperOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { apiKey, baseUrl, timeoutMs, language } = withDefaults(defaults, options);
  const dialect = {
    vendor: searchVendors.serper,
    apiKey,
    keyHeaders: { "x-api-key": apiKey },
    request: ({ query, page, country }: VendorAsk) => ({
      path: "/search",
      body: {
        q: query,
        num: searchVendors.serper.pageResults,
        page,
        gl: country,
        hl: language === "" ? undefined : language,
      },
    }),
    read,
    country: (code: string) => code,
  };
  return createVendorSearch(dialect, { baseUrl, timeoutMs }, collaborators);
}

function read(answer: unknown): VendorPage {
  const { organic } = objectAt(answer, "answer");
  const rows = resultsAt(organic, "organic", "link").map((result) => ({
    url: result["link"],
    title: result["title"],
    snippet: result["snippet"],
    date: result["date"],
  }));
  return { rows };
}
