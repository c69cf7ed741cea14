import { backoff, retryAfterMs } from "../core/index.ts";
import { isFetchError } from "../fetcher/index.ts";
import { retryFailure, retryResponse, type RetryScope } from "../fetcher/internal.ts";

/** How an attempt at a page ended without the page. */
export type UnmetAttempt =
  | {
      /** What the page's source threw. */
      readonly error: unknown;
    }
  | {
      readonly status: number;
      /** The header Retry-After, as it came. */
      readonly retryAfter: string | readonly string[] | undefined;
    };

/** How often a page is tried. */
export interface RetrySettings {
  /** Attempts after the first; 0 or more. */
  readonly retries: number;
  /** The longest Retry-After that is waited for, in milliseconds; of a longer one the answer stands. */
  readonly maxPauseMs: number;
}

/** What is to become of the page. */
interface RetryVerdict {
  /** Milliseconds until it is tried again; undefined: the attempt was the last. */
  readonly afterMs: number | undefined;
  /** Milliseconds that the host asks to be left alone for; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** For timeouts: the host is likely to be slow still in a second. */
const SLOW_HOST = Object.freeze({ baseMs: 2_000, maxMs: 20_000 });

/**
 * Whether a page is tried again: after what `Fetcher.fetch` itself tries again (lost connections,
 * and status 408, 425, 429, 502, 503 and 504), and after every timeout, since a crawl comes back
 * later and keeps nobody waiting.
 * @param attempt the number of the attempt that ended, from 1
 */
export function retryRule(
  ended: UnmetAttempt,
  attempt: number,
  rule: RetrySettings & Pick<RetryScope, "clock" | "ids">,
): RetryVerdict {
  const { clock, ids, retries, maxPauseMs } = rule;
  const scope: RetryScope = { clock, ids, maxRetryAfterMs: maxPauseMs };
  const isLast = attempt > retries;
  if ("error" in ended) {
    const afterMs = isLast ? undefined : afterFailure(ended.error, attempt, scope);
    return { afterMs, retryAfterMs: undefined };
  }
  const { status, retryAfter } = ended;
  const response = { status, headers: { "retry-after": retryAfter } };
  return {
    afterMs: isLast ? undefined : retryResponse(response, attempt, scope),
    retryAfterMs: retryAfterMs(retryAfter, clock.now()),
  };
}

function afterFailure(error: unknown, attempt: number, scope: RetryScope): number | undefined {
  const wait = retryFailure(error, attempt, scope);
  if (wait !== undefined || !isFetchError(error, "TIMEOUT")) return wait;
  return backoff(attempt, scope.ids.random(), SLOW_HOST);
}
