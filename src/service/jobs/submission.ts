import { checkNumber, unlessAborted, tell } from "../../core/index.ts";
import { inserting, updating, type Call, type Operation } from "../../storage/index.ts";
import { charging, refunding } from "../accounts/credits/ledger.ts";
import { pay } from "../accounts/credits/pay.ts";
import { ServiceError } from "../base/service-error.ts";
import { jobRows, resultRows, type JobRow } from "./collections.ts";
import type { InnerParts } from "./job-parts.ts";
import { batchEnd, before, queued, settledAs } from "./job-states.ts";
import { jobView } from "./job-view.ts";
import type { Job, NewBatch, NewJob } from "./job.ts";
import { batchRow, begunRow, cachedRow, childJob, childRow, waitingRow } from "./new-rows.ts";
import type { SubmitCall } from "./jobs.ts";
import type { OwnRuns, Seat } from "./own-runs.ts";
import { pushJob } from "./push-job.ts";
import { resultKey, type KeptResult, type Results } from "./results.ts";
import { resultRow, type Settlement } from "./settlement.ts";
import { tellFailure } from "../base/tell-failure.ts";
import { uncancelled } from "../../storage/internal.ts";

const ID_BYTES = 16;
const NOT_QUEUED = { status: "failed", error: "could not be queued", credits: 0 } as const;

/** The dependencies of a submission. */
interface SubmissionParts extends Pick<
  InnerParts,
  "records" | "queue" | "webhooks" | "clock" | "ids" | "kinds"
> {
  readonly results: Results;
  readonly settlement: Settlement;
  /** Those of jobs that are run as they are stored. */
  readonly immediate: Pick<OwnRuns, "seatNow">;
  /** The runs of this process; undefined while it runs no jobs. */
  readonly own: () => Pick<OwnRuns, "seat" | "seatSoon" | "line"> | undefined;
}

/** A row that is new, with its result when it has one already. */
interface NewRow {
  readonly row: JobRow;
  readonly kept: KeptResult | undefined;
}

