/**
 * The only source of time in Dragline. Hosts and tests may pass their own, so that every wait,
 * deadline and schedule can be driven without waiting.
 */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start that never go backwards; for measuring durations. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds and returns a function that cancels it. */
  timer(ms: number, run: () => void): () => void;
}

/** Node allows timers of at most 2^31 - 1 ms; a longer one would fire at once. */
const LONGEST_TIMER = 2_147_483_647;

/** The machine's clock. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(ms: number, run: () => void) {
    const handle = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER));
    return () => clearTimeout(handle);
  },
});

/**
 * Resolves after `ms` milliseconds of `clock`.
 * @throws the signal's reason, at once, when it aborts; the timer is then cancelled.
 */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.timer(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
