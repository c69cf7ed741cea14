import type { Worker } from "node:worker_threads";
import type { Clock } from "../core/index.ts";
import {
  ConversionThread,
  type ConversionLimit,
  type ConversionTask,
} from "./conversion-thread.ts";
import { ConverterError } from "./converter-error.ts";
import type { PoolSettings } from "./pool-options.ts";
import { WaitingLine } from "./waiting-line.ts";

/** What the threads are made with. */
export interface ThreadParts {
  readonly clock: Clock;
  readonly createWorker: (limits: { readonly memoryBytes: number }) => Worker;
}

interface Waiting {
  readonly task: ConversionTask;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Worker threads that convert, started when there is work for them; what is too much for them waits
 * in order. A thread that is lost takes only its own page with it and is replaced.
 */
export class ConversionThreads implements AsyncDisposable {
  readonly #parts: ThreadParts;
  readonly #settings: PoolSettings;
  readonly #limit: ConversionLimit;
  readonly #queue = new WaitingLine<Waiting>();
  readonly #threads = new Set<ConversionThread>();
  readonly #idle: ConversionThread[] = [];
  #busy = 0;
  #closed = false;

  constructor(parts: ThreadParts, settings: PoolSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#limit = { clock: parts.clock, ms: settings.pageTimeoutMs };
  }

  /**
   * Runs a job on a thread when its turn has come.
   * @throws what the conversion throws; the signal's reason, when the work has stopped
   * @throws ConverterError
   */
  async run(task: ConversionTask): Promise<unknown> {
    const { signal } = task;
    signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting = { task, resolve, reject };
    const leave = (): void => {
      if (this.#queue.remove(waiting)) reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#queue.add(waiting);
    if (this.#busy < this.#settings.threads) void this.#work();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  /**
   * Refuses when as many jobs wait as may.
   * @throws ConverterError `QUEUE_FULL`
   */
  checkRoom(): void {
    const { threads, maxQueue } = this.#settings;
    if (this.#busy < threads || this.#queue.size < maxQueue) return;
    throw new ConverterError("QUEUE_FULL", {
      message: `${threads} pages are being converted and ${maxQueue} wait; no more may.`,
      details: { threads, maxQueue },
    });
  }

  /** Ends every thread; what waits or runs is rejected with `POOL_CLOSED`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      next.reject(closed());
    }
    await Promise.all([...this.#threads].map((thread) => thread.stop(closed())));
  }

  /** Works off the queue on one thread after another; there are never two at a time here. */
  async #work(): Promise<void> {
    this.#busy += 1;
    let thread = this.#idle.pop();
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      try {
        if (thread?.alive !== true) thread = this.#replace(thread);
        next.resolve(await thread.run(next.task, this.#limit));
      } catch (error) {
        next.reject(error);
      }
    }
    if (thread !== undefined) this.#idle.push(thread);
    this.#busy -= 1;
  }

  #replace(ended: ConversionThread | undefined): ConversionThread {
    if (ended !== undefined) this.#threads.delete(ended);
    const { memoryBytes } = this.#settings;
    const thread = new ConversionThread(this.#parts.createWorker({ memoryBytes }));
    this.#threads.add(thread);
    return thread;
  }
}

function closed(): ConverterError {
  return new ConverterError("POOL_CLOSED", { message: "The converter pool was disposed." });
}
