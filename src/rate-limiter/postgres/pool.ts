import { unlessAborted } from "../../core/index.ts";
import { connect } from "../../pg/index.ts";

/** What the limiter asks of a `Pool` of the package pg, version 8.16 or later. */
export interface RateLimiterPool {
  connect(): Promise<RateLimiterConnection>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** A connection of the pool, as long as it is lent. */
export interface RateLimiterConnection {
  query(query: Sql): Promise<{ readonly rows: unknown[] }>;
  /** Gives the connection back to the pool; with `true` the pool closes it. */
  release(destroy?: boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** A statement as `pg` takes it; all columns of an answer are text. */
export interface Sql {
  readonly text: string;
  readonly values?: unknown[];
  /** One that comes often is planned once for each connection; at most 63 characters. */
  readonly name?: string;
}

/**
 * Runs `work` with a connection of its own. When `signal` aborts, the connection is closed, and with
 * it what runs on it.
 * @throws the signal's reason; what the driver throws
 */
export async function lend<Result>(
  pool: RateLimiterPool,
  signal: AbortSignal,
  work: (connection: RateLimiterConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(pool, signal);
  // A connection that is lost between two queries says so here; the next query then fails.
  connection.on("error", ignore);
  try {
    return await unlessAborted(work(connection), signal);
  } finally {
    connection.release(signal.aborted);
    connection.off("error", ignore);
  }
}

/** A listener for what is reported elsewhere as well. */
export function ignore(): void {}
