import { backoff, type Ids } from "../core/index.ts";
import { isStorageOutage } from "./storage-error.ts";

const WAITS = { baseMs: 100, maxMs: 5000 };

/**
 * How long a loop waits for a store that is away: a little longer each time.
 * @returns what gives the milliseconds after so many failures, and throws what is no outage
 */
export function outagePatience(ids: Ids): (failure: unknown, failures: number) => number {
  return (failure, failures) => {
    if (!isStorageOutage(failure)) throw failure;
    return backoff(failures, ids.random(), WAITS);
  };
}
