import { checkArgument, signalOf } from "../core/index.ts";
import type { KeptPage, SearchAnswer, SearchNote, SearchProvider } from "./provider.ts";

/** What ends a call. */
interface Call {
  readonly signal: AbortSignal;
}

/** A page to keep. */
export interface IndexedPage {
  /** http or https; kept canonical. */
  readonly url: string;
  /** The page's HTML; its main content is kept. */
  readonly html: string;
  /** When it was had, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** When it is to be forgotten, in milliseconds since 1970; never when absent. */
  readonly expiresAt?: number | undefined;
}

/** What became of a page that was added. */
export interface PageAdded {
  /** Passages that are kept; 0 for a page without text. */
  readonly passages: number;
  /** True when the page has more text than is kept; absent when all of it is. */
  readonly cutOff?: boolean;
  /**
   * What the index's embedder did not do: the page is kept, but found by words alone, or passages were
   * embedded in part. Absent where there is nothing to say.
   */
  readonly notes?: readonly SearchNote[];
}

/**
 * The port of an index of one's own pages, apart by owner: what one owner keeps, no other finds. A
 * page that is added again takes the place of the former.
 */
export interface PageIndex extends AsyncDisposable {
  /** @throws SearchError; the signal's reason */
  add(owner: string, page: IndexedPage, call: Call): Promise<PageAdded>;
  /** @throws SearchError; the signal's reason */
  search(
    owner: string,
    query: { readonly query: string; readonly limit: number },
    call: Call,
  ): Promise<SearchAnswer>;
  /**
   * What is kept of one of the owner's pages; undefined when it is not kept, or its time is up.
   * @throws SearchError; the signal's reason
   */
  read(owner: string, url: string, call: Call): Promise<KeptPage | undefined>;
  /**
   * Removes pages by URL, or all of an owner.
   * @returns how many there were
   * @throws SearchError; the signal's reason
   */
  remove(owner: string, urls: readonly string[] | "all", call: Call): Promise<number>;
  /**
   * Removes, of every owner, pages whose time was up at `now`.
   * @returns how many there were
   * @throws SearchError; the signal's reason
   */
  sweep(now: number, call: Call): Promise<number>;
}

/**
 * An owner's pages as a provider by the name `index`. What it finds is read from the index.
 * @example
 * ```ts
 * import { indexProvider } from "dragline/search";
 * import { createSqliteIndex } from "dragline/search/sqlite";
 *
 * await using index = createSqliteIndex({}, { path: "pages.sqlite" });
 * const search = indexProvider(index, "my-team");
 * console.log(search.name);
 * ```
 */
export function indexProvider(
  index: Pick<PageIndex, "search" | "read">,
  owner: string,
): SearchProvider {
  checkArgument("index of indexProvider(index, owner)", index, "pageIndex");
  return {
    name: "index",
    keptPages: { read: (url, call) => index.read(owner, url, call) },
    search: (call) => {
      const signal = signalOf("search({ query, limit, signal })", call);
      const { query, limit } = call;
      return index.search(owner, { query, limit }, { signal });
    },
  };
}
