import type { Clock } from "./clock.ts";

/** The reason with which the signal of an expired deadline aborts. */
export class DeadlineExceeded extends Error {
  /** The limit that passed, in milliseconds. */
  readonly ms: number;

  constructor(ms: number) {
    super(`Deadline of ${ms} ms exceeded`);
    this.name = "DeadlineExceeded";
    this.ms = ms;
  }
}

/** A limit on time that also carries the caller's cancellation. */
export interface Deadline extends Disposable {
  /** Aborts with a {@link DeadlineExceeded} when time is up, or with the caller's own reason. */
  readonly signal: AbortSignal;
  /** The limit in milliseconds. */
  readonly ms: number;
  /** Whether it was this deadline that ended the work, and not the caller. */
  readonly expired: boolean;
  /** Milliseconds left; 0 when expired. */
  remaining(): number;
}

/**
 * Bounds work to `ms` milliseconds of `clock` and to the caller's `signal`. Dispose it when the
 * work has settled: that cancels the timer and lets go of the caller's signal.
 */
export function deadline(clock: Clock, ms: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = clock.monotonic() + ms;
  let expired = false;
  const onAbort = (): void => release(signal?.reason);
  const cancel = Number.isFinite(ms) ? clock.timer(ms, expire) : (): void => {};
  function expire(): void {
    expired = true;
    release(new DeadlineExceeded(ms));
  }
  function release(reason: unknown): void {
    dispose();
    controller.abort(reason);
  }
  function dispose(): void {
    cancel();
    signal?.removeEventListener("abort", onAbort);
  }
  if (signal?.aborted) release(signal.reason);
  else signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    ms,
    get expired() {
      return expired;
    },
    remaining: () => Math.max(0, end - clock.monotonic()),
    [Symbol.dispose]: dispose,
  };
}
