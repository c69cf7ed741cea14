import type { Clock } from "../../core/index.ts";
import {
  inserting,
  updating,
  type Call,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import { noticeRows, targetRows, type TargetRow } from "../collections.ts";
import { noticeJson, type KeptNotice } from "../notices/check-notice.ts";
import type { PreparedNotice } from "../notifier.ts";
import { settingsOf } from "../targets/target-store.ts";

/** Makes what stores notices for the targets that are to be told. */
export class Outbox {
  readonly #records: Records;
  readonly #clock: Clock;

  constructor(records: Records, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  async prepare(notice: KeptNotice, call: Call): Promise<PreparedNotice> {
    return this.#storing(notice, await this.#targetsOf(notice, call));
  }

  /** Stores it for those targets that have not got it. */
  async store(notice: KeptNotice, call: Call): Promise<readonly string[]> {
    for (;;) {
      const targets = await this.#targetsOf(notice, call);
      const where = { targetId: { in: targets.map(({ id }) => id) }, noticeId: notice.id };
      const known = await this.#records.find(noticeRows, { where }, call);
      const told = new Set(known.map(({ targetId }) => targetId));
      const prepared = this.#storing(
        notice,
        targets.filter(({ id }) => !told.has(id)),
      );
      if (prepared.operations.length === 0) return [];
      const { applied } = await this.#records.atomic(prepared.operations, call);
      // Another caller was faster with one of them.
      if (applied) return prepared.targets;
    }
  }

  async #targetsOf({ owner, about }: KeptNotice, call: Call): Promise<TargetRow[]> {
    const rows = await this.#records.find(targetRows, { where: { owner } }, call);
    return rows.filter((row) => {
      const wanted = settingsOf(row).about;
      return wanted === null || (about !== null && wanted.includes(about));
    });
  }

  #storing(notice: KeptNotice, targets: readonly TargetRow[]): PreparedNotice {
    if (targets.length === 0) return { operations: [], targets: [] };
    const now = this.#clock.now();
    const ids = targets.map(({ id }) => id);
    const row = { noticeId: notice.id, notice: noticeJson(notice), createdAt: now };
    const operations: Operation[] = [
      inserting(
        noticeRows,
        ids.map((targetId) => ({ targetId, ...row })),
      ),
      updating(targetRows, { where: { id: { in: ids } }, add: { arrivals: 1 } }),
      updating(targetRows, { where: { id: { in: ids }, dueAt: { gt: now } }, set: { dueAt: now } }),
    ];
    return { operations, targets: targets.map(({ name }) => name) };
  }
}
