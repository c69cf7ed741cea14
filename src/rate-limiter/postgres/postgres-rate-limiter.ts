import { backoff, systemIds, wait, type Clock, neverAborts } from "../../core/index.ts";
import { checkKey, checkLimit } from "../check-limit.ts";
import type { Call, Limit, RateLimiter, Verdict } from "../rate-limiter.ts";
import { ServerCalls } from "../server-calls.ts";
import { storedKey } from "../stored-key.ts";
import { CallsTable } from "./calls-table.ts";
import {
  ignore,
  lend,
  type RateLimiterConnection,
  type RateLimiterPool,
  type Sql,
} from "./pool.ts";
import { hasState, sqlStates } from "../../pg/index.ts";

/** After so many calls a slice of the table is swept: twice as many rows as they can have added. */
const CALLS_PER_SWEEP = 256;
const SLICE = 512;

/** Waits between tries of a server that has too much to do. */
const WAITS = Object.freeze({ baseMs: 20, maxMs: 500 });
/**
 * What a server that has too much to do refuses or undoes, so that nothing of it is left: too many
 * connections, starting up, out of memory, a deadlock, a lock that is not there in time. A statement
 * that it gave up had nearly all the time that there was.
 */
const BUSY = [
  sqlStates.tooManyConnections,
  sqlStates.startingUp,
  sqlStates.outOfMemory,
  sqlStates.deadlock,
  sqlStates.lockNotAvailable,
];

/** Columns of an answer, all of them text; none where there was no row. */
type Row = Readonly<Record<string, string | undefined>>;

/** What a {@link PostgresRateLimiter} is made from. */
export interface PostgresSource {
  readonly pool: RateLimiterPool;
  /** Whether the pool is ended with the limiter. */
  readonly owned: boolean;
  readonly clock: Clock;
  readonly time: Pick<Clock, "now"> | undefined;
  readonly schema: string;
  /** Milliseconds that a call may take. */
  readonly timeoutMs: number;
}

/**
 * Limits the calls of all processes that share a Postgres server, by the server's clock, in one
 * statement each. A limit of a key is one row with the times of accepted calls in the window, which
 * each accepted call writes anew: made for limits up to some thousands. Rows of idle keys are
 * deleted slice by slice, as calls come. See {@link createPostgresRateLimiter}.
 */
export class PostgresRateLimiter implements RateLimiter, AsyncDisposable {
  readonly #source: PostgresSource;
  readonly #table: CallsTable;
  readonly #calls: ServerCalls;
  #ensured = false;
  #untilSweep = CALLS_PER_SWEEP;
  #swept = "";

  constructor(source: PostgresSource) {
    this.#source = source;
    this.#table = new CallsTable(source.schema);
    const { clock, timeoutMs: ms } = source;
    this.#calls = new ServerCalls({ server: "Postgres", clock, ms });
    // A pool reports the idle connections that it lost; without a listener the process would end.
    source.pool.on("error", ignore);
  }

  async take(key: string, limit: Limit, call: Call): Promise<Verdict> {
    const row = await this.#run(call, () => {
      checkKey(key);
      checkLimit(limit);
      return this.#table.take({
        name: storedKey(key, limit),
        limit: limit.limit,
        window: limit.windowMs * 1000,
        now: this.#now(),
      });
    });
    this.#untilSweep -= 1;
    if (this.#untilSweep === 0) void this.#sweep();
    return row["allowed"] === "true"
      ? { allowed: true, remaining: limit.limit - Number(row["held"]) }
      : { allowed: false, wait: Math.ceil(Number(row["wait"]) / 1000) };
  }

  async giveBack(key: string, limit: Limit, call: Call): Promise<void> {
    await this.#run(call, () => {
      checkKey(key);
      checkLimit(limit);
      return this.#table.giveBack(storedKey(key, limit));
    });
  }

  /** Waits for calls that run; a pool that was passed in stays open. */
  close(): Promise<void> {
    return this.#calls.close(async () => {
      const { pool, owned } = this.#source;
      if (owned) await pool.end();
      pool.off("error", ignore);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Nobody waits for it; one that fails is made up for by the next. */
  async #sweep(): Promise<void> {
    const call = { signal: neverAborts() };
    const sql = (): Sql => this.#table.sweep(this.#swept, SLICE, this.#now());
    const last: Row = await this.#run(call, sql).catch(() => ({ id: this.#swept }));
    this.#swept = last["id"] ?? "";
    this.#untilSweep = CALLS_PER_SWEEP;
  }

  /** The first row of what a statement answers, empty without one. */
  #run(call: Call, sql: () => Sql): Promise<Row> {
    return this.#calls.run(call, (signal) => {
      const statement = sql();
      return this.#patiently(signal, () =>
        lend(this.#source.pool, signal, async (connection) => {
          const { rows } = await this.#query(connection, statement, signal);
          return (rows[0] ?? {}) as Row;
        }),
      );
    });
  }

  /** Does work again until the server has time for it, or the call is over. */
  async #patiently<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted || !hasState(error, ...BUSY)) throw error;
      }
      await wait(this.#source.clock, backoff(attempt, systemIds.random(), WAITS), signal);
    }
  }

  async #query(
    connection: RateLimiterConnection,
    sql: Sql,
    signal: AbortSignal,
  ): Promise<{ readonly rows: unknown[] }> {
    for (;;) {
      signal.throwIfAborted();
      const ensured = this.#ensured;
      if (!ensured) await this.#table.ensure(connection);
      this.#ensured = true;
      try {
        return await connection.query(sql);
      } catch (error) {
        // Somebody dropped the table, or its schema.
        if (ensured && hasState(error, sqlStates.undefinedTable, sqlStates.undefinedSchema))
          this.#ensured = false;
        // Under the pool's isolation level one of two calls of a key has to try again.
        else if (!hasState(error, sqlStates.serializationFailure)) throw error;
      }
    }
  }

  /** Microseconds, where it is not the server's time that counts. */
  #now(): number | undefined {
    const { time } = this.#source;
    return time === undefined ? undefined : Math.round(time.now() * 1000);
  }
}
