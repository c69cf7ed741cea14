import type { Session } from "./session.ts";

/** What came of the work of a transaction. */
export interface Work<Result> {
  /** Whether its changes are kept. */
  readonly keep: boolean;
  readonly result: Result;
}

/**
 * Each statement sees what others have committed before it. A client that stands still in the
 * middle must not hold its rows for ever. What Postgres believes about a table of work is always
 * out of date, and a bitmap scan that it then chooses sorts all that is due for every claim; an
 * index is read in its order.
 */
const begin = {
  text:
    "BEGIN ISOLATION LEVEL READ COMMITTED; " +
    "SET LOCAL idle_in_transaction_session_timeout = '60s'; " +
    "SET LOCAL enable_bitmapscan = off",
  values: [],
};
const commit = { text: "COMMIT", values: [] };
const rollback = { text: "ROLLBACK", values: [] };

/** Runs `work` as one step: whole, or not at all when it throws or does not want to keep it. */
export async function transaction<Result>(
  session: Session,
  work: () => Promise<Work<Result>>,
): Promise<Result> {
  try {
    await session.query(begin);
    const { keep, result } = await work();
    await session.query(keep ? commit : rollback);
    return result;
  } catch (error) {
    // The server rolls back what a lost connection has begun.
    await session.query(rollback).catch(() => session.destroy());
    throw error;
  }
}
