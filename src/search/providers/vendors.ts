/** What a vendor takes and gives: the table that the adapters work by. */
export interface SearchVendor {
  /** What settings, notes and errors call it. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** Its API's address; empty where each host runs its own. */
  readonly baseUrl: string;
  /** What a setting gives of it: a key, or the address. */
  readonly needs: "apiKey" | "url";
  /** Where a key is had, or how one is run. */
  readonly start: string;
  /** Characters of a query; a longer one is cut, which a note tells. */
  readonly longestQuery: number;
  /** Words of a query. */
  readonly mostWords: number;
  /** Results of one request; about as many where the vendor does not say. */
  readonly pageResults: number;
  /** Pages of one query that are asked for. */
  readonly mostPages: number;
}

/** Characters of a query where the vendor names no limit: ours. */
const LONG_QUERY = 2_000;

/**
 * The vendors of the adapters, with their addresses and limits as they documented them in November
 * 2026. Where a vendor names no limit on queries, 2,000 characters is ours.
 */
export const searchVendors = Object.freeze({
  searxng: Object.freeze({
    name: "searxng",
    title: "SearXNG",
    baseUrl: "",
    needs: "url",
    start: "https://docs.searxng.org/admin/installation.html",
    longestQuery: LONG_QUERY,
    mostWords: Infinity,
    pageResults: 10,
    mostPages: 3,
  }),
  brave: Object.freeze({
    name: "brave",
    title: "Brave",
    baseUrl: "https://api.search.brave.com/res/v1",
    needs: "apiKey",
    start: "https://api-dashboard.search.brave.com/app/keys",
    longestQuery: 400,
    mostWords: 50,
    pageResults: 20,
    mostPages: 5,
  }),
  tavily: Object.freeze({
    name: "tavily",
    title: "Tavily",
    baseUrl: "https://api.tavily.com",
    needs: "apiKey",
    start: "https://app.tavily.com",
    longestQuery: 400,
    mostWords: Infinity,
    pageResults: 20,
    mostPages: 1,
  }),
  exa: Object.freeze({
    name: "exa",
    title: "Exa",
    baseUrl: "https://api.exa.ai",
    needs: "apiKey",
    start: "https://dashboard.exa.ai/api-keys",
    longestQuery: LONG_QUERY,
    mostWords: Infinity,
    pageResults: 100,
    mostPages: 1,
  }),
  serper: Object.freeze({
    name: "serper",
    title: "Serper",
    baseUrl: "https://google.serper.dev",
    needs: "apiKey",
    start: "https://serper.dev/api-key",
    longestQuery: LONG_QUERY,
    mostWords: Infinity,
    pageResults: 10,
    mostPages: 10,
  }),
  perplexity: Object.freeze({
    name: "perplexity",
    title: "Perplexity",
    baseUrl: "https://api.perplexity.ai",
    needs: "apiKey",
    start: "https://www.perplexity.ai/account/api/keys",
    longestQuery: LONG_QUERY,
    mostWords: Infinity,
    pageResults: 20,
    mostPages: 1,
  }),
  kagi: Object.freeze({
    name: "kagi",
    title: "Kagi",
    baseUrl: "https://kagi.com/api/v1",
    needs: "apiKey",
    start: "https://kagi.com/api/keys",
    longestQuery: LONG_QUERY,
    mostWords: Infinity,
    pageResults: 100,
    mostPages: 1,
  }),
} as const satisfies Readonly<Record<string, SearchVendor>>);

/** The name of a vendor. */
export type SearchVendorName = keyof typeof searchVendors;
