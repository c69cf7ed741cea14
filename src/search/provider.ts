import type { Passage } from "./cut-passages.ts";

/** One question to a provider. */
export interface SearchCall {
  /** What is searched for, as a person would type it; not empty. */
  readonly query: string;
  /** The most results that are wanted, from 1. */
  readonly limit: number;
  /** Whose results are wanted: a country code of two letters, lower case; the provider's own choice when absent. */
  readonly country?: string | undefined;
  /** Ends the search; its reason is thrown. */
  readonly signal: AbortSignal;
}

/** A page that was found. */
export interface SearchResult {
  /** Canonical, http or https. */
  readonly url: string;
  /** Empty when the provider has none. */
  readonly title: string;
  /** Plain text of the page that fits the query; empty when the provider has none. */
  readonly snippet: string;
  /** When it was published: `YYYY-MM-DD`; absent when unknown. */
  readonly date?: string;
  /** When it was last changed: `YYYY-MM-DD`; absent when unknown. */
  readonly lastUpdated?: string;
}

/** What a person should know of an answer: an engine that did not reply, a query that was cut. */
export interface SearchNote {
  /** Name of the provider that it is about. */
  readonly provider: string;
  /** One sentence. */
  readonly message: string;
}

/** What a provider answers. */
export interface SearchAnswer {
  /** The best first, no URL twice. */
  readonly results: readonly SearchResult[];
  readonly notes: readonly SearchNote[];
}

/** What an index keeps of a page. */
export interface KeptPage {
  /** Canonical. */
  readonly url: string;
  /** Empty when the page has none. */
  readonly title: string;
  /** A BCP 47 tag, as the page states it; absent when it does not. */
  readonly language?: string;
  /** When it was published: `YYYY-MM-DD`; absent when unknown. */
  readonly date?: string;
  /** When it was last changed: `YYYY-MM-DD`; absent when unknown. */
  readonly lastUpdated?: string;
  /** In page order. */
  readonly passages: readonly Passage[];
}

/** Pages whose text is at hand, so that their sites need not be asked. */
export interface KeptPages {
  /**
   * A page by the URL of a result; undefined when it is not kept, or no longer.
   * @throws SearchError; the signal's reason
   */
  read(url: string, call: { readonly signal: AbortSignal }): Promise<KeptPage | undefined>;
}

/** The port of a search engine. */
export interface SearchProvider {
  /** What notes and errors call it: `searxng`, `brave`. */
  readonly name: string;
  /** The pages of an index; undefined of an engine that searches the web. Research reads them here. */
  readonly keptPages?: KeptPages | undefined;
  /**
   * The pages that fit a query.
   * @throws SearchError; the signal's reason
   */
  search(call: SearchCall): Promise<SearchAnswer>;
}
