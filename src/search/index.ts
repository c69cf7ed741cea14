export type { Passage } from "./cut-passages.ts";
export { indexProvider, type IndexedPage, type PageAdded, type PageIndex } from "./page-index.ts";
export { passagesOf, type PagePassages } from "./passages-of.ts";
export type {
  SearchAnswer,
  SearchCall,
  SearchNote,
  SearchProvider,
  SearchResult,
} from "./provider.ts";
export { isSearchError, SearchError, type SearchErrorDetails } from "./search-error.ts";
