import type { Clock } from "../../core/index.ts";
import { RunningOwners } from "../running-owners.ts";

/** How many jobs run, and how long one that may not run beside waits for another to end. */
interface SeatSettings {
  readonly concurrency: number;
  readonly patienceMs: number;
}

/**
 * Who of the jobs that BullMQ gives may run: as many as were asked for, and beside them those of
 * owners of which none runs. BullMQ gives no more than there are seats in all.
 */
export class WorkerSeats {
  readonly #clock: Clock;
  readonly #settings: SeatSettings;
  readonly #owners = new RunningOwners();
  readonly #waiting = new Set<(isSeated: boolean) => void>();
  #running = 0;

  constructor(clock: Clock, settings: SeatSettings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Takes a seat, at once or as one becomes free; false when that takes too long. */
  take(owner: string | undefined): Promise<boolean> {
    const isBeside = owner !== undefined && !this.#owners.has(owner);
    if (!isBeside && !this.#isFree) return this.#wait(owner);
    this.#seat(owner);
    return Promise.resolve(true);
  }

  leave(owner: string | undefined): void {
    this.#running -= 1;
    this.#owners.remove(owner);
    const [first] = this.#waiting;
    if (this.#isFree) first?.(true);
  }

  /** Lets nobody wait any longer. */
  close(): void {
    for (const end of this.#waiting) end(false);
  }

  get #isFree(): boolean {
    return this.#running < this.#settings.concurrency;
  }

  #seat(owner: string | undefined): void {
    this.#running += 1;
    this.#owners.add(owner);
  }

  #wait(owner: string | undefined): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (isSeated: boolean): void => {
      cancel();
      this.#waiting.delete(end);
      if (isSeated) this.#seat(owner);
      resolve(isSeated);
    };
    const cancel = this.#clock.timer(this.#settings.patienceMs, () => end(false));
    this.#waiting.add(end);
    return promise;
  }
}
