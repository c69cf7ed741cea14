import { setImmediate as turn } from "node:timers/promises";
import { backoff, Bell, wait, type Clock, type Ids } from "../../core/index.ts";
import { isStorageOutage } from "../../storage/index.ts";
import type { CheckRunner } from "../checks/check-runner.ts";
import type { Breaker } from "./breaker.ts";
import type { Admitted, Claims } from "./claims.ts";
import { LeaseLost, type Leases } from "./leases.ts";

/** What a worker works with. */
interface WorkerParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly runner: CheckRunner;
  readonly claims: Claims;
  readonly breaker: Breaker;
  readonly leases: Leases;
  /** Removes what is kept no longer. */
  readonly sweep: (now: number) => Promise<void>;
  /** Cuts down a monitor's history where it is time to. */
  readonly prune: (monitorId: string) => Promise<void>;
  readonly maxConcurrency: number;
}

/** Milliseconds between two looks for what other processes made due. */
const POLL = 2_000;
const SWEEP_EVERY = 3_600_000;
const RETRY = { baseMs: 100, maxMs: 5_000 };

/** Checks what is due, so many at once, until it is told to stop. */
export class Worker {
  readonly #parts: WorkerParts;
  readonly #bell: Bell;
  readonly #running = new Set<Promise<void>>();
  #sweepAt = Number.NEGATIVE_INFINITY;
  #failure: { readonly reason: unknown } | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#bell = new Bell(parts.clock);
  }

  /** Something became due. */
  ring(): void {
    this.#bell.ring();
  }

  /**
   * Works until the signal aborts; checks under way are then given back.
   * @throws StorageError when the store fails for good
   */
  async run(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const stopped = AbortSignal.any([signal, stop.signal]);
    stopped.addEventListener("abort", this.#bell.ring, { once: true });
    try {
      await this.#work(stopped);
    } catch (reason) {
      this.#failure ??= { reason };
    } finally {
      stopped.removeEventListener("abort", this.#bell.ring);
      stop.abort();
    }
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  async #work(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && this.#failure === undefined) {
      // What ended in one turn is made up for by one claim.
      await turn();
      try {
        const ms = await this.#step(signal);
        failures = 0;
        if (!signal.aborted && this.#failure === undefined) await this.#bell.wait(ms);
      } catch (error) {
        if (!isStorageOutage(error)) throw error;
        failures += 1;
        await this.#patience(failures, signal);
      }
    }
  }

  /** Begins what may begin; gives the milliseconds until there may be more, unless the bell rings. */
  async #step(signal: AbortSignal): Promise<number> {
    const { clock, claims, maxConcurrency } = this.#parts;
    this.#sweep();
    const free = maxConcurrency - this.#running.size;
    if (free === 0) return Number.POSITIVE_INFINITY;
    const left = Math.min(await claims.nextAt(), this.#sweepAt) - clock.now();
    if (left > 0) return Math.min(POLL, left);
    for (const one of await claims.claim(free)) this.#track(this.#check(one, signal));
    return 0;
  }

  async #check({ held, slot, wasDown }: Admitted, signal: AbortSignal): Promise<void> {
    const { runner, breaker, leases, prune } = this.#parts;
    const { id, host, token } = held.row;
    using lease = leases.hold(id, token ?? "", slot.token);
    try {
      const report = await runner.run(held, AbortSignal.any([signal, lease.signal]));
      if (report.isHostDown === true) await breaker.down(host);
      else if (report.isHostDown === false && wasDown) await breaker.up(host);
      if (report.run?.status === "completed") await prune(id);
    } catch (error) {
      const isOver = signal.aborted || error instanceof LeaseLost;
      // A store that is away comes back, and with the lease the check.
      if (!isOver && !isStorageOutage(error)) throw error;
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((reason: unknown) => {
        this.#failure ??= { reason };
      })
      .finally(() => {
        this.#running.delete(tracked);
        this.#bell.ring();
      });
    this.#running.add(tracked);
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

  async #patience(failures: number, signal: AbortSignal): Promise<void> {
    const { clock, ids } = this.#parts;
    const ms = backoff(failures, ids.random(), RETRY);
    await wait(clock, ms, signal).catch((reason: unknown) => {
      if (!signal.aborted) throw reason;
    });
  }
}
