import { Bell, type Clock } from "../../core/index.ts";
import type { Job } from "./job.ts";
import type { KeptResult } from "./results.ts";

/** A job that was settled in this process. */
export interface Rung {
  readonly job: Job;
  /** Its result, when it is completed and was kept by the settlement. */
  readonly kept: KeptResult | undefined;
}

type Hear = (rung: Rung) => void;

/** Tells those who wait for a job, in this process, that it was settled. */
export class JobBells {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<Hear>>();
  readonly #expected = new Set<string>();
  readonly #following = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** This process has the job, and its bell will ring unless the run is lost or goes elsewhere. */
  expect(id: string): void {
    this.#expected.add(id);
  }

  /** The run has ended, whether or not it has settled the job. */
  forget(id: string): void {
    this.#expected.delete(id);
  }

  /** Whether the bell is to ring and has not. */
  isExpected(id: string): boolean {
    return this.#expected.has(id);
  }

  /** Tells that the job is settled. */
  ring(rung: Rung): void {
    this.#expected.delete(rung.job.id);
    for (const hear of this.#waiting.get(rung.job.id) ?? []) hear(rung);
    for (const wake of this.#following.get(rung.job.account) ?? []) wake();
  }

  /**
   * Listens for all jobs of an account from now on.
   * @returns `wait` ends when one was settled here since the wait before, or after so many
   *   milliseconds; it throws the signal's reason
   */
  listenTo(account: string) {
    const bell = new Bell(this.#clock);
    const wakers = this.#following.get(account) ?? new Set();
    this.#following.set(account, wakers.add(bell.ring));
    return {
      wait: (ms: number, signal: AbortSignal) => waitFor(bell, ms, signal),
      [Symbol.dispose]: (): void => {
        wakers.delete(bell.ring);
        if (wakers.size === 0 && this.#following.get(account) === wakers) {
          this.#following.delete(account);
        }
      },
    };
  }

  /**
   * Listens for a job from now on.
   * @returns `next` waits for the ring, at most so many milliseconds; undefined when there was none
   */
  listen(id: string) {
    let heard: Rung | undefined;
    const bell = new Bell(this.#clock);
    const hear = (rung: Rung): void => {
      heard = rung;
      bell.ring();
    };
    const hearers = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, hearers.add(hear));
    return {
      next: async (ms: number, signal: AbortSignal): Promise<Rung | undefined> => {
        if (heard === undefined) await waitFor(bell, ms, signal);
        return heard;
      },
      [Symbol.dispose]: (): void => {
        hearers.delete(hear);
        if (hearers.size === 0 && this.#waiting.get(id) === hearers) this.#waiting.delete(id);
      },
    };
  }
}

/** @throws the signal's reason */
async function waitFor(bell: Bell, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  signal.addEventListener("abort", bell.ring, { once: true });
  await bell.wait(ms);
  signal.removeEventListener("abort", bell.ring);
  signal.throwIfAborted();
}
