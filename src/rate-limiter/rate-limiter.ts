/** A limit: at most so many accepted calls in any window of that length. */
export interface Limit {
  /** Accepted calls; a whole number from 1 to 1000000. */
  readonly limit: number;
  /** Length of the window in milliseconds; a whole number from 1 to 2592000000 (30 days). */
  readonly windowMs: number;
}

/** What every call of a port carries. */
export interface Call {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The answer to a call. */
export type Verdict =
  | {
      readonly allowed: true;
      /** Calls that would be accepted now. */
      readonly remaining: number;
    }
  | {
      readonly allowed: false;
      /** Milliseconds, at least 1, until a call will be accepted if none is accepted before. */
      readonly wait: number;
    };

/**
 * Counts calls by key in an exact sliding window: no window of the length holds more accepted calls
 * than the limit, wherever it begins. Refused calls do not count. A key is any string of at most
 * 1024 characters; each limit of a key is counted apart from others. Methods throw RateLimiterError:
 * `INVALID_LIMIT`, `UNAVAILABLE`, `LIMITER_CLOSED`.
 */
export interface RateLimiter {
  /** Accepts the call and counts it, or says how long to wait. */
  take(key: string, limit: Limit, call: Call): Promise<Verdict>;

  /**
   * Forgets the newest of the key's accepted calls that are in the window, for one that came to nothing
   * and is not to count; where there is none, nothing.
   */
  giveBack(key: string, limit: Limit, call: Call): Promise<void>;

  /** Lets go of what it holds; calls after it are refused (`LIMITER_CLOSED`). */
  close(): Promise<void>;
}
