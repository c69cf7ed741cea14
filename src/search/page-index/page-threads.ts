import { startWorker, WorkerThreads, type Clock } from "../../core/index.ts";
import type { IndexedPage } from "../page-index.ts";
import type { SearchResult } from "../provider.ts";
import { SearchError } from "../search-error.ts";
import { indexClosed } from "./index-closed.ts";
import type { PageToKeep } from "./index-page.ts";
import type { Found } from "./rank-pages.ts";

/** Milliseconds that a page may take to be read. */
const JOB_TIMEOUT_MS = 60_000;
/** Bytes of a thread's heap. */
const MEMORY_BYTES = 536_870_912;

/** What a thread is asked for. */
export type PageJob =
  | { readonly kind: "read"; readonly page: IndexedPage }
  | { readonly kind: "rank"; readonly found: Found; readonly limit: number };

/** Threads that read pages and rank passages, so that the event loop stays free. */
export class PageThreads implements AsyncDisposable {
  readonly #threads: WorkerThreads;

  /** @param threads how many there are at most */
  constructor(clock: Clock, threads: number) {
    this.#threads = new WorkerThreads({
      clock,
      startWorker: () =>
        startWorker({ beside: import.meta.url, name: "page-worker", memoryBytes: MEMORY_BYTES }),
      threads,
      jobsPerThread: 2,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      errors: {
        timedOut: (ms) =>
          new SearchError("INVALID_PAGE", {
            message: `The page could not be read within ${ms} ms.`,
          }),
        lost: (why, cause) =>
          new SearchError("INDEX_UNAVAILABLE", {
            message: `The thread that read the page ended: ${why}.`,
            cause,
          }),
        closed: indexClosed,
      },
      errorClasses: [SearchError],
    });
  }

  /** @throws SearchError; the signal's reason, when the work has stopped */
  async read(page: IndexedPage, signal: AbortSignal): Promise<PageToKeep> {
    return (await this.#threads.run({ job: { kind: "read", page }, signal })) as PageToKeep;
  }

  /** @throws SearchError; the signal's reason, when the work has stopped */
  async rank(
    job: Omit<Extract<PageJob, { kind: "rank" }>, "kind">,
    signal: AbortSignal,
  ): Promise<SearchResult[]> {
    return (await this.#threads.run({ job: { kind: "rank", ...job }, signal })) as SearchResult[];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#threads[Symbol.asyncDispose]();
  }
}
