import type { DatabaseSync } from "node:sqlite";
import type { Erased } from "./sqlite-job.ts";

/** Pages of terms that a step writes anew, which takes about 20 ms. */
const STEP_PAGES = 64;
/**
 * The least key of the lists that FTS5 keeps of removed rows in its table of data (the SQLite source,
 * fts5_index.c, `FTS5_TOMBSTONE_ROWID`): the number of a segment and 65536, 37 bits to the left.
 */
const LEAST_TOMBSTONE = 2 ** 53;

/**
 * Overwrites what was removed from the file of an index. Rows of its own tables are zeros at once
 * (`secure_delete`). The terms of removed rows are only listed as removed until FTS5 merges their
 * segments into another, so all are merged. Then the write-ahead log is emptied, which has the pages
 * as they were before.
 */
export class Erasure {
  readonly #database: DatabaseSync;
  readonly #timeoutMs: number;
  #isMerging = false;

  /** @param timeoutMs milliseconds that other work on the file waits for other processes */
  constructor(database: DatabaseSync, timeoutMs: number) {
    this.#database = database;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Does a part of it, without a wait for others.
   * @throws what SQLite throws, unless another connection holds the file or the disk is full
   */
  step(): Erased {
    this.#database.exec("PRAGMA busy_timeout = 0");
    try {
      if (this.#merge()) return "some";
      return this.#number("PRAGMA wal_checkpoint(TRUNCATE)") === 0 ? "all" : "held";
    } catch (error) {
      if (isPassing(error)) return "held";
      throw error;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#timeoutMs}`);
    }
  }

  /** @returns whether there may be more to merge */
  #merge(): boolean {
    if (!this.#isMerging && !this.#hasTombstones()) return false;
    const before = this.#number("SELECT total_changes()");
    // A negative number of pages begins a merge of all segments, others go on with it.
    const pages = this.#isMerging ? STEP_PAGES : -STEP_PAGES;
    this.#database.exec(`INSERT INTO terms (terms, rank) VALUES ('merge', ${pages})`);
    // As the manual of FTS5 says: fewer than two changes, and nothing was left to do.
    this.#isMerging = this.#number("SELECT total_changes()") - before >= 2;
    return this.#isMerging;
  }

  #hasTombstones(): boolean {
    const query = `SELECT EXISTS (SELECT 1 FROM terms_data WHERE id >= ${LEAST_TOMBSTONE})`;
    return this.#number(query) === 1;
  }

  /** The first number that a statement gives. */
  #number(sql: string): number {
    const [first] = Object.values(this.#database.prepare(sql).get() ?? {});
    return Number(first);
  }
}

/** SQLITE_BUSY, SQLITE_LOCKED and SQLITE_FULL, whose extended codes have more in the higher bits. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === 5 || code === 6 || code === 13;
}
