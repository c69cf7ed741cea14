import {
  checkCollaborators,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { EngineQueue } from "../engine-queue.ts";
import { checkRetry, retryDefaults, type RetryOptions } from "../retry-delay.ts";
import { StoreEngine } from "../store-engine.ts";
import { MemoryJobs } from "./memory-jobs.ts";

/** The collaborators of a memory queue. */
export interface MemoryQueueCollaborators {
  /** Jobs to share with other queues of the process; jobs of its own without. */
  readonly jobs?: MemoryJobs | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * A queue in this process: nothing is durable, all other promises of {@link Queue} hold. A worker
 * that waits for jobs does not keep the process alive.
 */
export class MemoryQueue extends EngineQueue {
  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: MemoryQueueCollaborators = {}, options?: RetryOptions) {
    checkCollaborators(collaborators, retryDefaults, { jobs: true, clock: true, ids: true });
    const settings = withDefaults(retryDefaults, options);
    checkRetry(settings);
    const { clock = systemClock, ids = systemIds } = collaborators;
    const { jobs = new MemoryJobs({ clock }) } = collaborators;
    // The jobs tell of everything that happens to them: there is nothing to look for.
    const poll = { pollMs: Number.POSITIVE_INFINITY, maxPollMs: Number.POSITIVE_INFINITY };
    const engine = new StoreEngine({ store: jobs, clock }, { ...settings, ...poll });
    super({ engine, clock, ids });
  }
}
