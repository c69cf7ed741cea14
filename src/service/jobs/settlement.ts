import { inserting, updating, type Call, type Operation, type Where } from "../../storage/index.ts";
import { refunding } from "../accounts/credits/ledger.ts";
import { uncancelled } from "../../storage/internal.ts";
import { jobRows, resultRows, type JobRow } from "./collections.ts";
import { EventOperations } from "./event-operations.ts";
import type { JobBells } from "./job-bells.ts";
import type { InnerParts } from "./job-parts.ts";
import { batchEnd, before, settledAs, type JobEnd, type jobSteps } from "./job-states.ts";
import { jobView } from "./job-view.ts";
import type { KeptResult, Results } from "./results.ts";

/** The dependencies of a settlement. */
interface SettlementParts extends Pick<InnerParts, "records" | "webhooks" | "kinds" | "clock"> {
  readonly results: Results;
  readonly bells: JobBells;
}

/** A job that comes to its end. */
export interface Ending {
  /** As it was last seen, with the units that it came to. */
  readonly row: JobRow;
  readonly end: JobEnd;
  /** Of a completed one. */
  readonly kept?: KeptResult | undefined;
  /** Operations of the kind's own. */
  readonly also?: readonly Operation[] | undefined;
  /** What ends it, which says where it may be. */
  readonly step: keyof typeof jobSteps;
  /** Whether there is no event: the submission itself was refused; there is one when absent. */
  readonly isSilent?: boolean;
}

/** Where the row above stands in the outcome of a step. */
interface Step {
  readonly operations: readonly Operation[];
  /** Index of the operation that gives the batch, with its child counted; -1 without one. */
  readonly batchAt: number;
  /** Whether an event is sent. */
  readonly hasEvent: boolean;
}

/**
 * Settles jobs, each once: state, result, refund, event and the count of its batch are one step,
 * guarded by where the job was and who had it.
 */
export class Settlement {
  readonly #parts: SettlementParts;
  readonly #events: EventOperations;

  constructor(parts: SettlementParts) {
    this.#parts = parts;
    this.#events = new EventOperations(parts);
  }

  /**
   * Settles a job, and the batch above it when it was the last of its children.
   * @returns the job as it then is; undefined when somebody else has settled or taken it
   * @throws StorageError
   */
  async settle(ending: Ending, call: Call = uncancelled): Promise<JobRow | undefined> {
    const { row, end } = ending;
    const after = { ...row, ...settledAs(end, this.#parts.clock.now(), row.startedAt) };
    const { operations, batchAt, hasEvent } = await this.#step(ending, after, call);
    const records = await this.#parts.records.ready(call);
    const outcome = await records.atomic(operations, call);
    if (!outcome.applied) return undefined;
    this.#tell(after, hasEvent, ending.kept);
    const batch = outcome.rows[batchAt]?.[0] as JobRow | undefined;
    // Left to the next sweep if this fails: the child is settled.
    if (batch?.left === 0) await this.settleBatch(batch, uncancelled);
    return after;
  }

  /**
   * Settles a batch whose children all are.
   * @throws StorageError
   */
  async settleBatch(row: JobRow, call: Call): Promise<void> {
    const { clock, records } = this.#parts;
    const now = clock.now();
    const { startedAt } = row;
    const set = { ...settledAs(batchEnd(row), now, startedAt), startedAt: startedAt ?? now };
    const after = { ...row, ...set };
    const event = await this.eventOf(after, undefined, call);
    const where = { id: row.id, left: 0, ...before("settleBatch") };
    const store = await records.ready(call);
    const step = [updating(jobRows, { where, set }, 1), ...event];
    if ((await store.atomic(step, call)).applied) this.#tell(after, event.length > 0);
  }

  /** What stores the event of a settled job. */
  eventOf(row: JobRow, kept: KeptResult | undefined, call: Call): Promise<readonly Operation[]> {
    return this.#events.of(jobView(row), kept, call);
  }

  /** Tells who waits for the job, and who sends its event, that it is settled. */
  #tell(row: JobRow, hasEvent: boolean, kept?: KeptResult): void {
    this.#parts.bells.ring({ job: jobView(row), kept });
    if (hasEvent) this.#parts.webhooks.ring();
  }

  async #step(
    { row, end, kept, also = [], step, isSilent }: Ending,
    after: JobRow,
    call: Call,
  ): Promise<Step> {
    const { id, account, parent, holder, price } = row;
    const where: Where<typeof jobRows> = { id, holder, ...before(step) };
    const { status, error, errorCode, creditsUsed, completedAt, changedAt, lasted } = after;
    const { lookAt, left, unitsTotal, unitsCompleted } = after;
    const ended = { status, error, errorCode, creditsUsed, completedAt, changedAt, lasted };
    const values = { ...ended, lookAt, left, holder: null };
    const set = { ...values, unitsTotal, unitsCompleted };
    const event = isSilent ? [] : await this.eventOf(after, kept, call);
    const own = [
      updating(jobRows, { where, set }, 1),
      ...(kept === undefined ? [] : [inserting(resultRows, [resultRow(id, kept)])]),
      ...also,
      ...event,
    ];
    const above = parent === null ? [] : this.#counting(parent, end);
    const at = this.#parts.clock.now();
    // Rows that several lock come last, and in one order everywhere: child, batch, account.
    const paid = { account, job: id, product: row.type, at };
    const back = refunding({ ...paid, credits: price - end.credits });
    const operations = [...own, ...above, ...back];
    const batchAt = parent === null ? -1 : own.length + above.length - 1;
    return { operations, batchAt, hasEvent: event.length > 0 };
  }

  #counting(batch: string, { status, credits }: JobEnd): Operation[] {
    const now = this.#parts.clock.now();
    const completed = status === "completed" ? 1 : 0;
    const add = { left: -1, unitsTotal: 1, unitsCompleted: completed, spent: credits };
    return [startingBatch(batch, now), updating(jobRows, { where: { id: batch }, add })];
  }
}

/** A batch is under way when its first child is. */
export function startingBatch(id: string, now: number): Operation {
  const where = { id, ...before("startBatch") };
  return updating(jobRows, {
    where,
    set: { status: "processing", startedAt: now, changedAt: now },
  });
}

/** The row of a kept result. */
export function resultRow(id: string, { text, blob }: KeptResult) {
  return { id, text, blob };
}
