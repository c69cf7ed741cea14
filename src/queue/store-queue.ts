import { checkNumber, deadline, type Clock, type Ids, unlessAborted } from "../core/index.ts";
import { checkId, checkJob, checkTopic } from "./check-job.ts";
import type { JobStore } from "./job-store.ts";
import { QueueError } from "./queue-error.ts";
import type { Call, PushOptions, Queue, Run, WorkOptions, Worker } from "./queue.ts";
import type { RetrySettings } from "./retry-delay.ts";
import { StoreWorker, type PollSettings } from "./store-worker.ts";

/** What a queue over a store works with. */
export interface StoreQueueParts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A queue whose jobs are in a {@link JobStore}: checks, workers and the end. */
export class StoreQueue implements Queue, AsyncDisposable {
  readonly #parts: StoreQueueParts;
  readonly #settings: PollSettings & RetrySettings;
  readonly #workers = new Set<StoreWorker>();
  readonly #calls = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  protected constructor(parts: StoreQueueParts, settings: PollSettings & RetrySettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  async push(topic: string, body: string, options: PushOptions): Promise<boolean> {
    checkJob(topic, body, options);
    const { store, clock, ids } = this.#parts;
    const { id = ids.uuid(), runAt = 0, priority = 0, signal } = options;
    const due = Math.max(runAt, clock.now());
    return this.#call(signal, () => store.push({ topic, id, body, runAt: due, priority, signal }));
  }

  work(topic: string, options: WorkOptions, run: Run): Worker {
    checkTopic(topic);
    checkNumber("concurrency", options.concurrency, { min: 1, max: 10_000 });
    if (this.#closed !== undefined) throw closed();
    const { store, clock } = this.#parts;
    const settings = { ...this.#settings, concurrency: options.concurrency };
    const worker = new StoreWorker({ store, clock, topic, run }, settings);
    this.#workers.add(worker);
    worker.ended.then(
      () => this.#workers.delete(worker),
      () => {},
    );
    return worker;
  }

  async drop(topic: string, id: string, { signal }: Call): Promise<boolean> {
    checkTopic(topic);
    checkId(id);
    return this.#call(signal, () => this.#parts.store.drop(topic, id, signal));
  }

  async depth(topic: string, { signal }: Call): Promise<number> {
    checkTopic(topic);
    return this.#call(signal, () => this.#parts.store.depth(topic, signal));
  }

  async close(grace: number): Promise<void> {
    checkNumber("grace", grace, { min: 0, integer: false });
    this.#closed ??= this.#close(grace);
    await this.#closed;
  }

  /** Closes without grace. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close(0);
  }

  /** Carries out a call that {@link close} waits for. */
  async #call<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw closed();
    const result = call();
    this.#calls.add(result);
    const settled = (): boolean => this.#calls.delete(result);
    result.then(settled, settled);
    return unlessAborted(result, signal);
  }

  async #close(grace: number): Promise<void> {
    const ended = Promise.all([...this.#workers].map((worker) => worker.stop()));
    if (!(await endsWithin(this.#parts.clock, grace, ended))) {
      for (const worker of this.#workers) worker.abort(closed());
    }
    await ended;
    await Promise.allSettled(this.#calls);
  }
}

async function endsWithin(clock: Clock, grace: number, ended: Promise<unknown>): Promise<boolean> {
  if (grace === 0) return false;
  using limit = deadline(clock, grace);
  try {
    await unlessAborted(ended, limit.signal);
    return true;
  } catch {
    return false;
  }
}

function closed(): QueueError {
  return new QueueError("QUEUE_CLOSED", { message: "The queue was closed." });
}
