import { deadline, wait, type Clock, type Ids } from "../../core/index.ts";
import { updating, type EnsuredRecords } from "../../storage/index.ts";
import { throughOutages } from "../base/outages.ts";
import { ServiceError } from "../base/service-error.ts";
import { uncancelled } from "../../storage/internal.ts";
import { jobRows, type JobRow } from "./collections.ts";
import {
  handedBack,
  isHeld,
  isOverdue,
  isWaiting,
  MOST_RUNS,
  OUTAGE_PATIENCE,
  started,
  takenOver,
  untilFree,
} from "./job-states.ts";
import { isSettled } from "./job-view.ts";
import { startingBatch, type Settlement } from "./settlement.ts";

const HOLDER_BYTES = 12;

/** The dependencies of claims. */
interface ClaimsParts {
  readonly records: EnsuredRecords;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settlement: Settlement;
}

/** Who wants a job, and for how long it waits. */
interface Claimer {
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** A job that was claimed: who has it is known. */
export type ClaimedRow = JobRow & { readonly holder: string };

/** Gives jobs to runs, and takes them back. */
export class Claims {
  readonly #parts: ClaimsParts;

  constructor(parts: ClaimsParts) {
    this.#parts = parts;
  }

  /**
   * Takes the job that a delivery of the queue points to, in one write where nothing has gone wrong.
   * Where it is not known whether that was done, it is looked at again.
   * @param body `<id>`, or `<id> <batch>` of a batch's child
   * @param signal ends the wait for a store that is away
   * @returns undefined when there is nothing to run any more
   * @throws ServiceError `CONFLICT` when another run has it: the delivery is to come again
   */
  async claim(body: string, signal: AbortSignal): Promise<ClaimedRow | undefined> {
    const holder = newHolder(this.#parts.ids);
    using limit = deadline(this.#parts.clock, OUTAGE_PATIENCE, signal);
    return await throughOutages(this.#parts, limit.signal, () =>
      this.#claim(body, { holder, signal: limit.signal }),
    );
  }

  async #claim(body: string, { holder, signal }: Claimer): Promise<ClaimedRow | undefined> {
    const [id = "", batch] = body.split(" ");
    const { clock } = this.#parts;
    const { where, ...change } = started(clock.now(), holder);
    const starting = updating(jobRows, { where: { ...where, id }, ...change }, 1);
    const above = batch === undefined ? [] : [startingBatch(batch, clock.now())];
    const records = await this.#parts.records.ready(uncancelled);
    const outcome = await records.atomic([starting, ...above], uncancelled);
    const row = outcome.applied ? outcome.rows[0]?.[0] : undefined;
    return row === undefined ? this.#resume(id, { holder, signal }) : (row as ClaimedRow);
  }

  /** Lets another run have the job; it does not count as one whose worker was lost. */
  async handBack({ id, holder }: ClaimedRow): Promise<void> {
    const { where, ...change } = handedBack(this.#parts.clock.now(), holder);
    const records = await this.#parts.records.ready(uncancelled);
    await records.update(jobRows, { where: { ...where, id }, ...change }, uncancelled);
  }

  /** Goes on with a job that is not pending, or ends it. */
  async #resume(id: string, claimer: Claimer): Promise<ClaimedRow | undefined> {
    const { holder, signal } = claimer;
    const { clock, settlement } = this.#parts;
    const records = await this.#parts.records.ready(uncancelled);
    const [row] = await records.find(jobRows, { where: { id } }, uncancelled);
    if (row === undefined || isSettled(row)) return undefined;
    const now = clock.now();
    // The write of which no answer came was made.
    if (row.holder === holder) return row as ClaimedRow;
    if (isOverdue(row, now)) {
      await settlement.settle({ row, end: failure("timeout"), step: "giveUp" });
      return undefined;
    }
    if (isWaiting(row)) throw isBusy();
    if (isHeld(row, now)) {
      const ms = untilFree(row, now);
      if (ms === undefined) throw isBusy();
      // The queue noticed first that its worker is lost; its next delivery would come too late.
      await wait(clock, ms, signal);
      return await this.#resume(id, claimer);
    }
    if (row.runs >= MOST_RUNS) {
      await settlement.settle({ row, end: failure("worker lost"), step: "settle" });
      return undefined;
    }
    const { where, ...change } = takenOver(row, now, holder);
    const [taken] = await records.update(
      jobRows,
      { where: { ...where, id }, ...change },
      uncancelled,
    );
    // A sweep, or another run, was at it: it is looked at as it is now.
    return taken === undefined ? await this.#resume(id, claimer) : (taken as ClaimedRow);
  }
}

/** Names a run, for the job that it has. */
export function newHolder(ids: Ids): string {
  return ids.token(HOLDER_BYTES);
}

/** The end of a job that costs nothing. */
export function failure(error: string, code?: string) {
  return { status: "failed", error, code, credits: 0 } as const;
}

function isBusy(): ServiceError {
  return new ServiceError("CONFLICT", { message: "Another run holds the job." });
}
