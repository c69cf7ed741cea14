import { deadline, unlessAborted, type Clock } from "../../../core/index.ts";
import type { Queue } from "../../../queue/index.ts";
import type { DiskSpace } from "../../../storage/fs/index.ts";
import type { Records } from "../../../storage/index.ts";
import { accountRows } from "../../accounts/collections.ts";
import { ServiceError } from "../../base/service-error.ts";

/** Asks what every request needs whether it is there; throws what it throws. */
type Probe = (call: { readonly signal: AbortSignal }) => Promise<void>;

/** What is asked. */
interface ProbeParts {
  readonly records: Records;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly disk?: Pick<DiskSpace, "check"> | undefined;
}

/** Milliseconds for an answer; who asks does not wait as long as the stores would. */
const ANSWER_MS = 1500;
/** A topic that nothing is pushed to. */
const PROBED = "probe";

/** Milliseconds for which an answer is given again: more questions do not ask the store more often. */
const KEPT_MS = 1000;
/** The same for a failure; shorter, so that a recovery shows at once. */
const KEPT_FAILURE_MS = 100;

/**
 * A probe of storage and queue; its result is reused for a second, a failure for a tenth of one.
 * @returns a function that throws ServiceError `SERVICE_UNAVAILABLE` when they take too long
 */
export function createProbe(parts: ProbeParts): Probe {
  let last: { readonly found: Promise<void>; endsAt: number } | undefined;
  return async ({ signal }) => {
    signal.throwIfAborted();
    if (last === undefined || parts.clock.monotonic() >= last.endsAt) {
      const look = { found: lookAt(parts), endsAt: Infinity };
      const keep = (ms: number): void => {
        look.endsAt = parts.clock.monotonic() + ms;
      };
      look.found.then(
        () => keep(KEPT_MS),
        () => keep(KEPT_FAILURE_MS),
      );
      last = look;
    }
    await unlessAborted(last.found, signal);
  };
}

async function lookAt({ records, queue, clock, disk }: ProbeParts): Promise<void> {
  using limit = deadline(clock, ANSWER_MS);
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
}
