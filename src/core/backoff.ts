/** How waits between attempts grow. */
export interface BackoffOptions {
  /** Milliseconds after the first attempt, before jitter. */
  readonly baseMs: number;
  /** The longest wait in milliseconds. */
  readonly maxMs: number;
}

/**
 * The wait in milliseconds after attempt number `attempt` (from 1): exponential with "equal
 * jitter", so between half and the whole of `baseMs * 2^(attempt - 1)`, capped at `maxMs`.
 * @param random a uniform number in [0, 1)
 */
export function backoff(attempt: number, random: number, options: BackoffOptions): number {
  const whole = Math.min(options.maxMs, options.baseMs * 2 ** (attempt - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
