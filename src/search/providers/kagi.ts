import { withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** An account at Kagi, and what it is asked. */
export interface KagiOptions {
  /** The key of your account at the vendor. */
  readonly apiKey: string;
  /**
   * The API's address, up to `/api/v1`; that of a proxy may be private.
   * @default "https://kagi.com/api/v1"
   */
  readonly baseUrl?: string | undefined;
  /**
   * The id of a lens of the account, or of a built-in one; none when empty.
   * @default ""
   */
  readonly lens?: string | undefined;
  /**
   * Whether pages that are not for all eyes are left out.
   * @default true
   */
  readonly safeSearch?: boolean | undefined;
  /**
   * Milliseconds for one search, retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<KagiOptions> = Object.freeze({
  apiKey: "",
  baseUrl: "https://kagi.com/api/v1",
  lens: "",
  safeSearch: true,
  timeoutMs: 15_000,
});

/**
 * Search by Kagi (https://kagi.com/api/docs), whose results follow the account's own settings.
 *
 * Request: `POST /search` with `{ query, workflow: "search", limit, safe_search, lens_id, filters:
 * { region } }`, the key as a bearer token. Answer: `{ data: { search: [{ url, title, snippet,
 * time }] } }`; `search` is absent when nothing fits, `time` is when the page was made or last changed.
 * Limits: 1,024 results of which 100 are asked for at most, no pages; none of a query's length is
 * documented, so ours is 2,000 characters.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { createKagiSearch } from "dragline/search";
 *
 * await using search = createKagiSearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * console.log(results.length);
 * ```
 */
export function createKagiSearch(
  options: KagiOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { apiKey, baseUrl, timeoutMs, lens, safeSearch } = withDefaults(defaults, options);
  const dialect = {
    vendor: searchVendors.kagi,
    apiKey,
    keyHeaders: { authorization: `Bearer ${apiKey}` },
    request: ({ query, count, country }: VendorAsk) => ({
      path: "/search",
      body: {
        query,
        workflow: "search",
        limit: count,
        safe_search: safeSearch,
        lens_id: lens === "" ? undefined : lens,
        filters: country === undefined ? undefined : { region: country },
      },
    }),
    read,
    country: (code: string) => code,
  };
  return createVendorSearch(dialect, { baseUrl, timeoutMs }, collaborators);
}

function read(answer: unknown): VendorPage {
  const { search = [] } = objectAt(objectAt(answer, "answer")["data"], "data");
  const rows = resultsAt(search, "data.search").map((result) => ({
    url: result["url"],
    title: result["title"],
    snippet: result["snippet"],
    date: result["time"],
  }));
  return { rows };
}
