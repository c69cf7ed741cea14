import {
  checkArgument,
  signalOf,
  checkNumber,
  deadline,
  Drain,
  type Clock,
  type Ids,
  unlessAborted,
} from "../core/index.ts";
import { checkId, checkJob, checkTopic } from "./check-job.ts";
import type { EngineWorker, QueueEngine } from "./queue-engine.ts";
import { QueueError } from "./queue-error.ts";
import type { Call, PushOptions, Queue, Run, WorkOptions, Worker } from "./queue.ts";
import { SignalWaits } from "./signal-waits.ts";

/** The dependencies of a queue. */
export interface EngineQueueParts {
  readonly engine: QueueEngine;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A queue on an engine: checks what is asked, knows its workers and ends them. */
export class EngineQueue implements Queue, AsyncDisposable {
  readonly #engine: QueueEngine;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #workers = new Set<EngineWorker>();
  readonly #calls = new Drain();
  readonly #waits = new SignalWaits();
  #closed: Promise<void> | undefined;

  constructor({ engine, clock, ids }: EngineQueueParts) {
    this.#engine = engine;
    this.#clock = clock;
    this.#ids = ids;
  }

  async push(topic: string, body: string, options: PushOptions): Promise<boolean> {
    checkJob(topic, body, options);
    const { id = this.#ids.uuid(), priority = 0, signal } = options;
    const runAt = Math.max(options.runAt ?? 0, this.#clock.now());
    const job = { topic, id, body, runAt, priority, owner: options.owner, signal };
    return this.#call(signal, () => this.#engine.push(job));
  }

  work(topic: string, options: WorkOptions, run: Run): Worker {
    checkTopic(topic);
    checkArgument("options of work(topic, { concurrency }, run)", options, "object");
    checkArgument("run of work(topic, { concurrency }, run)", run, "function");
    const { concurrency, aside = 0 } = options;
    checkNumber("concurrency", concurrency, { min: 1, max: 10_000 });
    checkNumber("aside", aside, { min: 0, max: 10_000 });
    if (this.#closed !== undefined) throw queueClosed();
    const worker = this.#engine.work({ topic, concurrency, aside, run });
    this.#workers.add(worker);
    const forget = (): boolean => this.#workers.delete(worker);
    worker.ended.then(forget, forget);
    return worker;
  }

  async drop(topic: string, id: string, call: Call): Promise<boolean> {
    const signal = signalOf("drop(topic, id, { signal })", call);
    checkTopic(topic);
    checkId(id);
    return this.#call(signal, () => this.#engine.drop(topic, id, signal));
  }

  async depth(topic: string, call: Call): Promise<number> {
    const signal = signalOf("depth(topic, { signal })", call);
    checkTopic(topic);
    return this.#call(signal, () => this.#engine.depth(topic, signal));
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
    if (this.#closed !== undefined) throw queueClosed();
    return this.#waits.wait(this.#calls.add(call()), signal);
  }

  async #close(grace: number): Promise<void> {
    const workers = [...this.#workers];
    const ended = Promise.all(workers.map((worker) => worker.stop()));
    if (!(await endsWithin(this.#clock, grace, ended))) {
      for (const worker of workers) worker.abort(queueClosed());
    }
    await ended;
    await this.#calls.end();
    await this.#engine.close();
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

function queueClosed(): QueueError {
  return new QueueError("QUEUE_CLOSED", { message: "The queue was closed." });
}
