import { availableParallelism } from "node:os";
import {
  checkCollaborators,
  checkNumber,
  CoreError,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import { checkEmbedder, type Embedder } from "../page-index/embedder.ts";
import { PageThreads } from "../page-index/page-threads.ts";
import { StoredIndex, type PageStore } from "../page-index/stored-index.ts";
import type { PageIndex } from "../page-index.ts";
import type { KeptPage, SearchAnswer } from "../provider.ts";
import { SqliteThread } from "./sqlite-thread.ts";

/** What an index works with. */
export interface SqliteIndexCollaborators {
  /** Says which pages' time is up. @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * An embedding model of the AI SDK, borrowed: pages are found by meaning too, see
   * {@link createSqliteIndex}. By words alone without one.
   */
  readonly embedder?: Embedder | undefined;
}

/** Where an index is kept. */
export interface SqliteIndexOptions {
  /**
   * Path of the file, which is made when there is none; its folder must be there. `:memory:` keeps
   * the index in memory until it is closed.
   * @default ":memory:"
   */
  readonly path?: string | undefined;
  /**
   * Milliseconds that a call waits while other processes write; from 1 to 2147483647. Then it fails
   * with `INDEX_UNAVAILABLE`.
   * @default 10000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Most threads that read pages; from 1 to 64. One more keeps and finds them.
   * @default availableParallelism()
   */
  readonly threads?: number | undefined;
}

const defaults: Required<{ path: string; timeoutMs: number; threads: number }> = Object.freeze({
  path: ":memory:",
  timeoutMs: 10_000,
  threads: availableParallelism(),
});

/**
 * Makes an index of pages in SQLite (FTS5). Pages are read, kept and found on threads of its own, so
 * that the event loop stays free; they start, and the file is opened, with the first call, and end
 * when the index is disposed. Several processes may have the file open. A page is kept whole or not at all; what was acknowledged outlives a process that is
 * killed, and a power failure but for the last moments before it. What is removed or swept is
 * overwritten: within seconds (some more for hundreds of megabytes) it is neither in the file nor in
 * its log; a reader that stays open delays that until it ends, a process that was killed until the
 * next one opens the file. A page in the place of a former one leaves words of that until then.
 *
 * With an `embedder` each passage has a vector beside it, written with it in one transaction, in a byte
 * a number. A query's vector is compared with those of 200,000 passages at most, of the pages that were
 * added last, and the ranks of both ways are fused (reciprocal rank fusion, k = 60); operators hold for
 * both. A page is never lost because the embedder fails, and a query is always answered: by words alone
 * then, which `notes` says, as it says how many passages have no vector of this model and dimension.
 * @throws CoreError `INVALID_OPTION`
 * @see {@link indexProvider} for an example
 */
export function createSqliteIndex(
  collaborators: SqliteIndexCollaborators = {},
  options?: SqliteIndexOptions,
): PageIndex {
  checkCollaborators(collaborators, defaults, { clock: true, embedder: true });
  const { path, timeoutMs, threads } = withDefaults(defaults, options);
  checkNumber("timeoutMs", timeoutMs, { min: 1, max: 2_147_483_647 });
  checkNumber("threads", threads, { min: 1, max: 64 });
  if (path === "" || path.includes("\0")) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'path' must be a path; got an empty path or one with U+0000.",
      details: { option: "path" },
    });
  }
  const { clock = systemClock, embedder } = collaborators;
  checkEmbedder(embedder);
  const thread = new SqliteThread({ clock, path, timeoutMs });
  return new StoredIndex({
    clock,
    ids: systemIds,
    embedder,
    store: storeOn(thread),
    threads: new PageThreads(clock, threads),
  });
}

function storeOn(thread: SqliteThread): PageStore {
  return {
    async add(owner, page, signal) {
      await thread.run({ kind: "add", owner, page }, signal);
    },
    async search(owner, query, signal) {
      return (await thread.run({ kind: "search", owner, ...query }, signal)) as SearchAnswer;
    },
    async read(owner, key, signal) {
      return (await thread.run({ kind: "read", owner, ...key }, signal)) as KeptPage | undefined;
    },
    async remove(owner, urls, signal) {
      return (await thread.run({ kind: "remove", owner, urls }, signal)) as number;
    },
    async sweep(now, signal) {
      return (await thread.run({ kind: "sweep", now }, signal)) as number;
    },
    close: () => thread.close(),
  };
}
