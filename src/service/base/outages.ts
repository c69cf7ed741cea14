import { backoff, isDraglineError, wait, type Clock, type Ids } from "../../core/index.ts";
import { isQueueError } from "../../queue/index.ts";
import { isRateLimiterError } from "../../rate-limiter/index.ts";
import { isStorageOutage } from "../../storage/index.ts";

/** Waits between attempts while something is away. */
const WAITS = Object.freeze({ baseMs: 100, maxMs: 2000 });
/** Causes that are looked at behind an error. */
const DEEPEST = 8;

/**
 * Whether something failed because a store, the queue or the rate limiter cannot be reached, or has no
 * room, for now: at the bottom of what other rooms have made of it too.
 */
export function isOutage(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    if (isStorageOutage(cause)) return true;
    if ((isQueueError(cause) || isRateLimiterError(cause)) && isDraglineError(cause, "UNAVAILABLE"))
      return true;
    if (!(cause instanceof Error)) return false;
    cause = cause.cause;
  }
  return false;
}

/**
 * Carries out work that may be repeated, again and again while an outage keeps it from being done.
 * @throws what the work throws besides; the outage itself once the signal is aborted
 */
export async function throughOutages<Result>(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error;
      await wait(clock, backoff(attempt, ids.random(), WAITS), signal).catch(() => {});
      if (signal.aborted) throw error;
    }
  }
}
