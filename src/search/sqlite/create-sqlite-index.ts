import {
  checkCollaborators,
  checkNumber,
  CoreError,
  systemClock,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import { checkPage, checkQuery, checkUrls, ownerName } from "../page-index/check-calls.ts";
import type { IndexedPage, PageAdded, PageIndex } from "../page-index.ts";
import type { SearchAnswer } from "../provider.ts";
import { SqliteThread } from "./sqlite-thread.ts";

/** What an index works with. */
export interface SqliteIndexCollaborators {
  /** Says which pages' time is up. @default systemClock */
  readonly clock?: Clock | undefined;
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
  readonly deadline?: number | undefined;
}

const defaults: Readonly<{ path: string; deadline: number }> = Object.freeze({
  path: ":memory:",
  deadline: 10_000,
});

/**
 * Makes an index of pages in SQLite (FTS5). Pages are read, kept and found on a thread of its own, so
 * that the event loop stays free; the file is opened by the first call, and several processes may
 * have it open. A page is kept whole or not at all; what was acknowledged outlives a process that is
 * killed, and a power failure but for the last moments before it.
 * @throws CoreError `INVALID_OPTION`
 */
export function createSqliteIndex(
  collaborators: SqliteIndexCollaborators = {},
  options?: SqliteIndexOptions,
): PageIndex {
  checkCollaborators(collaborators, defaults);
  const { path, deadline } = withDefaults(defaults, options);
  checkNumber("deadline", deadline, { min: 1, max: 2_147_483_647 });
  if (path === "" || path.includes("\0")) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'path' must be a path; got an empty one or one with U+0000.",
      details: { option: "path" },
    });
  }
  const { clock = systemClock } = collaborators;
  return new SqliteIndex(clock, new SqliteThread({ clock, path, deadline }));
}

interface Call {
  readonly signal: AbortSignal;
}

class SqliteIndex implements PageIndex {
  readonly #clock: Clock;
  readonly #thread: SqliteThread;

  constructor(clock: Clock, thread: SqliteThread) {
    this.#clock = clock;
    this.#thread = thread;
  }

  async add(owner: string, page: IndexedPage, { signal }: Call): Promise<PageAdded> {
    const job = { kind: "add", owner: ownerName(owner), page: checkPage(page) } as const;
    return (await this.#thread.run(job, signal)) as PageAdded;
  }

  async search(
    owner: string,
    { query, limit }: { readonly query: string; readonly limit: number },
    { signal }: Call,
  ): Promise<SearchAnswer> {
    checkQuery({ query, limit });
    const asked = { owner: ownerName(owner), query, limit, now: this.#clock.now() };
    return (await this.#thread.run({ kind: "search", ...asked }, signal)) as SearchAnswer;
  }

  async remove(owner: string, urls: readonly string[] | "all", { signal }: Call): Promise<number> {
    const job = { kind: "remove", owner: ownerName(owner), urls: checkUrls(urls) } as const;
    return (await this.#thread.run(job, signal)) as number;
  }

  async sweep(now: number, { signal }: Call): Promise<number> {
    return (await this.#thread.run({ kind: "sweep", now }, signal)) as number;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread.close();
  }
}
