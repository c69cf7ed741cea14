import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  signalOf,
  backoff,
  deadline,
  Drain,
  wait,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { Call } from "../records.ts";
import { storeClosed } from "../refusals.ts";
import { CheckpointThread } from "./checkpoint-thread.ts";
import { Erasure } from "./erasure.ts";
import { OpenLog } from "./log-sync.ts";
import { isBusy, logFailure, sqliteFailure } from "./sqlite-failure.ts";
import type { SqliteSettings } from "./sqlite-options.ts";
import { Failed, WriteGroup } from "./write-group.ts";

/** What a connection is made with. */
interface SqliteFileParts {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Opens the file in another way than `new DatabaseSync(path)`. */
  readonly open?: ((path: string) => DatabaseSync) | undefined;
}

/** More shapes of statements than this are prepared again when they come back. */
const MOST_STATEMENTS = 500;
/** Pages of the log at which a commit copies it into the file itself, as SQLite has it. */
const COPY_AT = 1000;
/** The same where a thread copies: only what that one never gets to the end of, in time. */
const COPY_BESIDE_AT = 8000;
const RETRY = { baseMs: 1, maxMs: 10 };

/**
 * One connection to a SQLite file, opened when it is first needed. SQLite's own way to wait for other
 * processes would block the event loop, so waiting is done here.
 */
export class SqliteFile {
  readonly #parts: SqliteFileParts;
  readonly #settings: SqliteSettings;
  readonly #statements = new Map<string, StatementSync>();
  readonly #underWay = new Drain();
  readonly #group = new WriteGroup({
    transaction: (work) => this.transaction(work),
    nested: (work) => this.#nested(work),
    alone: async (work, call) => this.run(() => this.transaction(work), call),
    idle: async () => this.#log?.sync.idle(),
    safe: () => this.#safe(),
  });
  readonly #checkpoints: CheckpointThread | undefined;
  readonly #erasure: Erasure;
  #database: DatabaseSync | undefined;
  /** Where commits do not wait for the disk themselves, and those who wrote do; null where all do. */
  #log: OpenLog | null | undefined;
  /** Characters that the transaction under way writes. */
  #written = 0;
  /** Whether it removes something. */
  #removes = false;
  #closed = false;
  /** Whether the calls under way at `close` have ended. */
  #isShut = false;

  constructor(parts: SqliteFileParts, settings: SqliteSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#erasure = new Erasure({
      clock: parts.clock,
      beside: () => this.#checkpoints?.empty() === true,
      here: () => this.#emptyLog(),
    });
    // How a host opens the file, a thread cannot know.
    if (parts.open !== undefined) return;
    this.#checkpoints = new CheckpointThread(settings, {
      onChange: (copies) => this.#copyAt(copies ? COPY_BESIDE_AT : COPY_AT),
    });
  }

  /**
   * Refuses a call after its signal or after `close`.
   * @throws the signal's reason; StorageError `CLOSED`
   */
  admit(call: Call): void {
    signalOf("a call of the store, (…, { signal }),", call);
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
      return this.#underWay.add(this.#retry(work, call, error));
    }
  }

  /** Does work as one transaction, with other writes of this turn; what it throws undoes it all. */
  write<Result>(work: () => Result, call: Call): Promise<Result> {
    const [result, opened] = this.#group.add(work, call);
    if (opened !== undefined) void this.#underWay.add(opened);
    return result;
  }

  /** Does work as a transaction at once, within `run`; what it throws undoes all. */
  transaction<Result>(work: () => Result): Result {
    this.change("BEGIN IMMEDIATE", []);
    try {
      const result = work();
      this.change("COMMIT", []);
      this.#checkpoints?.committed(this.#written);
      this.#written = 0;
      if (this.#removes) this.#erasure.removed();
      this.#removes = false;
      return result;
    } catch (error) {
      this.#removes = false;
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
    for (const value of values) if (typeof value === "string") this.#written += value.length;
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** Called when the running transaction removes something that must also leave the disk. */
  removes(): void {
    this.#removes = true;
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
    await this.#underWay.end();
    await this.#checkpoints?.[Symbol.asyncDispose]();
    this.#erasure[Symbol.dispose]();
    this.#isShut = true;
    this.#statements.clear();
    await this.#log?.close();
    this.#database?.close();
    this.#database = undefined;
  }

  /** Work as a part of a transaction that does not share its failure. */
  #nested<Result>(work: () => Result): Result | Failed {
    this.change("SAVEPOINT work", []);
    try {
      const result = work();
      this.change("RELEASE work", []);
      return result;
    } catch (error) {
      // After some failures SQLite has rolled back everything.
      if (!this.connection().isTransaction || isBusy(error)) throw error;
      this.change("ROLLBACK TO work", []);
      this.change("RELEASE work", []);
      return new Failed(sqliteFailure(error, this.#settings.path));
    }
  }

  /** Repeats work that failed until the file is not held, the deadline passes or the call is ended. */
  async #retry<Result>(work: () => Result, call: Call, failure: unknown): Promise<Result> {
    const { clock, ids } = this.#parts;
    using limit = deadline(clock, this.#settings.timeoutMs, call.signal);
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

  /**
   * A commit that waits for the disk has nothing else happen meanwhile. So only the first one does,
   * which makes the log; after the others it is brought to the disk beside.
   */
  async #safe(): Promise<void> {
    const { path, synchronous } = this.#settings;
    if (synchronous === "normal") return;
    try {
      if (this.#log === undefined) this.#openLog();
      else await this.#log?.sync.synced();
    } catch (error) {
      throw logFailure(error, path);
    }
  }

  /** There is none of what is in memory, or has another journal: then commits go on to wait. */
  #openLog(): void {
    const [[journal] = []] = this.all("PRAGMA journal_mode", []);
    this.#log = journal === "wal" ? openLog(this.#settings.path) : null;
    if (this.#log !== null) this.connection().exec("PRAGMA synchronous = normal");
  }

  #copyAt(pages: number): void {
    this.#database?.exec(`PRAGMA wal_autocheckpoint = ${pages}`);
  }

  #open(): DatabaseSync {
    const { path } = this.#settings;
    const database = this.#parts.open?.(path) ?? new DatabaseSync(path);
    try {
      database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL");
      database.exec(`PRAGMA synchronous = ${this.#settings.synchronous}`);
      // What is removed, a data key above all, is overwritten, and so is what moves to another page.
      database.exec("PRAGMA secure_delete = ON");
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    // A process that was killed may have left a log with what it had removed.
    if (!this.#emptyLog()) this.#erasure.removed();
    return database;
  }

  /** Gives false while somebody else needs what is in it. */
  #emptyLog(): boolean {
    try {
      const [row] = this.#database?.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all() ?? [];
      return row === undefined || row["busy"] === 0;
    } catch {
      // A full disk, or one that failed: it may be better the next time.
      return false;
    }
  }
}

function openLog(path: string): OpenLog | null {
  try {
    return new OpenLog(path);
  } catch {
    return null;
  }
}
