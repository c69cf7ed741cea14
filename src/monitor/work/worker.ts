import { WorkLoop, type Clock, type Ids } from "../../core/index.ts";
import { isStorageOutage } from "../../storage/index.ts";
import { outagePatience } from "../../storage/internal.ts";
import type { CheckRunner } from "../checks/check-runner.ts";
import type { Breaker } from "./breaker.ts";
import type { Admitted, Claims } from "./claims.ts";
import { LeaseLost, type MonitorLeases } from "./leases.ts";

/** What a worker works with. */
interface WorkerParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly runner: CheckRunner;
  readonly claims: Claims;
  readonly breaker: Breaker;
  readonly leases: MonitorLeases;
  /** Removes what is kept no longer. */
  readonly sweep: (now: number) => Promise<void>;
  /** Cuts down a monitor's history where it is time to. */
  readonly prune: (monitorId: string) => Promise<void>;
  readonly maxConcurrency: number;
}

/** Milliseconds between two looks for what other processes made due. */
const POLL = 2_000;
const SWEEP_EVERY = 3_600_000;

/** Checks what is due, so many at once, until it is told to stop. */
export class Worker {
  readonly #parts: WorkerParts;
  readonly #loop: WorkLoop;
  #sweepAt = Number.NEGATIVE_INFINITY;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    const { clock, ids } = parts;
    this.#loop = new WorkLoop({ clock, step: () => this.#step(), patience: outagePatience(ids) });
  }

  /** Something became due. */
  ring(): void {
    this.#loop.ring();
  }

  /**
   * Works until the signal aborts; checks under way are then given back.
   * @throws StorageError when the store fails for good
   */
  async run(signal: AbortSignal): Promise<void> {
    await this.#loop.run(signal);
    await this.#loop.end();
  }

  /** Begins what may begin; gives the milliseconds until there may be more, unless the bell rings. */
  async #step(): Promise<number> {
    const { clock, claims, maxConcurrency } = this.#parts;
    this.#sweep();
    const free = maxConcurrency - this.#loop.size;
    if (free === 0) return Number.POSITIVE_INFINITY;
    const left = Math.min(await claims.nextAt(), this.#sweepAt) - clock.now();
    if (left > 0) return Math.min(POLL, left);
    for (const one of await claims.claim(free)) this.#track(this.#check(one));
    return 0;
  }

  async #check({ held, slot, wasDown }: Admitted): Promise<void> {
    const { runner, breaker, leases, prune } = this.#parts;
    const { id, host, token } = held.row;
    const { stopping } = this.#loop;
    using lease = leases.hold({ id, token: token ?? "", slotToken: slot.token });
    try {
      const report = await runner.run(held, AbortSignal.any([stopping, lease.signal]));
      if (report.isHostDown === true) await breaker.down(host);
      else if (report.isHostDown === false && wasDown) await breaker.up(host);
      if (report.run?.status === "completed") await prune(id);
    } catch (error) {
      const isOver = stopping.aborted || error instanceof LeaseLost;
      // A store that is away comes back, and with the lease the check.
      if (!isOver && !isStorageOutage(error)) throw error;
    }
  }

  #track(work: Promise<void>): void {
    this.#loop.add(work.finally(this.#loop.ring));
  }

  #sweep(): void {
    const now = this.#parts.clock.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_EVERY;
    const swept = this.#parts.sweep(now).catch((error: unknown) => {
      if (!isStorageOutage(error)) throw error;
    });
    this.#track(swept);
  }
}
