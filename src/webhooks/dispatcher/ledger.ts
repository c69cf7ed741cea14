import { setImmediate as turn } from "node:timers/promises";
import { backoff, Bell, wait, type Clock, type Ids, neverAborts } from "../../core/index.ts";
import { inserting, isStorageOutage, type Operation, type Records } from "../../storage/index.ts";
import { attemptRows, type DeliveryRow } from "../collections.ts";
import { settling, type AttemptRow, type Settlement } from "./settlement.ts";

/** Items of one write. */
const LARGEST_BATCH = 500;
/** Turns of the event loop in which a write gathers: the claim for a slot comes one after its end. */
const TURNS = 2;
/** Milliseconds that settlements wait for a claim to be written with. */
const GATHERING = 5;
const RETRY = { baseMs: 100, maxMs: 5000 };
/** What is known is written, even if somebody stops. */
const uncancelled = neverAborts();

/** What is to be written, and who waits for it. */
interface Entry {
  readonly settlement?: Settlement;
  /** Operations that claim. */
  readonly claim?: readonly Operation[];
  readonly resolve: (rows: DeliveryRow[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** The dependencies of a ledger. */
interface LedgerParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Writes claims and how claimed deliveries go on, in one step what is known at a time: the rows of
 * those that this worker still has, and the log of attempts in any case.
 */
export class Ledger {
  readonly #parts: LedgerParts;
  #waiting: Entry[] = [];
  #isGoing = false;
  /** Ends the gathering. */
  readonly #claimed: Bell;
  #until = Number.POSITIVE_INFINITY;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#claimed = new Bell(parts.clock);
  }

  /**
   * Resolves when it is written, or is no longer this worker's to write. A store that is away is
   * waited for.
   * @throws StorageError
   */
  async settle(settlement: Settlement): Promise<void> {
    await this.#add({ settlement });
  }

  /**
   * Carries out operations that claim; gives the rows.
   * @throws StorageError
   */
  claim(operations: readonly Operation[]): Promise<DeliveryRow[]> {
    const rows = this.#add({ claim: operations });
    this.#claimed.ring();
    return rows;
  }

  /** Waits no longer for a store that is away than `ms` milliseconds from now. */
  hurry(ms: number): void {
    this.#until = this.#parts.clock.now() + ms;
    this.#claimed.ring();
  }

  #add(entry: Pick<Entry, "settlement" | "claim">): Promise<DeliveryRow[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...entry, resolve, reject });
      if (!this.#isGoing) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#isGoing = true;
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#writeAll(this.#waiting.splice(0, LARGEST_BATCH));
    }
    this.#isGoing = false;
  }

  /** Waits for more to write: for what comes with a claim at once, and otherwise for a claim. */
  async #gather(): Promise<void> {
    const isUrgent = this.#waiting.some(({ claim }) => claim !== undefined);
    if (!isUrgent && this.#until === Number.POSITIVE_INFINITY) await this.#claimed.wait(GATHERING);
    for (let left = TURNS; left > 0; left -= 1) await turn();
  }

  /** A claim that cannot be written fails; the rest is tried again. */
  async #writeAll(entries: readonly Entry[]): Promise<void> {
    const { clock, ids } = this.#parts;
    let left = entries;
    for (let attempt = 1; left.length > 0; attempt += 1) {
      try {
        await this.#write(left);
        return;
      } catch (failure) {
        const isAway = isStorageOutage(failure) && clock.now() < this.#until;
        const lost = isAway ? left.filter(({ claim }) => claim !== undefined) : left;
        for (const { reject } of lost) reject(failure);
        left = left.filter((entry) => !lost.includes(entry));
        if (left.length > 0) await wait(clock, backoff(attempt, ids.random(), RETRY));
      }
    }
  }

  /** A write whose answer was lost is found in the log, and the log is left as it is. */
  async #write(entries: readonly Entry[]): Promise<void> {
    const settlements = entries.flatMap(({ settlement }) => settlement ?? []);
    const settled = settling(settlements);
    const claims = entries.map(({ claim = [] }) => claim);
    let log = settlements.flatMap(({ attempt }) => attempt ?? []);
    for (;;) {
      const logged = log.length === 0 ? [] : [inserting(attemptRows, log)];
      const operations = [...logged, ...settled, ...claims.flat()];
      const outcome = await this.#parts.records.atomic(operations, { signal: uncancelled });
      if (outcome.applied) {
        const rows = outcome.rows.slice(logged.length + settled.length) as DeliveryRow[][];
        for (const [index, { resolve }] of entries.entries()) {
          resolve(rows.splice(0, claims[index]?.length).flat());
        }
        return;
      }
      log = await this.#withoutKnown(log);
    }
  }

  async #withoutKnown(log: readonly AttemptRow[]): Promise<AttemptRow[]> {
    const where = { deliveryId: { in: log.map(({ deliveryId }) => deliveryId) } };
    const rows = await this.#parts.records.find(attemptRows, { where }, { signal: uncancelled });
    const known = new Set(rows.map((row) => keyOf(row)));
    return log.filter((row) => !known.has(keyOf(row)));
  }
}

function keyOf({ deliveryId, number }: Pick<AttemptRow, "deliveryId" | "number">): string {
  return `${number} ${deliveryId}`;
}
