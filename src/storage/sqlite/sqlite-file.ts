import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { backoff, deadline, wait, type Clock, type Ids } from "../../core/index.ts";
import type { Call } from "../records.ts";
import { storeClosed } from "../refusals.ts";
import { isBusy, sqliteFailure } from "./sqlite-failure.ts";
import type { SqliteSettings } from "./sqlite-options.ts";

/** What a connection is made with. */
export interface SqliteFileParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly open: (path: string) => DatabaseSync;
}

/** More shapes of statements than this are prepared again when they come back. */
const MOST_STATEMENTS = 500;
const RETRY = { baseMs: 1, maxMs: 10 };

/**
 * One connection to a SQLite file, opened when it is first needed. SQLite's own way to wait for other
 * processes would block the event loop, so waiting is done here.
 */
export class SqliteFile {
  readonly #parts: SqliteFileParts;
  readonly #settings: SqliteSettings;
  readonly #statements = new Map<string, StatementSync>();
  readonly #waiting = new Set<Promise<unknown>>();
  #database: DatabaseSync | undefined;
  #closed = false;
  /** Whether the calls under way at `close` have ended. */
  #isShut = false;

  constructor(parts: SqliteFileParts, settings: SqliteSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /**
   * Refuses a call after its signal or after `close`.
   * @throws the signal's reason; StorageError `CLOSED`
   */
  admit({ signal }: Call): void {
    signal.throwIfAborted();
    if (this.#closed) throw storeClosed();
  }

  /**
   * Does work that takes no turn of the event loop, and does it again when another process holds the
   * file. The result is there at once unless it has to be waited for.
   */
  run<Result>(work: () => Result, call: Call): Result | Promise<Result> {
    try {
      return work();
    } catch (error) {
      return this.#underWay(this.#retry(work, call, error));
    }
  }

  /** Does work as one transaction; what it throws undoes all. */
  transact<Result>(work: () => Result, call: Call): Result | Promise<Result> {
    return this.run(() => this.transaction(work), call);
  }

  /** The same, within `run`. */
  transaction<Result>(work: () => Result): Result {
    this.change("BEGIN IMMEDIATE", []);
    try {
      const result = work();
      this.change("COMMIT", []);
      return result;
    } catch (error) {
      // After some failures SQLite has rolled back already.
      if (this.connection().isTransaction) this.change("ROLLBACK", []);
      throw error;
    }
  }

  /** The rows that a statement gives. */
  all(sql: string, values: readonly SQLInputValue[]): SQLInputValue[][] {
    // Statements give arrays; the types know objects only.
    return this.#prepared(sql).all(...values) as unknown as SQLInputValue[][];
  }

  /** How many rows a statement changed. */
  change(sql: string, values: readonly SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** The open connection. */
  connection(): DatabaseSync {
    // A call that was admitted before and came late must not open the file again.
    if (this.#isShut) throw storeClosed();
    this.#database ??= this.#open();
    return this.#database;
  }

  /** Waits for calls under way, then closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#waiting);
    this.#isShut = true;
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  /** Keeps the connection open until the work is done. */
  async #underWay<Result>(work: Promise<Result>): Promise<Result> {
    this.#waiting.add(work);
    try {
      return await work;
    } finally {
      this.#waiting.delete(work);
    }
  }

  /** Repeats work that failed until the file is not held, the deadline passes or the call is ended. */
  async #retry<Result>(work: () => Result, call: Call, failure: unknown): Promise<Result> {
    const { clock, ids } = this.#parts;
    using limit = deadline(clock, this.#settings.deadline, call.signal);
    let error = failure;
    for (let attempt = 1; isBusy(error) && !limit.expired; attempt += 1) {
      try {
        await wait(clock, backoff(attempt, ids.random(), RETRY), limit.signal);
        return work();
      } catch (next) {
        if (!limit.expired) error = next;
      }
    }
    throw sqliteFailure(error, this.#settings.path);
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.connection().prepare(sql);
    statement.setReturnArrays(true);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size === MOST_STATEMENTS && oldest !== undefined) {
      this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  #open(): DatabaseSync {
    const database = this.#parts.open(this.#settings.path);
    try {
      database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL");
      database.exec(`PRAGMA synchronous = ${this.#settings.synchronous}`);
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  }
}
