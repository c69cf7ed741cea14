import { deadline, type Clock } from "../core/index.ts";
import type { Queue } from "../queue/index.ts";
import type { DiskSpace } from "../storage/fs/index.ts";
import type { Records } from "../storage/index.ts";
import { accountRows } from "./accounts/collections.ts";
import { ServiceError } from "./service-error.ts";

/** Asks what every request needs whether it is there; throws what it throws. */
export type Probe = (call: { readonly signal: AbortSignal }) => Promise<void>;

/** What is asked. */
export interface ProbeParts {
  readonly records: Records;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly disk?: Pick<DiskSpace, "check"> | undefined;
}

/** Milliseconds for an answer; who asks does not wait as long as the stores would. */
const ANSWER_MS = 1500;
/** A topic that nothing is pushed to. */
const PROBED = "probe";

/**
 * A probe of storage and queue.
 * @returns a function that throws ServiceError `SERVICE_UNAVAILABLE` when they take too long
 */
export function createProbe({ records, queue, clock, disk }: ProbeParts): Probe {
  return async ({ signal }) => {
    using limit = deadline(clock, ANSWER_MS, signal);
    const call = { signal: limit.signal };
    try {
      await disk?.check(call);
      await records.ensure([accountRows], call);
      await Promise.all([records.find(accountRows, { limit: 1 }, call), queue.depth(PROBED, call)]);
    } catch (cause) {
      if (!limit.expired) throw cause;
      const message = "Storage or queue did not answer in time.";
      throw new ServiceError("SERVICE_UNAVAILABLE", { message, cause });
    }
  };
}
