import { setImmediate as turn } from "node:timers/promises";
import { Bell } from "./bell.ts";
import { wait, type Clock } from "./clock.ts";
import { Drain } from "./drain.ts";

/** What a loop does. */
interface WorkLoopParts {
  readonly clock: Clock;
  /**
   * Begins what may begin; gives the milliseconds until there may be more unless the bell rings: 0 to
   * look again in the next turn, Infinity to wait for the bell alone.
   */
  readonly step: () => Promise<number>;
  /**
   * Milliseconds until the next step after a failed one; without it a failure ends the loop.
   * @param failures steps that failed one after the other
   * @throws a failure that is for good
   */
  readonly patience?: ((failure: unknown, failures: number) => number) | undefined;
}

/**
 * Takes work again and again, waits for a bell or a time where there is none, and in the end for what
 * it began. What fails among that ends the loop, too.
 */
export class WorkLoop {
  readonly #parts: WorkLoopParts;
  readonly #bell: Bell;
  readonly #works = new Drain();
  readonly #stopping = new AbortController();
  #failure: { readonly reason: unknown } | undefined;

  constructor(parts: WorkLoopParts) {
    this.#parts = parts;
    this.#bell = new Bell(parts.clock);
    this.#stopping.signal.addEventListener("abort", this.#bell.ring, { once: true });
  }

  /** Aborts when no more work is taken: the loop was stopped, or something failed. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** How many works are under way. */
  get size(): number {
    return this.#works.size;
  }

  /** Ends the wait under way, or the next one. */
  readonly ring = (): void => this.#bell.ring();

  /** Counts a work that was begun. */
  add(work: Promise<void>): void {
    void this.#works.add(work.catch((reason: unknown) => this.fail(reason)));
  }

  /** Takes no more. */
  stop(reason?: unknown): void {
    this.#stopping.abort(reason);
  }

  /** Takes no more; {@link end} throws the first of such reasons. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.stop(reason);
  }

  /** Takes work until it is stopped, the signal aborts or something fails. Never rejects. */
  async run(signal?: AbortSignal): Promise<void> {
    const stop = (): void => this.stop(signal?.reason);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
    try {
      await this.#takeUntilStopped();
    } catch (reason) {
      this.fail(reason);
    }
    signal?.removeEventListener("abort", stop);
  }

  /**
   * Resolves when all works have ended, what was added meanwhile, too.
   * @throws the first failure
   */
  async end(): Promise<void> {
    await this.#works.end();
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  async #takeUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      // What ended in one turn is made up for by one step.
      await turn();
      try {
        const ms = await this.#parts.step();
        failures = 0;
        await this.#bell.wait(ms);
      } catch (failure) {
        failures += 1;
        await this.#patience(failure, failures);
      }
    }
  }

  async #patience(failure: unknown, failures: number): Promise<void> {
    const { clock, patience } = this.#parts;
    if (patience === undefined) throw failure;
    const { signal } = this.#stopping;
    await wait(clock, patience(failure, failures), signal).catch(() => {});
  }
}
