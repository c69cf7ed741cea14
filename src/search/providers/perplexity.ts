import { checkNumber, withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** An account at Perplexity, and what it is asked. */
export interface PerplexityOptions {
  /** The key of your account at the vendor. */
  readonly apiKey: string;
  /**
   * The API's address; that of a proxy may be private.
   * @default "https://api.perplexity.ai"
   */
  readonly baseUrl?: string | undefined;
  /**
   * Tokens of a page's text in a result, from 1.
   * @default 256
   */
  readonly maxTokensPerPage?: number | undefined;
  /**
   * Milliseconds for one search, retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<PerplexityOptions> = Object.freeze({
  apiKey: "",
  baseUrl: "https://api.perplexity.ai",
  maxTokensPerPage: 256,
  timeoutMs: 15_000,
});

/**
 * Search by Perplexity (https://docs.perplexity.ai/api-reference/search-post): the pages, not the
 * written answers.
 *
 * Request: `POST /search` with `{ query, max_results, max_tokens_per_page, country }`, the key as a
 * bearer token. Answer: `{ id, results: [{ url, title, snippet, date, last_updated }] }`. Limits: 20
 * results, no pages; none of a query's length is documented, so ours is 2,000 characters.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { createPerplexitySearch } from "dragline/search";
 *
 * await using search = createPerplexitySearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * console.log(results.length);
 * ```
 */
export function createPerplexitySearch(
  options: PerplexityOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { apiKey, baseUrl, timeoutMs, maxTokensPerPage } = withDefaults(defaults, options);
  checkNumber("maxTokensPerPage", maxTokensPerPage, { min: 1 });
  const dialect = {
    vendor: searchVendors.perplexity,
    apiKey,
    keyHeaders: { authorization: `Bearer ${apiKey}` },
    request: ({ query, count, country }: VendorAsk) => ({
      path: "/search",
      body: { query, max_results: count, max_tokens_per_page: maxTokensPerPage, country },
    }),
    read,
    country: (code: string) => code.toUpperCase(),
  };
  return createVendorSearch(dialect, { baseUrl, timeoutMs }, collaborators);
}

function read(answer: unknown): VendorPage {
  const { results } = objectAt(answer, "answer");
  const rows = resultsAt(results, "results").map((result) => ({
    url: result["url"],
    title: result["title"],
    snippet: result["snippet"],
    date: result["date"],
    lastUpdated: result["last_updated"],
  }));
  return { rows };
}
