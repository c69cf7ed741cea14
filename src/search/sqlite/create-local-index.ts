import { checkArgument, systemClock, neverAborts } from "../../core/index.ts";
import { indexProvider, type PageAdded, type PageIndex } from "../page-index.ts";
import type { SearchAnswer, SearchProvider } from "../provider.ts";
import {
  createSqliteIndex,
  type SqliteIndexCollaborators,
  type SqliteIndexOptions,
} from "./create-sqlite-index.ts";

/** How long a call may go on. */
interface OptionalCall {
  /** Ends the call; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** An index of pages of one owner: the one that made it. */
export interface LocalIndex extends AsyncDisposable {
  /** The index as a provider of search results, by the name `index`. */
  readonly provider: SearchProvider;
  /**
   * Keeps a page, in the place of the former of its URL.
   * @throws SearchError `INVALID_PAGE`, `INDEX_UNAVAILABLE`, `INDEX_CLOSED`; the signal's reason
   */
  add(
    page: {
      /** http or https; kept canonical. */
      readonly url: string;
      readonly html: string;
      /** When it is to be forgotten, in milliseconds since 1970; never when absent. */
      readonly expiresAt?: number | undefined;
    },
    call?: OptionalCall,
  ): Promise<PageAdded>;
  /**
   * The pages that answer a query best: words, "phrases", `OR` between them, `-word`, `+word`,
   * `intitle:word`, `site:host`, `-site:host`. Another operator is left out, and a note says so.
   * @throws SearchError `INVALID_QUERY`, `INDEX_UNAVAILABLE`, `INDEX_CLOSED`; the signal's reason
   */
  search(
    query: string,
    call?: OptionalCall & {
      /** Most results; from 1 to 100, and 10 where it is not given. */
      readonly limit?: number | undefined;
    },
  ): Promise<SearchAnswer>;
  /**
   * Removes pages by URL, or all.
   * @returns how many there were
   * @throws SearchError `INVALID_PAGE`, `INDEX_UNAVAILABLE`, `INDEX_CLOSED`; the signal's reason
   */
  remove(urls: readonly string[] | "all", call?: OptionalCall): Promise<number>;
}

/** Results where no limit is given. */
const RESULTS = 10;
/** The owner of what is in an index of one's own. */
const OWNER = "";

/**
 * Makes an index of one's own pages, in memory or in a file: {@link createSqliteIndex} for one owner.
 * With an `embedder` (`createOpenAICompatible({ … }).embeddingModel("…")`, any of the AI SDK) pages are
 * found by meaning too.
 * @throws CoreError `INVALID_OPTION`
 */
export function createLocalIndex(
  collaborators: SqliteIndexCollaborators = {},
  options?: SqliteIndexOptions,
): LocalIndex {
  const index: PageIndex = createSqliteIndex(collaborators, options);
  const { clock = systemClock } = collaborators;
  const never = neverAborts();
  const callOf = (call: OptionalCall = {}): { readonly signal: AbortSignal } => ({
    signal: checkArgument("call of add(page, { signal })", call, "object").signal ?? never,
  });
  return {
    provider: indexProvider(index, OWNER),
    add: async (page, call) => index.add(OWNER, { ...page, fetchedAt: clock.now() }, callOf(call)),
    search: async (query, options = {}) => {
      checkArgument("options of search(query, options)", options, "object");
      const { limit = RESULTS, ...call } = options;
      return index.search(OWNER, { query, limit }, callOf(call));
    },
    remove: async (urls, call) => index.remove(OWNER, urls, callOf(call)),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}
