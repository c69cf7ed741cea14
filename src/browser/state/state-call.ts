import type { Clock } from "../../core/index.ts";
import type { StateProblem } from "./state-problem.ts";

/** How a session is loaded. */
export interface StateCall {
  /** Ends the work; the pages that it opened are closed. */
  readonly signal?: AbortSignal | undefined;
  /** Source of time. */
  readonly clock?: Clock | undefined;
  /** Hears of each part that was left out. */
  readonly onProblem?: ((problem: StateProblem) => void) | undefined;
  /**
   * Milliseconds for one origin, from 1; an origin that takes longer is left out.
   * @default 5000
   */
  readonly timeoutMs?: number | undefined;
}

/** How a session is saved. */
export interface SaveCall extends StateCall {
  /**
   * Origins (`https://host[:port]`) to visit, before those of the context's open pages and cookies.
   * @default []
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * The most origins that are visited, from 0 to 200; those given come first, then those of pages.
   * @default 50
   */
  readonly maxOrigins?: number | undefined;
  /**
   * Whether IndexedDB is saved besides cookies and localStorage.
   * @default true
   */
  readonly indexedDb?: boolean | undefined;
}
