import type * as bullmq from "bullmq";
import type { ConnectionOptions, Processor, Queue, Worker } from "bullmq";
import type { Clock, Ids } from "../../core/index.ts";
import type { NewJob } from "../job-store.ts";
import type { EngineWorker, QueueEngine, Work } from "../queue-engine.ts";
import { bullmqName } from "./bullmq-name.ts";
import type { BullmqQueueSettings } from "./bullmq-options.ts";
import { BullmqWorker } from "./bullmq-worker.ts";
import { enterLane, leaveLane } from "./owner-lanes.ts";
import { jobOptions, workerOptions, type StoredJob } from "./stored-job.ts";
import { TopicQueues } from "./topic-queues.ts";

/** BullMQ and what it is driven with. */
interface BullmqEngineParts {
  readonly bullmq: typeof bullmq;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Milliseconds between two attempts to restore a connection: short, because jobs wait. */
const reconnectDelay = (attempt: number): number => Math.min(50 * attempt, 250);
/** Milliseconds that a connection may take to come to be: a server may be gone without a word. */
const CONNECT_MS = 700;

/** Jobs in Redis, worked by BullMQ; each topic is one of its queues. */
export class BullmqEngine implements QueueEngine {
  readonly #parts: BullmqEngineParts;
  readonly #settings: BullmqQueueSettings;
  readonly #queues: TopicQueues;

  constructor(parts: BullmqEngineParts, settings: BullmqQueueSettings) {
    this.#parts = parts;
    this.#settings = settings;
    const { clock } = parts;
    const { timeoutMs } = settings;
    this.#queues = new TopicQueues({ clock, timeoutMs, open: (topic) => this.#open(topic) });
  }

  push({ topic, id, body, runAt, priority, owner, signal }: NewJob): Promise<boolean> {
    const token = this.#parts.ids.uuid();
    return this.#queues.call(topic, signal, async (queue) => {
      const delay = Math.max(0, Math.ceil(runAt - this.#parts.clock.now()));
      const lane = owner === undefined ? undefined : await enterLane(queue, owner);
      const facts = jobOptions({ id, token, delay, priority, lane });
      const job = await queue.add("job", { id, body, owner }, facts);
      const isNew = job.id === token;
      if (owner !== undefined && !isNew) await leaveLane(queue, owner);
      return isNew;
    });
  }

  drop(topic: string, id: string, signal: AbortSignal): Promise<boolean> {
    return this.#queues.call(topic, signal, async (queue) => {
      const token = await queue.getDeduplicationJobId(bullmqName(id));
      if (token === null) return false;
      const job = await queue.getJob(token);
      if ((await queue.remove(token)) !== 1) return false;
      const owner = job?.data.owner;
      if (owner !== undefined) await leaveLane(queue, owner);
      return true;
    });
  }

  depth(topic: string, signal: AbortSignal): Promise<number> {
    return this.#queues.call(topic, signal, (queue) =>
      queue.getJobCountByTypes("wait", "active", "delayed", "prioritized"),
    );
  }

  work(work: Work): EngineWorker {
    const { clock } = this.#parts;
    const { DelayedError } = this.#parts.bullmq;
    const start = (processor: Processor<StoredJob>): Worker<StoredJob> =>
      this.#startWorker(work, processor);
    return new BullmqWorker(work, { clock, start, DelayedError }, this.#settings);
  }

  close(): Promise<void> {
    return this.#queues.close();
  }

  #startWorker(work: Work, processor: Processor<StoredJob>): Worker<StoredJob> {
    const { leaseMs, prefix } = this.#settings;
    return new this.#parts.bullmq.Worker<StoredJob>(bullmqName(work.topic), processor, {
      ...workerOptions(leaseMs),
      connection: this.#connection({ maxRetriesPerRequest: null }),
      concurrency: work.concurrency + work.aside,
      prefix,
    });
  }

  #open(topic: string): Queue<StoredJob> {
    const connection = this.#connection({
      commandTimeout: this.#settings.timeoutMs,
      // A push that was given up must not be made later, when Redis is back.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    const { prefix } = this.#settings;
    return new this.#parts.bullmq.Queue<StoredJob>(bullmqName(topic), { connection, prefix });
  }

  #connection(options: ConnectionOptions): ConnectionOptions {
    const { url, connection } = this.#settings;
    // Sockets are ended after the last answer: nothing is left to wait for.
    const restoring = { retryStrategy: reconnectDelay, connectTimeout: CONNECT_MS };
    return { url, ...restoring, disconnectTimeout: 1, ...connection, ...options };
  }
}
