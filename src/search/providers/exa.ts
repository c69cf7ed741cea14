import { withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** An account at Exa, and what it is asked. */
export interface ExaOptions {
  /** The key of your account at the vendor. */
  readonly apiKey: string;
  /**
   * The API's address; that of a proxy may be private.
   * @default "https://api.exa.ai"
   */
  readonly baseUrl?: string | undefined;
  /**
   * How it searches: `auto`, `fast` or `instant`.
   * @default "auto"
   */
  readonly type?: "auto" | "fast" | "instant" | undefined;
  /**
   * Milliseconds for one search, retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<ExaOptions> = Object.freeze({
  apiKey: "",
  baseUrl: "https://api.exa.ai",
  type: "auto",
  timeoutMs: 15_000,
});

/** Characters of the words of a page that are asked for. */
const HIGHLIGHTS = 1_000;

/**
 * Search by Exa (https://exa.ai/docs/reference/search).
 *
 * Request: `POST /search` with `{ query, type, numResults, userLocation, contents: { highlights:
 * { maxCharacters } } }`, the key as `x-api-key`. Answer: `{ results: [{ url, title, publishedDate,
 * highlights: [text] }] }`. Limits: 100 results, no pages; none of a query's length is documented, so
 * ours is 2,000 characters.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { createExaSearch } from "dragline/search";
 *
 * await using search = createExaSearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * console.log(results.length);
 * ```
 */
export function createExaSearch(
  options: ExaOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { apiKey, baseUrl, timeoutMs, type } = withDefaults(defaults, options);
  const dialect = {
    vendor: searchVendors.exa,
    apiKey,
    keyHeaders: { "x-api-key": apiKey },
    request: ({ query, count, country }: VendorAsk) => ({
      path: "/search",
      body: {
        query,
        type,
        numResults: count,
        userLocation: country,
        contents: { highlights: { maxCharacters: HIGHLIGHTS } },
      },
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
    snippet: snippetOf(result["highlights"]) ?? result["text"],
    date: result["publishedDate"],
  }));
  return { rows };
}

function snippetOf(highlights: unknown): string | undefined {
  if (!Array.isArray(highlights)) return undefined;
  const texts = highlights.filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join(" … ");
}
