import type { Clock, Ids } from "../../core/index.ts";
import { isStorageError, updating, type Operation, type Records } from "../../storage/index.ts";
import { hostSlotRows } from "../collections.ts";
import { uncancelled } from "../../storage/internal.ts";

/** What slots work with. */
interface HostSlotParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly leaseMs: number;
  readonly maxPerHost: number;
}

/** A slot that is ours. */
export interface HostSlot {
  readonly host: string;
  readonly slot: number;
  readonly token: string;
}

/** Checks at once on a host, of all processes: rows that are held for as long as a lease. */
export class HostSlots {
  readonly #parts: HostSlotParts;

  constructor(parts: HostSlotParts) {
    this.#parts = parts;
  }

  /** Takes free slots of a host, as many as there are, at most so many. */
  async take(host: string, wanted: number): Promise<HostSlot[]> {
    const { records, clock, ids, leaseMs, maxPerHost } = this.#parts;
    const now = clock.now();
    const token = ids.token(12);
    const claim = {
      where: { host, slot: { lt: maxPerHost }, heldUntil: { lte: now } },
      order: [["slot", "asc"]],
      limit: wanted,
      set: { token, heldUntil: now + leaseMs },
    } as const;
    const taken = await records.update(hostSlotRows, claim, uncancelled);
    const made = taken.length < wanted ? await this.#make(host, wanted - taken.length, token) : [];
    return [...taken.map(({ slot }) => slot), ...made].map((slot) => ({ host, slot, token }));
  }

  /** An operation that lets a slot go, where it is still ours. */
  static freeing({ host, slot, token }: HostSlot): Operation {
    const set = { token: null, heldUntil: 0 };
    return updating(hostSlotRows, { where: { host, slot, token }, set });
  }

  /** Slots of a host that had not as many yet. */
  async #make(host: string, wanted: number, token: string): Promise<number[]> {
    const { records, clock, leaseMs, maxPerHost } = this.#parts;
    const rows = await records.find(hostSlotRows, { where: { host } }, uncancelled);
    const known = new Set(rows.map(({ slot }) => slot));
    const missing = Array.from({ length: maxPerHost }, (_, slot) => slot)
      .filter((slot) => !known.has(slot))
      .slice(0, wanted);
    if (missing.length === 0) return [];
    const heldUntil = clock.now() + leaseMs;
    const made = missing.map((slot) => ({ host, slot, heldUntil, token }));
    try {
      await records.insert(hostSlotRows, made, uncancelled);
      return missing;
    } catch (error) {
      // Another process was faster; there is a next time.
      if (isStorageError(error, "CONFLICT")) return [];
      throw error;
    }
  }
}
