import type { Clock } from "../../core/index.ts";
import { uncancelled, type EnsuredRecords } from "../ensured-records.ts";
import type { ClaimedRow } from "./claims.ts";
import { jobRows } from "./collections.ts";
import type { JobRun } from "./job.ts";
import { before } from "./job-states.ts";

/** Milliseconds between two writes of how far a job is; what comes between is kept for its end. */
const EVERY = 500;

/** What progress works with. */
export interface ProgressParts {
  readonly records: EnsuredRecords;
  readonly clock: Clock;
}

/** How far a run is: written now and then, known always. */
export class Progress {
  readonly #parts: ProgressParts;
  readonly #row: ClaimedRow;
  #units: { readonly unitsTotal: number; readonly unitsCompleted: number };
  #writeAt = Number.NEGATIVE_INFINITY;

  constructor(row: ClaimedRow, parts: ProgressParts) {
    this.#row = row;
    this.#parts = parts;
    this.#units = { unitsTotal: row.unitsTotal, unitsCompleted: row.unitsCompleted };
  }

  /** What was set last. */
  get units(): { readonly unitsTotal: number; readonly unitsCompleted: number } {
    return this.#units;
  }

  /** As `JobRun.progress`; a write that fails is made up for by the next. */
  readonly set: JobRun["progress"] = async ({ total, completed }) => {
    this.#units = { unitsTotal: total, unitsCompleted: completed };
    const now = this.#parts.clock.monotonic();
    if (now < this.#writeAt) return;
    this.#writeAt = now + EVERY;
    const { id, holder } = this.#row;
    const where = { id, holder, ...before("settle") };
    try {
      const records = await this.#parts.records.ready(uncancelled);
      await records.update(jobRows, { where, set: this.#units }, uncancelled);
    } catch {
      this.#writeAt = now;
    }
  };
}
