import {
  checkArgument,
  checkNumber,
  systemClock,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import { collection, isStorageError, type Records } from "../../storage/index.ts";
import { recordsCall } from "../../storage/internal.ts";
import {
  checkClaim,
  type NewSeenClaim,
  type SeenClaim,
  type SeenDeliveries,
  type SeenState,
} from "./seen-deliveries.ts";

/** The collaborators of a {@link RecordsSeen}. */
export interface RecordsSeenCollaborators {
  /** Borrowed; several processes may share them. */
  readonly records: Records;
  /** Whose wall-clock time counts; the system's when absent. */
  readonly clock?: Clock | undefined;
}

/** How long is remembered. */
export interface RecordsSeenOptions {
  /**
   * Milliseconds for which an id is remembered after it was handled; 1 or more.
   * @default 604800000
   */
  readonly retentionMs?: number | undefined;
}

const defaults = Object.freeze<Record<keyof RecordsSeenOptions, number>>({
  retentionMs: 604_800_000,
});

/** Deliveries that were handled or are. */
export const seenRows = collection({
  name: "webhook_seen",
  fields: {
    id: "string",
    // Of the claim that runs; null when it was handled.
    token: "string?",
    // Until when the claim or the memory holds.
    until: "number",
  },
  key: ["id"],
  indexes: [["until"]],
});

/** Milliseconds between two removals of expired entries. */
const SWEEP_MS = 600_000;

const call = recordsCall();

/** Remembers deliveries in records: for several processes, and beyond their lives. */
export class RecordsSeen implements SeenDeliveries {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #retentionMs: number;
  #ensured: Promise<void> | undefined;
  #sweptAt = Number.NEGATIVE_INFINITY;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: RecordsSeenCollaborators, options?: RecordsSeenOptions) {
    checkArgument("collaborators of new RecordsSeen({ records })", collaborators, "object");
    const { records, clock = systemClock } = collaborators;
    checkArgument("records of new RecordsSeen({ records })", records, "records");
    const { retentionMs } = withDefaults(defaults, options);
    checkNumber("retentionMs", retentionMs, { min: 1 });
    this.#records = records;
    this.#clock = clock;
    this.#retentionMs = retentionMs;
  }

  /** @throws StorageError */
  async claim(claim: NewSeenClaim): Promise<SeenState> {
    checkClaim(claim);
    await this.#ready();
    let state = await this.#claim(claim);
    // A row that was in the way may be gone before it is looked at.
    while (state === undefined) state = await this.#claim(claim);
    return state;
  }

  async #claim({ id, token, leaseMs }: NewSeenClaim): Promise<SeenState | undefined> {
    const now = this.#clock.now();
    const mine = { token, until: now + leaseMs };
    if (await this.#insert({ id, ...mine })) return "claimed";
    const where = { id, until: { lte: now } };
    const taken = await this.#records.update(seenRows, { where, set: mine }, call);
    if (taken.length > 0) return "claimed";
    const [row] = await this.#records.find(seenRows, { where: { id } }, call);
    if (row === undefined) return undefined;
    return row.token === null ? "seen" : "busy";
  }

  async #insert(row: { id: string; token: string; until: number }): Promise<boolean> {
    try {
      await this.#records.insert(seenRows, [row], call);
      return true;
    } catch (error) {
      if (isStorageError(error, "CONFLICT")) return false;
      throw error;
    }
  }

  /** @throws StorageError */
  async settle(claim: SeenClaim): Promise<void> {
    const { id, token } = checkClaim(claim);
    await this.#ready();
    const until = this.#clock.now() + this.#retentionMs;
    await this.#records.update(
      seenRows,
      { where: { id, token }, set: { token: null, until } },
      call,
    );
    await this.#sweep();
  }

  /** @throws StorageError */
  async release(claim: SeenClaim): Promise<void> {
    const { id, token } = checkClaim(claim);
    await this.#ready();
    await this.#records.remove(seenRows, { where: { id, token } }, call);
  }

  async #sweep(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    await this.#records.remove(seenRows, { where: { until: { lte: now } } }, call);
  }

  #ready(): Promise<void> {
    this.#ensured ??= this.#records.ensure([seenRows], call).catch((failure: unknown) => {
      this.#ensured = undefined;
      throw failure;
    });
    return this.#ensured;
  }
}
