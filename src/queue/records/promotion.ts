import type { Clock } from "../../core/index.ts";
import { jobRows } from "./job-rows.ts";
import { uncancelled, type QueueRecords } from "./queue-records.ts";

/** Jobs that are made ready in one step; their rows come back whole. */
const AT_ONCE = 200;
/** Milliseconds that a job that became due may wait while every claim is filled without it. */
const EVERY = 50;

/**
 * Makes jobs ready whose delay or lease has ended. A step of its own, so that a claim never reads
 * past jobs that are not due, however many there are.
 */
export class Promotion {
  readonly #records: QueueRecords;
  readonly #clock: Clock;
  /** By topic, when to look again, on the monotonic clock. */
  readonly #nextAt = new Map<string, number>();

  constructor(records: QueueRecords, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Lets the next {@link promote} of the topic look at once. */
  expect(topic: string): void {
    this.#nextAt.delete(topic);
  }

  async promote(topic: string): Promise<void> {
    const now = this.#clock.monotonic();
    if (now < (this.#nextAt.get(topic) ?? now)) return;
    const change = {
      where: { topic, ready: false, runAt: { lte: this.#clock.now() } },
      order: [["runAt", "asc"]],
      limit: AT_ONCE,
      set: { ready: true },
    } as const;
    const promoted = await this.#records.call((store) =>
      store.update(jobRows, change, { signal: uncancelled }),
    );
    if (promoted.length < AT_ONCE) this.#nextAt.set(topic, now + EVERY);
  }
}
