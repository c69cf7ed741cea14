import { setImmediate as turn } from "node:timers/promises";
import { backoff, wait, type Clock, type Ids } from "../../core/index.ts";
import {
  inserting,
  isStorageError,
  updating,
  type NewRow,
  type Operation,
  type Records,
  type Row,
} from "../../storage/index.ts";
import { attemptRows, deliveryRows, type DeliveryRow } from "../collections.ts";

/** Settlements of one write. */
const LARGEST_BATCH = 500;
const RETRY = { baseMs: 100, maxMs: 5000 };
/** What is known is written, whoever stops. */
const uncancelled = new AbortController().signal;

/** How a claimed delivery goes on. */
export interface Settlement {
  /** As it was claimed. */
  readonly row: DeliveryRow;
  readonly set: Partial<DeliveryRow>;
  /** What goes into the log; undefined when there was no attempt, and the claim's is taken back. */
  readonly attempt: NewRow<typeof attemptRows> | undefined;
}

interface Waiting extends Settlement {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** What settlements work with. */
export interface SettlementParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Writes how deliveries go on, together what is known at a time: the rows of those that this worker
 * still has, and the log of attempts in any case. A store that is away is waited for.
 */
export class Settlements {
  readonly #parts: SettlementParts;
  #waiting: Waiting[] = [];
  #isGoing = false;
  #until = Number.POSITIVE_INFINITY;

  constructor(parts: SettlementParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when it is written, or is no longer this worker's to write.
   * @throws StorageError
   */
  add(settlement: Settlement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...settlement, resolve, reject });
      if (!this.#isGoing) void this.#go();
    });
  }

  /** Waits no longer for a store that is away than `ms` milliseconds from now. */
  hurry(ms: number): void {
    this.#until = this.#parts.clock.now() + ms;
  }

  async #go(): Promise<void> {
    this.#isGoing = true;
    while (this.#waiting.length > 0) {
      // Attempts that end in one turn are written together.
      await turn();
      const batch = this.#waiting.splice(0, LARGEST_BATCH);
      try {
        await this.#writeUntilDone(batch);
        for (const { resolve } of batch) resolve();
      } catch (failure) {
        for (const { reject } of batch) reject(failure);
      }
    }
    this.#isGoing = false;
  }

  async #writeUntilDone(batch: readonly Settlement[]): Promise<void> {
    const { clock, ids } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#write(batch);
      } catch (failure) {
        const isAway = isStorageError(failure, "UNAVAILABLE");
        if (!isAway || clock.now() >= this.#until) throw failure;
        await wait(clock, backoff(attempt, ids.random(), RETRY));
      }
    }
  }

  /** A write whose answer was lost is found in the log, and the log is left as it is. */
  async #write(batch: readonly Settlement[]): Promise<void> {
    const { records } = this.#parts;
    const updates = updatesOf(batch);
    let log = batch.flatMap(({ attempt }) => attempt ?? []);
    for (;;) {
      const operations = log.length === 0 ? updates : [inserting(attemptRows, log), ...updates];
      const outcome = await records.atomic(operations, { signal: uncancelled });
      if (outcome.applied) return;
      log = await this.#withoutKnown(log);
    }
  }

  async #withoutKnown(
    log: readonly NewRow<typeof attemptRows>[],
  ): Promise<NewRow<typeof attemptRows>[]> {
    const where = { deliveryId: { in: log.map(({ deliveryId }) => deliveryId) } };
    const rows = await this.#parts.records.find(attemptRows, { where }, { signal: uncancelled });
    const known = new Set(rows.map((row) => keyOf(row)));
    return log.filter((row) => !known.has(keyOf(row)));
  }
}

/** Deliveries that go on alike are written by one operation, fenced by the token of their claim. */
function updatesOf(batch: readonly Settlement[]): Operation[] {
  const alike = Map.groupBy(
    batch,
    ({ row, set, attempt }) => `${row.token} ${attempt === undefined} ${JSON.stringify(set)}`,
  );
  return [...alike.values()].flatMap((settlements) => {
    const [first] = settlements;
    if (first === undefined) return [];
    const where = { id: { in: settlements.map(({ row }) => row.id) }, token: first.row.token };
    const add = first.attempt === undefined ? { add: { attempts: -1 } } : {};
    return [updating(deliveryRows, { where, set: first.set, ...add })];
  });
}

function keyOf({ deliveryId, number }: Pick<Row<typeof attemptRows>, "deliveryId" | "number">) {
  return `${number} ${deliveryId}`;
}
