export { indexProvider, type IndexedPage, type PageAdded, type PageIndex } from "./page-index.ts";
export type {
  SearchAnswer,
  SearchCall,
  SearchNote,
  SearchProvider,
  SearchResult,
} from "./provider.ts";
export { isSearchError, SearchError, type SearchErrorDetails } from "./search-error.ts";
