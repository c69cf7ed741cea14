import { checkArgument } from "./arguments.ts";
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
  /** Ends the work now; without effect when it has ended. */
  abort(reason: unknown): void;
}

/**
 * Bounds work to `ms` milliseconds of `clock` and to the caller's `signal`. Dispose it when the
 * work has settled: that cancels the timer and lets go of the caller's signal.
 */
export function deadline(clock: Clock, ms: number, signal?: AbortSignal): Deadline {
  if (signal !== undefined) checkArgument("signal", signal, "signal");
  return new ClockDeadline(clock, ms, signal);
}

/** A class, not a literal: an object with a getter of its own costs a hidden class of its own. */
class ClockDeadline implements Deadline {
  readonly ms: number;
  readonly #clock: Clock;
  readonly #caller: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #end: number;
  #cancel: (() => void) | undefined;
  #expired = false;

  constructor(clock: Clock, ms: number, caller: AbortSignal | undefined) {
    this.ms = ms;
    this.#clock = clock;
    this.#caller = caller;
    this.#end = clock.monotonic() + ms;
    if (caller?.aborted) {
      this.#controller.abort(caller.reason);
      return;
    }
    if (Number.isFinite(ms)) this.#cancel = clock.timer(ms, () => this.#expire());
    caller?.addEventListener("abort", this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get expired(): boolean {
    return this.#expired;
  }

  remaining(): number {
    return Math.max(0, this.#end - this.#clock.monotonic());
  }

  abort(reason: unknown): void {
    this[Symbol.dispose]();
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#caller?.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = (): void => this.abort(this.#caller?.reason);

  #expire(): void {
    this.#expired = true;
    this.abort(new DeadlineExceeded(this.ms));
  }
}
