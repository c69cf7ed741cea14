import type { Job as BullmqJob, Worker as BullmqEngine, Processor } from "bullmq";
import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import { QueueError } from "../queue-error.ts";
import type { EngineWorker, Work } from "../queue-engine.ts";
import { retryDelay } from "../retry-delay.ts";
import type { BullmqQueueSettings } from "./bullmq-options.ts";
import { endConnections } from "./end-connections.ts";
import { UnsettledRun, type StoredJob } from "./stored-job.ts";

/** What a worker on BullMQ is made of. */
export interface BullmqWorkerParts {
  readonly clock: Clock;
  /** Makes BullMQ's worker around a processor. */
  readonly start: (processor: Processor<StoredJob>) => BullmqEngine<StoredJob>;
}

/** A worker of BullMQ, with signals that abort. */
export class BullmqWorker implements EngineWorker {
  readonly topic: string;
  /** Resolves when the worker has stopped and no job runs. */
  readonly ended: Promise<void>;
  readonly #work: Work;
  readonly #clock: Clock;
  readonly #settings: BullmqQueueSettings;
  readonly #engine: BullmqEngine<StoredJob>;
  readonly #running = new Map<string, AbortController>();
  readonly #idle = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();
  #stopping = false;
  #aborted = false;

  constructor(work: Work, parts: BullmqWorkerParts, settings: BullmqQueueSettings) {
    this.topic = work.topic;
    this.#work = work;
    this.#clock = parts.clock;
    this.#settings = settings;
    this.ended = this.#end.promise;
    this.#engine = parts.start((job) => this.#process(job));
    // A lost connection is BullMQ's to restore; it tells of each attempt.
    this.#engine.on("error", () => {});
    this.#engine.on("lockRenewalFailed", (ids) => {
      for (const id of ids) this.#running.get(id)?.abort(leaseLost());
    });
  }

  /** Stops claiming; resolves when no job runs and the connections are closed. */
  stop(): Promise<void> {
    if (!this.#stopping) {
      this.#stopping = true;
      this.#notice();
      this.#close().then(this.#end.resolve, this.#end.reject);
    }
    return this.ended;
  }

  /** Aborts the runs; jobs that they do not finish come back at once. */
  abort(reason: unknown): void {
    this.#aborted = true;
    for (const controller of this.#running.values()) controller.abort(reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #close(): Promise<void> {
    const closed = this.#engine.close();
    await this.#idle.promise;
    using limit = deadline(this.#clock, this.#settings.timeoutMs);
    try {
      await unlessAborted(closed, limit.signal);
    } catch {
      // BullMQ waits for Redis to come back; jobs that it could not settle wait for their leases.
      // Its close gets to neither of these by itself then.
      await this.#engine["lockManager"].close();
      await this.#engine.getBackend().close(true);
    } finally {
      endConnections(this.#engine.getBackend());
    }
  }

  async #process(job: BullmqJob<StoredJob>): Promise<void> {
    const key = job.id ?? "";
    if (this.#stopping) throw new UnsettledRun(0);
    const controller = new AbortController();
    this.#running.set(key, controller);
    const { id, body } = job.data;
    try {
      const { attemptsStarted: attempt } = job;
      await this.#work.run({ id, topic: this.topic, body, attempt }, controller.signal);
    } catch {
      throw new UnsettledRun(this.#aborted ? 0 : retryDelay(job.attemptsStarted, this.#settings));
    } finally {
      this.#running.delete(key);
      this.#notice();
    }
  }

  /** Notices the end of the last run. */
  #notice(): void {
    if (this.#stopping && this.#running.size === 0) this.#idle.resolve();
  }
}

function leaseLost(): QueueError {
  const message = "The lease of the job was lost; another worker may run it.";
  return new QueueError("UNAVAILABLE", { message });
}