/** Takes jobs in: credits, rows and events in one step, then a run of this process or the queue. */
export class Submission {
  readonly #parts: SubmissionParts;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
  }

  /** As `Jobs.submit`. */
  async submit(job: NewJob, call: SubmitCall): Promise<Job> {
    call.signal.throwIfAborted();
    const { row, kept } = await this.#newRow(job, this.#parts.clock.now(), call);
    if (kept === undefined) await this.#begin(row, call);
    else {
      const event = await this.#parts.settlement.eventOf(row, kept, call);
      await this.#store({ rows: [row], kept: [{ row, kept }], event }, call);
    }
    return jobView(row);
  }

  /** Stores a job and sees that it is run: in this process where that can be, or by the queue. */
  async #begin(row: JobRow, call: SubmitCall): Promise<void> {
    const kind = this.#parts.kinds.of(row.type);
    if (kind.start === "at-once")
      return this.#beginAt(this.#parts.immediate.seatNow(kind), row, call);
    const own = this.#parts.own();
    const seat = call.waits === true ? await own?.seatSoon(row, call.signal) : own?.seat(row);
    if (seat !== undefined) return this.#beginAt(seat, row, call);
    await this.#store({ rows: [row], kept: [] }, call);
    // Who waits has stood in line before.
    if (call.waits !== true && own?.line(row)) return;
    const refuse = async (): Promise<boolean> => {
      const ending = { row, end: NOT_QUEUED, step: "giveUp", isSilent: true } as const;
      return (await this.#parts.settlement.settle(ending)) !== undefined;
    };
    await this.#queue([row], refuse, call);
  }

  /** Stores a job as begun. Where it is not known whether that was done, its lease ends. */
  async #beginAt(seat: Seat, row: JobRow, call: Call): Promise<void> {
    const begun = begunRow(row, seat.holder, this.#parts.clock.now());
    try {
      await this.#store({ rows: [begun], kept: [] }, call);
    } catch (error) {
      seat.leave();
      throw error;
    }
    seat.run(begun);
  }

  /** As `Jobs.submitBatch`. */
  async submitBatch(batch: NewBatch, call: Call): Promise<Job> {
    call.signal.throwIfAborted();
    const now = this.#parts.clock.now();
    const id = this.#newId();
    const children: NewRow[] = [];
    for (const [place, child] of batch.children.entries()) {
      const { row, kept } = await this.#newRow(childJob(batch, child), now, call);
      children.push({ row: childRow(row, id, place), kept });
    }
    const waiting = children.flatMap(({ row, kept }) => (kept === undefined ? [row] : []));
    const rows = children.map(({ row }) => row);
    const above = batchRow(batch, rows, { id, now });
    // All of it was in the cache.
    const isOver = waiting.length === 0;
    const parent = isOver ? { ...above, ...settledAs(batchEnd(above), now, null) } : above;
    const event = isOver ? await this.#parts.settlement.eventOf(parent, undefined, call) : [];
    await this.#store({ rows: [parent, ...rows], kept: children, event }, call);
    await this.#queue(waiting, () => this.#refuseBatch(parent, waiting.length), call);
    return jobView(parent);
  }

  async #newRow(job: NewJob, now: number, call: Call): Promise<NewRow> {
    const identity = { id: job.id ?? this.#newId(), now };
    if (job.hit === undefined) {
      // A price below nothing would make credits.
      checkNumber("cost", job.cost, { min: 0, max: Number.MAX_SAFE_INTEGER });
      return { row: waitingRow(job, identity), kept: undefined };
    }
    const kept = await this.#parts.results.keep(resultKey(identity.id, 1), job.hit, call);
    return { row: cachedRow(job, identity), kept };
  }

  #newId(): string {
    return `job_${this.#parts.ids.token(ID_BYTES)}`;
  }

  /**
   * Stores new rows; the first stands for what is paid.
   * @throws ServiceError `INSUFFICIENT_CREDITS`, `NOT_FOUND` (account)
   */
  async #store(
    {
      rows,
      kept,
      event = [],
    }: {
      readonly rows: readonly JobRow[];
      readonly kept: readonly NewRow[];
      readonly event?: readonly Operation[] | undefined;
    },
    call: Call,
  ): Promise<void> {
    const [{ id, account, type: product, reserved: cost, createdAt: at }] = rows as [JobRow];
    const results = kept.flatMap(({ row, kept: one }) => (one ? [resultRow(row.id, one)] : []));
    const operations = [
      inserting(jobRows, rows),
      ...(results.length === 0 ? [] : [inserting(resultRows, results)]),
      ...event,
      ...charging({ account, job: id, product, credits: cost, at }),
    ];
    await pay(await this.#parts.records.ready(call), { account, cost, operations }, call);
    if (event.length > 0) this.#parts.webhooks.ring();
    for (const { id: jobId, type, cached } of rows)
      if (cached) tell("dragline:service:cached", { jobId, type });
  }

  /**
   * Pushes jobs that are stored. What could not be pushed is pushed by a sweep, as long as one was;
   * the caller who leaves meanwhile leaves a job that is run.
   * @param refuse gives whether none has begun, and none will
   * @throws ServiceError `QUEUE_ERROR`
   */
  async #queue(rows: readonly JobRow[], refuse: () => Promise<boolean>, call: Call): Promise<void> {
    const pushing = async (): Promise<void> => {
      const pushes = await Promise.allSettled(rows.map((row) => pushJob(this.#parts.queue, row)));
      const failures = pushes.flatMap((push) => (push.status === "rejected" ? [push] : []));
      if (failures.length < rows.length) return this.#showQueued(rows);
      if (!(await refuse())) return;
      const message = "The job could not be queued; nothing was charged.";
      throw new ServiceError("QUEUE_ERROR", { message, cause: failures[0]?.reason });
    };
    await unlessAborted(pushing(), call.signal);
  }

  /** What fails here is made up for by a sweep. */
  async #showQueued(rows: readonly JobRow[]): Promise<void> {
    const { kinds, records } = this.#parts;
    const shown = rows.filter(({ type }) => kinds.of(type).document === "queued");
    if (shown.length === 0) return;
    const { where: guard, set } = queued(this.#parts.clock.now());
    const where = { ...guard, id: { in: shown.map(({ id }) => id) } };
    try {
      const store = await records.ready(uncancelled);
      await store.update(jobRows, { where, set }, uncancelled);
    } catch (error) {
      tellFailure(error, { jobId: shown[0]?.id });
    }
  }

  async #refuseBatch(parent: JobRow, waiting: number): Promise<boolean> {
    const { records, clock } = this.#parts;
    const at = clock.now();
    const failed = settledAs(NOT_QUEUED, at, null);
    const { account, id: job, type: product, reserved: credits } = parent;
    const children = { parent: job, ...before("giveUp") };
    const above = { id: job, ...before("settleBatch") };
    const units = { unitsTotal: parent.unitsTotal + waiting };
    const operations = [
      updating(jobRows, { where: children, set: failed }, waiting),
      updating(jobRows, { where: above, set: { ...failed, ...units } }, 1),
      ...refunding({ account, job, product, credits, at }),
    ];
    const store = await records.ready(uncancelled);
    return (await store.atomic(operations, uncancelled)).applied;
  }
}
