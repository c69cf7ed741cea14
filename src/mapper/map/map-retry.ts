import {
  backoff,
  DeadlineExceeded,
  isDraglineError,
  retryAfterMs,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { SourcePage } from "./page-source.ts";

/** Half a second, then a second, at most five. */
const BACKOFF = Object.freeze({ baseMs: 500, maxMs: 5_000 });

/** Answers that say that another time may be better. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Codes of errors that another try may not meet again. */
const PASSING: ReadonlySet<string> = new Set([
  "CONNECT_FAILED",
  "CONNECTION_LOST",
  "TIMEOUT",
  "PROXY_FAILED",
]);

/** What decides on a retry. */
interface MapRetryScope {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The longest Retry-After that is waited for, in milliseconds. */
  readonly maxPauseMs: number;
}

/** What a host asked for, and when its URL is tried again. */
interface MapRetry {
  /** Milliseconds. */
  readonly afterMs: number;
  /** Whether the whole host is left alone until then. */
  readonly pauses: boolean;
}

/**
 * Whether a page is asked for again after an answer; undefined: the answer stands. A host that
 * asks for more patience than there is has spoken its last.
 * @param attempt the number of the attempt that ended, from 1
 */
export function retryAnswer(
  { status, headers }: SourcePage,
  attempt: number,
  { clock, ids, maxPauseMs }: MapRetryScope,
): MapRetry | undefined {
  if (!TRANSIENT.has(status)) return undefined;
  const pauses = status === 429 || status === 503;
  const asked = retryAfterMs(headers["retry-after"], clock.now());
  if (asked === undefined) return { afterMs: backoff(attempt, ids.random(), BACKOFF), pauses };
  return asked <= maxPauseMs ? { afterMs: asked, pauses } : undefined;
}

/** Whether a page is asked for again after an error; undefined: it stands. */
export function retryError(
  error: unknown,
  attempt: number,
  { ids }: MapRetryScope,
): MapRetry | undefined {
  const passes =
    error instanceof DeadlineExceeded || (isDraglineError(error) && PASSING.has(error.code));
  return passes ? { afterMs: backoff(attempt, ids.random(), BACKOFF), pauses: false } : undefined;
}
