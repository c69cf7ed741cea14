/**
 * Web search through SearXNG, Brave, Tavily, Exa, Serper, Perplexity or Kagi behind one port, several of
 * them as one, and a search by a prompt that condenses it to queries.
 *
 * Loads the fetcher and the parser; a model is only what you give.
 *
 * @example
 * ```ts
 * import { createSearxngSearch } from "dragline/search";
 *
 * await using search = createSearxngSearch({ url: "http://localhost:8888" });
 * const signal = AbortSignal.timeout(10_000);
 * const { results } = await search.search({ query: "tide tables", limit: 5, signal });
 * for (const { title, url } of results) console.log(title, url);
 * ```
 * @packageDocumentation
 */
export { combineSearch, type CombineOptions } from "./combine-search.ts";
export { condensePrompt, type CondenseOptions } from "./condense-prompt.ts";
export { fuseResults } from "./fuse-results.ts";
export { indexProvider, type IndexedPage, type PageAdded, type PageIndex } from "./page-index.ts";
export type { Embedder, EmbedderCall } from "./page-index/embedder.ts";
export { planQueries, type QueryPlan } from "./plan-queries.ts";
export type { Passage } from "./cut-passages.ts";
export { passagesOf, type PagePassages } from "./passages-of.ts";
export type {
  KeptPage,
  KeptPages,
  SearchAnswer,
  SearchCall,
  SearchNote,
  SearchProvider,
  SearchResult,
} from "./provider.ts";
export { createBraveSearch, type BraveOptions } from "./providers/brave.ts";
export { createExaSearch, type ExaOptions } from "./providers/exa.ts";
export { createKagiSearch, type KagiOptions } from "./providers/kagi.ts";
export { createPerplexitySearch, type PerplexityOptions } from "./providers/perplexity.ts";
export { createSearxngSearch, type SearxngOptions } from "./providers/searxng.ts";
export { createSerperSearch, type SerperOptions } from "./providers/serper.ts";
export { createTavilySearch, type TavilyOptions } from "./providers/tavily.ts";
export type { VendorCollaborators, VendorSearch } from "./providers/vendor-search.ts";
export { readRows, type ReadRows, type RowScope, type VendorRow } from "./providers/vendor-rows.ts";
export { searchVendors, type SearchVendor, type SearchVendorName } from "./providers/vendors.ts";
export { readSearchSetting, type SearchSetting } from "./read-search-setting.ts";
export { isSearchError, SearchError, type SearchErrorDetails } from "./search-error.ts";
export {
  searchPrompt,
  type PromptSearch,
  type PromptSearchCollaborators,
} from "./search-prompt.ts";
