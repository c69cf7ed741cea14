import type { Clock } from "../../core/index.ts";
import { updating, type Operation, type EnsuredRecords } from "../../storage/index.ts";
import { uncancelled } from "../../storage/internal.ts";
import type { ClaimedRow } from "./claims.ts";
import { jobRows, type JobRow } from "./collections.ts";
import type { JobRun } from "./job.ts";
import { before } from "./job-states.ts";

/** Milliseconds between two writes of how far a job is; what comes between is kept for its end. */
const EVERY = 500;
/** Longest message, in characters. */
const LONGEST_MESSAGE = 500;

/** The dependencies of progress. */
export interface ProgressParts {
  readonly records: EnsuredRecords;
  readonly clock: Clock;
}

/** How far a run is: written now and then, known always. */
export class Progress {
  readonly #parts: ProgressParts;
  readonly #row: ClaimedRow;
  #units: { readonly unitsTotal: number; readonly unitsCompleted: number };
  #message: string | null;
  #writeAt = Number.NEGATIVE_INFINITY;

  constructor(row: ClaimedRow, parts: ProgressParts) {
    this.#row = row;
    this.#parts = parts;
    this.#units = { unitsTotal: row.unitsTotal, unitsCompleted: row.unitsCompleted };
    this.#message = row.message;
  }

  /** What was set last. */
  get units(): { readonly unitsTotal: number; readonly unitsCompleted: number } {
    return this.#units;
  }

  /** As `JobRun.fence`: a change that changes nothing, of one row. */
  get fence(): Operation {
    return updating(jobRows, { where: this.#where, add: { unitsTotal: 0 } }, 1);
  }

  /** As `JobRun.progress`; a write that fails is made up for by the next. */
  readonly set: JobRun["progress"] = async ({ total, completed }) => {
    this.#units = { unitsTotal: total, unitsCompleted: completed };
    const now = this.#parts.clock.monotonic();
    if (now < this.#writeAt) return;
    this.#writeAt = now + EVERY;
    if (!(await this.#write(this.#units))) this.#writeAt = now;
  };

  /** As `JobRun.tell`; each is written, as the next may be long in coming. */
  readonly tell: JobRun["tell"] = async (message) => {
    const text = message.slice(0, LONGEST_MESSAGE).toWellFormed();
    if (text === this.#message) return;
    this.#message = text;
    if (!(await this.#write({ message: text }))) this.#message = null;
  };

  get #where() {
    const { id, holder } = this.#row;
    return { id, holder, ...before("settle") };
  }

  /** Whether it could be written. */
  async #write(set: Partial<JobRow>): Promise<boolean> {
    try {
      const records = await this.#parts.records.ready(uncancelled);
      await records.update(jobRows, { where: this.#where, set }, uncancelled);
      return true;
    } catch {
      return false;
    }
  }
}
