import type { Clock } from "../../core/index.ts";
import { isStorageError, type Records } from "../../storage/index.ts";
import { hostRows } from "../collections.ts";
import { uncancelled } from "../../storage/internal.ts";

/** What a breaker works with. */
interface BreakerParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly breakerFailures: number;
  readonly breakerMs: number;
}

/** How a host stands. */
export interface HostState {
  /** Checks that found it down, one after another. */
  readonly failures: number;
  /** Before then none of its monitors is checked; milliseconds since 1970. */
  readonly openUntil: number;
}

const MOST_DOUBLINGS = 3;

/** Leaves hosts alone that seem to be down, for all processes on the store. */
export class Breaker {
  readonly #parts: BreakerParts;

  constructor(parts: BreakerParts) {
    this.#parts = parts;
  }

  /** Those of the hosts that were found down lately. */
  async states(hosts: readonly string[]): Promise<ReadonlyMap<string, HostState>> {
    const where = { host: { in: hosts } };
    const rows = await this.#parts.records.find(hostRows, { where }, uncancelled);
    return new Map(rows.map((row) => [row.host, row]));
  }

  /** Whether a host is tried by one check alone, as it was down. */
  isOnTrial({ failures }: HostState): boolean {
    return failures >= this.#parts.breakerFailures;
  }

  /** A check found the host down. */
  async down(host: string): Promise<void> {
    const { records, clock, breakerFailures, breakerMs } = this.#parts;
    const failures = await this.#count(host);
    if (failures < breakerFailures) return;
    const times = 2 ** Math.min(MOST_DOUBLINGS, failures - breakerFailures);
    const set = { openUntil: clock.now() + breakerMs * times };
    await records.update(hostRows, { where: { host }, set }, uncancelled);
  }

  /** A check found it up again. */
  async up(host: string): Promise<void> {
    await this.#parts.records.remove(hostRows, { where: { host } }, uncancelled);
  }

  /** Counts a failure; gives how many there are. */
  async #count(host: string): Promise<number> {
    const { records } = this.#parts;
    for (;;) {
      const change = { where: { host }, add: { failures: 1 } };
      const [known] = await records.update(hostRows, change, uncancelled);
      if (known !== undefined) return known.failures;
      try {
        await records.insert(hostRows, [{ host, failures: 1, openUntil: 0 }], uncancelled);
        return 1;
      } catch (error) {
        // Another check has counted just now.
        if (!isStorageError(error, "CONFLICT")) throw error;
      }
    }
  }
}
