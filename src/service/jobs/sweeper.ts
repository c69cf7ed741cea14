import { wait } from "../../core/index.ts";
import { isQueueError } from "../../queue/index.ts";
import { isStorageError, isStorageOutage } from "../../storage/index.ts";
import { sweepBatches, sweepDue, sweepOld, type SweepParts } from "./sweep-jobs.ts";
import { tellFailure } from "../base/tell-failure.ts";

/** Milliseconds between two looks at jobs that are not where they should be. */
const EVERY = 1000;
/** Milliseconds after a failure: holders show first that they are alive. */
const AFTER_FAILURE = 5000;
/** Milliseconds between two looks for what is too old. */
const OLD_EVERY = 60_000;

/** Sweeps until the signal aborts; while a store or the queue fails it waits and tries again. */
export class Sweeper {
  readonly #parts: SweepParts;
  #oldAt = 0;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** @throws StorageError, QueueError when the store or the queue fails for good */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#sweep(signal);
        await wait(this.#parts.clock, EVERY, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (isForGood(error)) throw error;
        tellFailure(error);
        await wait(this.#parts.clock, AFTER_FAILURE, signal).catch(() => {});
      }
    }
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const call = { signal };
    await sweepBatches(this.#parts, call);
    await sweepDue(this.#parts, call);
    const now = this.#parts.clock.now();
    if (now < this.#oldAt) return;
    await sweepOld(this.#parts, call);
    const { joined, settings } = this.#parts;
    for (const swept of joined().swept ?? []) await swept.sweep(now - settings.retentionMs, call);
    this.#oldAt = now + OLD_EVERY;
  }
}

/** Whether no later attempt can go better. */
function isForGood(error: unknown): boolean {
  if (isQueueError(error)) return error.code === "QUEUE_CLOSED";
  // What one job does to a sweep must not end the runs of all others.
  return isStorageError(error) && error.code !== "CONFLICT" && !isStorageOutage(error);
}
