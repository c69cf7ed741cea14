import type { Queue as BullmqEngine } from "bullmq";
import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import { QueueError } from "../queue-error.ts";
import { endConnections } from "./end-connections.ts";
import type { StoredJob } from "./stored-job.ts";

type Engine = BullmqEngine<StoredJob>;

/** How BullMQ's queues are made, and how long their calls may take. */
interface TopicQueuesParts {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly open: (topic: string) => Engine;
}

/** BullMQ's queue of each topic, with a connection of its own, opened at the first call. */
export class TopicQueues {
  readonly #parts: TopicQueuesParts;
  readonly #engines = new Map<string, Engine>();

  constructor(parts: TopicQueuesParts) {
    this.#parts = parts;
  }

  /**
   * Makes a call once the server is connected; not when it was cancelled until then.
   * @throws QueueError `UNAVAILABLE` when the call fails or takes too long
   */
  async call<Result>(
    topic: string,
    signal: AbortSignal,
    call: (engine: Engine) => Promise<Result>,
  ): Promise<Result> {
    using limit = deadline(this.#parts.clock, this.#parts.timeoutMs);
    try {
      const engine = this.#engine(topic);
      await this.#connected(topic, engine, limit.signal);
      signal.throwIfAborted();
      return await unlessAborted(call(engine), limit.signal);
    } catch (failure) {
      if (signal.aborted) throw signal.reason;
      throw unavailable(failure);
    }
  }

  /** Closes the connections; calls under way fail. */
  async close(): Promise<void> {
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    await Promise.all(engines.map(closed));
  }

  #engine(topic: string): Engine {
    const known = this.#engines.get(topic);
    if (known !== undefined) return known;
    const engine = this.#parts.open(topic);
    engine.on("error", () => {});
    this.#engines.set(topic, engine);
    return engine;
  }

  async #connected(topic: string, engine: Engine, signal: AbortSignal): Promise<void> {
    try {
      await unlessAborted(engine.waitUntilReady(), signal);
    } catch (failure) {
      // A first connection that broke while it was greeted stays broken: the next call makes another.
      if (!signal.aborted && this.#engines.get(topic) === engine) {
        this.#engines.delete(topic);
        await closed(engine);
      }
      throw failure;
    }
    const client = await engine.getBackend().client;
    while (client.status !== "ready") {
      const ready = Promise.withResolvers<void>();
      client.once("ready", ready.resolve);
      try {
        await unlessAborted(ready.promise, signal);
      } finally {
        client.off("ready", ready.resolve);
      }
    }
  }
}

/** A connection that is not there cannot be ended in good order. */
async function closed(engine: Engine): Promise<void> {
  await engine.close().catch(() => {});
  endConnections(engine.getBackend());
}

function unavailable(cause: unknown): QueueError {
  return new QueueError("UNAVAILABLE", {
    message: "Redis could not be reached, or did not answer within the time limit.",
    cause,
  });
}
