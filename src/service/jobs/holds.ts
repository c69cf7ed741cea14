import type { Clock } from "../../core/index.ts";
import { uncancelled } from "../../storage/internal.ts";
import type { EnsuredRecords } from "../../storage/index.ts";
import { jobRows } from "./collections.ts";
import { before, HELD_FOR } from "./job-states.ts";

/** A job that a run of this process has. */
interface Hold extends Disposable {
  /** Aborts when somebody else has the job, or it is gone. */
  readonly signal: AbortSignal;
}

/** The dependencies of holds. */
interface HoldsParts {
  readonly records: EnsuredRecords;
  readonly clock: Clock;
}

interface HeldRun {
  readonly id: string;
  readonly controller: AbortController;
}

/** Shows that the runs of this process are alive: all together, three times within their lease. */
export class Holds {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;
  /** By holder. */
  readonly #held = new Map<string, HeldRun>();
  #cancel: (() => void) | undefined;

  constructor({ records, clock }: HoldsParts) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Keeps a job until the hold is disposed. */
  keep(id: string, holder: string): Hold {
    const controller = new AbortController();
    this.#held.set(holder, { id, controller });
    this.#schedule();
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => this.#drop(holder),
    };
  }

  #drop(holder: string): void {
    this.#held.delete(holder);
    if (this.#held.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    this.#cancel ??= this.#clock.timer(HELD_FOR / 3, () => {
      this.#cancel = undefined;
      void this.#renew();
    });
  }

  async #renew(): Promise<void> {
    const holders = [...this.#held.keys()];
    const ids = [...this.#held.values()].map(({ id }) => id);
    const change = {
      where: { id: { in: ids }, holder: { in: holders }, ...before("settle") },
      set: { lookAt: this.#clock.now() + HELD_FOR },
    };
    try {
      const records = await this.#records.ready(uncancelled);
      const rows = await records.update(jobRows, change, uncancelled);
      const alive = new Set(rows.map(({ holder }) => holder));
      for (const holder of holders) if (!alive.has(holder)) this.#lose(holder);
    } catch {
      // A store that fails is asked again in time: a lease lasts three such waits.
    }
    if (this.#held.size > 0) this.#schedule();
  }

  #lose(holder: string): void {
    const run = this.#held.get(holder);
    this.#drop(holder);
    run?.controller.abort(new Error("Another worker holds the job."));
  }
}
