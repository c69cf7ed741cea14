import { backoff, wait, type Clock, type Ids } from "../../core/index.ts";
import { hasState, sqlStates } from "../../pg/index.ts";

/** Attempts at work that the server gives up to break a deadlock. */
const MOST_ATTEMPTS = 8;
const WAITS = Object.freeze({ baseMs: 4, maxMs: 250 });

/** What tells when to try again. */
interface RetryTime {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signal: AbortSignal;
}

/** Runs `work` again when the server undid it for the sake of others; nothing of it is left then. */
export async function retryUndone<Result>(
  { clock, ids, signal }: RetryTime,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const undone = hasState(error, sqlStates.serializationFailure, sqlStates.deadlock);
      if (!undone || attempt === MOST_ATTEMPTS) throw error;
      await wait(clock, backoff(attempt, ids.random(), WAITS), signal);
    }
  }
}
