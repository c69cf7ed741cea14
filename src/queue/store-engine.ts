import type { Clock } from "../core/index.ts";
import type { JobStore, NewJob } from "./job-store.ts";
import type { EngineWorker, QueueEngine, Work } from "./queue-engine.ts";
import type { RetrySettings } from "./retry-delay.ts";
import { StoreWorker, type PollSettings } from "./store-worker.ts";

/** Where the jobs are, and the time that rules them. */
interface StoreEngineParts {
  readonly store: JobStore;
  readonly clock: Clock;
}

/** Works the jobs of a store with workers of this process. The store is left open. */
export class StoreEngine implements QueueEngine {
  readonly #parts: StoreEngineParts;
  readonly #settings: PollSettings & RetrySettings;

  constructor(parts: StoreEngineParts, settings: PollSettings & RetrySettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  push(job: NewJob): Promise<boolean> {
    return this.#parts.store.push(job);
  }

  drop(topic: string, id: string, signal: AbortSignal): Promise<boolean> {
    return this.#parts.store.drop(topic, id, signal);
  }

  depth(topic: string, signal: AbortSignal): Promise<number> {
    return this.#parts.store.depth(topic, signal);
  }

  work({ topic, concurrency, aside, run }: Work): EngineWorker {
    const settings = { ...this.#settings, concurrency, aside };
    return new StoreWorker({ ...this.#parts, topic, run }, settings);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
