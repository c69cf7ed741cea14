import {
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { Records } from "../../storage/index.ts";
import { EngineQueue } from "../engine-queue.ts";
import { StoreEngine } from "../store-engine.ts";
import { RecordJobs } from "./record-jobs.ts";
import {
  completeOptions,
  recordsQueueDefaults,
  type RecordsQueueOptions,
} from "./records-options.ts";

/** The collaborators of a queue over records. */
export interface RecordsQueueCollaborators {
  /** Where the jobs are, in the collection `queue_jobs`; left open. */
  readonly records: Records;
  /** Judges delays and leases. @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * A queue over any {@link Records}, as durable as they are: a push that resolved survives the loss of
 * the process. Pushes made at the same time go into one write, and so do jobs that end at the same
 * time. While the records fail, workers wait and go on by themselves; `push`, `drop` and `depth` throw
 * `UNAVAILABLE`. Close the queue before the records.
 */
export class RecordsQueue extends EngineQueue {
  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: RecordsQueueCollaborators, options?: RecordsQueueOptions) {
    checkCollaborators(collaborators, recordsQueueDefaults, {
      records: true,
      clock: true,
      ids: true,
    });
    const { leaseMs, ...settings } = completeOptions(options);
    const { records, clock = systemClock, ids = systemIds } = collaborators;
    const store = new RecordJobs({ records, clock, ids }, leaseMs);
    super({ engine: new StoreEngine({ store, clock }, settings), clock, ids });
  }
}
