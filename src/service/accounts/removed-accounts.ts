import type { Clock } from "../../core/index.ts";
import { type Call, type Records, EnsuredRecords } from "../../storage/index.ts";
import { tellFailure } from "../base/tell-failure.ts";
import { accountCollections } from "./account-parts.ts";
import { removedRows, type RemovedRow } from "./collections.ts";

/** Accounts that are looked after between two looks. */
const AT_ONCE = 100;
/** Milliseconds until the second look at an account; each further one comes after twice as long. */
const AGAIN = 60_000;
/** Milliseconds for which something may still come: longer than any browser connection goes on. */
const AFTERMATH = 10_800_000;

/** Something that accounts have. */
export interface Belonging {
  /** Removes all of an account's; what is in use may stay for a later call. */
  removeOf(account: string, call: Call): Promise<unknown>;
}

/** The dependencies of removed accounts. */
interface RemovedAccountsParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly belongings: readonly Belonging[];
}

/** Removes what accounts had that were removed, until nothing more can come. */
export class RemovedAccounts {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;
  readonly #belongings: readonly Belonging[];

  constructor({ records, clock, belongings }: RemovedAccountsParts) {
    this.#records = new EnsuredRecords(records, accountCollections);
    this.#clock = clock;
    this.#belongings = belongings;
  }

  /** However old they are. @throws StorageError; the signal's reason */
  async sweep(_before: number, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const due = { where: { dueAt: { lte: this.#clock.now() } }, limit: AT_ONCE };
    for (let isLast = false; !isLast;) {
      const rows = await records.find(removedRows, due, call);
      for (const row of rows) await this.#lookAfter(records, row, call);
      isLast = rows.length < AT_ONCE;
    }
  }

  async #lookAfter(records: Records, row: RemovedRow, call: Call): Promise<void> {
    const { account, removedAt } = row;
    const isGone = await this.#removeAll(account, call);
    const now = this.#clock.now();
    const where = { account };
    if (isGone && now >= removedAt + AFTERMATH) {
      await records.remove(removedRows, { where }, call);
      return;
    }
    const dueAt = now + Math.min(AFTERMATH, Math.max(AGAIN, now - removedAt));
    await records.update(removedRows, { where, set: { dueAt } }, call);
  }

  /** Whether nothing failed; failures are reported to the host and retried. */
  async #removeAll(account: string, call: Call): Promise<boolean> {
    const removals = this.#belongings.map((each) => each.removeOf(account, call));
    const results = await Promise.allSettled(removals);
    call.signal.throwIfAborted();
    const failed = results.filter((result) => result.status === "rejected");
    for (const { reason } of failed) tellFailure(reason);
    return failed.length === 0;
  }
}
