import type { Session } from "./session.ts";

/** What came of the work of a transaction. */
export interface Work<Result> {
  /** Whether its changes are kept. */
  readonly keep: boolean;
  readonly result: Result;
}

/**
 * The level at which each statement sees what others have committed before it. A client that stands
 * still in the middle must not hold its rows for ever.
 */
const begin = {
  text:
    "BEGIN ISOLATION LEVEL READ COMMITTED; " +
    "SET LOCAL idle_in_transaction_session_timeout = '60s'",
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
