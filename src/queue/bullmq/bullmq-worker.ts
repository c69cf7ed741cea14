import type { Job as BullmqJob, Worker as BullmqEngine, Processor } from "bullmq";
import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import { QueueError } from "../queue-error.ts";
import type { EngineWorker, Work } from "../queue-engine.ts";
import { retryDelay } from "../retry-delay.ts";
import type { BullmqQueueSettings } from "./bullmq-options.ts";
import { endConnections } from "./end-connections.ts";
import { leaveLane } from "./owner-lanes.ts";
import { UnsettledRun, type StoredJob } from "./stored-job.ts";
import { WorkerSeats } from "./worker-seats.ts";

/** What a worker on BullMQ is made of. */
interface BullmqWorkerParts {
  readonly clock: Clock;
  /** Makes BullMQ's worker around a processor. */
  readonly start: (processor: Processor<StoredJob>) => BullmqEngine<StoredJob>;
  /** Tells BullMQ that a job was put off. */
  readonly DelayedError: new () => Error;
}

/** A worker of BullMQ, with signals that abort. */
export class BullmqWorker implements EngineWorker {
  readonly topic: string;
  /** Resolves when the worker has stopped and no job runs. */
  readonly ended: Promise<void>;
  readonly #work: Work;
  readonly #clock: Clock;
  readonly #seats: WorkerSeats;
  readonly #DelayedError: BullmqWorkerParts["DelayedError"];
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
    this.#DelayedError = parts.DelayedError;
    this.#seats = new WorkerSeats(parts.clock, { ...work, patienceMs: settings.retryMs });
    this.#settings = settings;
    this.ended = this.#end.promise;
    this.#engine = parts.start((job, token) => this.#process(job, token));
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
      this.#seats.close();
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

  async #process(job: BullmqJob<StoredJob>, token: string | undefined): Promise<void> {
    const { owner } = job.data;
    if (this.#stopping) throw new UnsettledRun(0);
    if (!(await this.#seats.take(owner))) return this.#pass(job, token);
    try {
      await this.#run(job);
    } finally {
      this.#seats.leave(owner);
    }
    // What is not taken off the lane makes the owner's next job go later, and no more.
    if (owner !== undefined) await leaveLane(this.#engine, owner).catch(() => {});
  }

  /** Puts a job off: BullMQ gives the next in order, and that one may run beside. */
  async #pass(job: BullmqJob<StoredJob>, token: string | undefined): Promise<never> {
    if (this.#stopping) throw new UnsettledRun(0);
    await job.updateData({ ...job.data, passed: (job.data.passed ?? 0) + 1 });
    await job.moveToDelayed(this.#clock.now() + this.#settings.retryMs, token);
    throw new this.#DelayedError();
  }

  async #run(job: BullmqJob<StoredJob>): Promise<void> {
    const key = job.id ?? "";
    const controller = new AbortController();
    this.#running.set(key, controller);
    const { id, body, owner, passed = 0 } = job.data;
    const attempt = job.attemptsStarted - passed;
    const named = { id, topic: this.topic, body, attempt, ...(owner !== undefined && { owner }) };
    try {
      await this.#work.run(named, controller.signal);
    } catch {
      throw new UnsettledRun(this.#aborted ? 0 : retryDelay(attempt, this.#settings));
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
