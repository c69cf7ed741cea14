import type { Clock } from "../core/index.ts";
import type { HeldJob, JobStore } from "./job-store.ts";
import { QueueError } from "./queue-error.ts";

/** Renews the leases of the jobs that a worker holds, all together at a third of their time. */
export class Leases {
  readonly #store: JobStore;
  readonly #clock: Clock;
  readonly #held = new Map<HeldJob, AbortController>();
  #cancel: (() => void) | undefined;
  #extending: Promise<void> | undefined;

  constructor(store: JobStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Holds a job; the signal aborts when the hold is lost. */
  hold(job: HeldJob): AbortSignal {
    const controller = new AbortController();
    this.#held.set(job, controller);
    this.#schedule();
    return controller.signal;
  }

  /** Lets go of a job that was settled or released. */
  drop(job: HeldJob): void {
    this.#held.delete(job);
    if (this.#held.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Aborts the signals of all jobs held. */
  abortAll(reason: unknown): void {
    for (const controller of this.#held.values()) controller.abort(reason);
  }

  /** Resolves when no renewal is under way. */
  async end(): Promise<void> {
    await this.#extending;
  }

  #schedule(): void {
    const { leaseMs } = this.#store;
    if (this.#cancel !== undefined || !Number.isFinite(leaseMs)) return;
    this.#cancel = this.#clock.timer(leaseMs / 3, () => {
      this.#cancel = undefined;
      this.#extending = this.#extend();
    });
  }

  async #extend(): Promise<void> {
    // A store that fails is asked again in time: a lease lasts three such waits.
    const lost = await this.#store.extend([...this.#held.keys()]).catch(() => []);
    for (const job of lost) {
      this.#held.get(job)?.abort(leaseLost());
      this.#held.delete(job);
    }
    if (this.#held.size > 0) this.#schedule();
  }
}

function leaseLost(): QueueError {
  const message = "The lease of the job was lost; another worker may run it.";
  return new QueueError("UNAVAILABLE", { message });
}
