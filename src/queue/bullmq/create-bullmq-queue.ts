import type * as bullmq from "bullmq";
import {
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { EngineQueue } from "../engine-queue.ts";
import { QueueError } from "../queue-error.ts";
import type { Queue } from "../queue.ts";
import { BullmqEngine } from "./bullmq-engine.ts";
import { bullmqQueueDefaults, completeOptions, type BullmqQueueOptions } from "./bullmq-options.ts";

/** The collaborators of a queue on BullMQ. */
export interface BullmqQueueCollaborators {
  /** Times the calls; delays and leases go by the machines' own clocks. @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** A queue on BullMQ; disposing closes it without grace. */
export interface BullmqQueue extends Queue, AsyncDisposable {}

/**
 * Makes a queue on Redis for many machines, with BullMQ 6 as its engine. Each topic has a connection
 * of its own, opened by its first call, and each worker two; closing the queue closes them. A job
 * whose worker was lost goes before all others. While Redis is gone, workers wait and go on by
 * themselves; `push`, `drop` and `depth` throw `UNAVAILABLE` within the time limit.
 * @throws QueueError `PACKAGE_MISSING`
 * @throws CoreError `INVALID_OPTION`
 */
export async function createBullmqQueue(
  collaborators: BullmqQueueCollaborators = {},
  options?: BullmqQueueOptions,
): Promise<BullmqQueue> {
  checkCollaborators(collaborators, bullmqQueueDefaults, { clock: true, ids: true });
  const settings = completeOptions(options);
  const { clock = systemClock, ids = systemIds } = collaborators;
  const bullmq = await loadBullmq();
  return new EngineQueue({
    engine: new BullmqEngine({ bullmq, clock, ids }, settings),
    clock,
    ids,
  });
}

async function loadBullmq(): Promise<typeof bullmq> {
  try {
    return await import("bullmq");
  } catch (cause) {
    throw new QueueError("PACKAGE_MISSING", {
      message: "The queue needs BullMQ and its Redis client: `npm install bullmq ioredis`.",
      details: { packages: ["bullmq", "ioredis"] },
      cause,
    });
  }
}
