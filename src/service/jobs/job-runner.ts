import {
  backoff,
  deadline,
  onBehalfOf,
  traced,
  wait,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { isStorageError, isStorageOutage } from "../../storage/index.ts";
import { failure, type ClaimedRow, type Claims } from "./claims.ts";
import type { JobRow } from "./collections.ts";
import type { Holds } from "./holds.ts";
import { HELD_FOR, type JobEnd } from "./job-states.ts";
import { jobView } from "./job-view.ts";
import type { JobKind, JobOutcome, JobRun } from "./job.ts";
import { Progress, type ProgressParts } from "./progress.ts";
import { resultKey, type KeptResult, type Results } from "./results.ts";
import type { Ending, Settlement } from "./settlement.ts";
import { tellFailure } from "../tell-failure.ts";

/** Waits between attempts to write how a job ended. */
const REWRITE = { baseMs: 100, maxMs: 2000 };

/** What a runner works with. */
export interface RunnerParts extends ProgressParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly claims: Claims;
  readonly holds: Holds;
  readonly settlement: Settlement;
  readonly results: Results;
}

/** Where a run leaves its job. */
type RunEnd =
  | {
      readonly is: "over";
      readonly end: JobEnd;
      readonly kept?: KeptResult;
      readonly also?: Ending["also"];
    }
  /** Somebody else has it. */
  | { readonly is: "lost" }
  /** The worker stops, or the disk is full: it is to be handed back. */
  | { readonly is: "stopped"; readonly reason: unknown };

/** Runs jobs: those that the queue brings, and those that are begun as they are stored. */
export class JobRunner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /**
   * Runs the job of one delivery, and settles it.
   * @param signal aborts when the queue has lost the delivery, or the worker stops
   * @throws when the delivery is to come again: another run has the job, the worker stops, or the
   *   store fails
   */
  async deliver(kind: JobKind, body: string, signal: AbortSignal): Promise<void> {
    const row = await this.#parts.claims.claim(body);
    if (row !== undefined) await this.run(kind, row, signal);
  }

  /**
   * Runs a job that is claimed, and settles it.
   * @param signal aborts when the worker stops
   * @throws as {@link JobRunner.deliver}
   */
  async run(kind: JobKind, row: ClaimedRow, signal: AbortSignal): Promise<void> {
    const context = { jobId: row.id, type: row.type };
    await traced("dragline:service:job", context, () => this.#hold(kind, row, signal));
  }

  /** Gives how the run ended, for traces. */
  async #hold(
    kind: JobKind,
    row: ClaimedRow,
    stop: AbortSignal,
  ): Promise<{ readonly status: JobEnd["status"] | "lost" }> {
    using hold = this.#parts.holds.keep(row.id, row.holder);
    const progress = new Progress(row, this.#parts);
    const run = await this.#run(kind, row, { stop, lost: hold.signal, progress });
    if (run.is === "lost") return { status: "lost" };
    if (run.is === "stopped") {
      await this.#parts.claims.handBack(row);
      throw run.reason;
    }
    const ended: JobRow = { ...row, ...progress.units };
    const { end, kept, also } = run;
    await this.#settle({ row: ended, end, kept, also, step: "settle" }, stop);
    return { status: end.status };
  }

  async #run(
    kind: JobKind,
    row: ClaimedRow,
    { stop, lost, progress }: { stop: AbortSignal; lost: AbortSignal; progress: Progress },
  ): Promise<RunEnd> {
    using limit = deadline(this.#parts.clock, kind.timeoutMs, AbortSignal.any([stop, lost]));
    try {
      const { set, tell, fence } = progress;
      const call: JobRun = { signal: limit.signal, progress: set, tell, fence };
      const outcome = await onBehalfOf(row.account, () => kind.run(jobView(row), call));
      return await this.#end(row, outcome, call);
    } catch (error) {
      if (lost.aborted) return { is: "lost" };
      if (limit.expired) return { is: "over", end: failure("timeout") };
      if (stop.aborted) return { is: "stopped", reason: stop.reason };
      // It was taken in and paid: what it came to is to be kept once there is room again.
      if (isFull(error)) return { is: "stopped", reason: error };
      tellFailure(error, { jobId: row.id });
      return { is: "over", end: failure("internal error") };
    }
  }

  async #end(row: ClaimedRow, outcome: JobOutcome, { signal }: JobRun): Promise<RunEnd> {
    if (outcome.status === "failed") {
      // A kind may have taken the end of its time, or of its worker, for a failure of the page.
      signal.throwIfAborted();
      return { is: "over", end: failure(outcome.error, outcome.code) };
    }
    const credits = Math.min(row.price, Math.max(0, outcome.credits));
    if (!Number.isInteger(credits)) throw new TypeError("Credits must be a whole number.");
    const key = resultKey(row.id, row.runs);
    const kept = await this.#parts.results.keep(key, outcome.result, { signal });
    return {
      is: "over",
      end: { status: "completed", error: null, credits },
      kept,
      also: outcome.also,
    };
  }

  /**
   * Writes how a job ended, again and again while the store fails: the work is done. It ends with the
   * time for which the job is surely held, or when the worker stops.
   */
  async #settle(ending: Ending, stop: AbortSignal): Promise<void> {
    const { clock, ids, settlement } = this.#parts;
    using limit = deadline(clock, HELD_FOR, stop);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await settlement.settle(ending);
        return;
      } catch (error) {
        if (limit.signal.aborted) throw error;
        if (isStorageError(error, "INVALID_VALUE")) return this.#refuse(ending, error);
        if (!isStorageOutage(error)) throw error;
      }
      await wait(clock, backoff(attempt, ids.random(), REWRITE), limit.signal);
    }
  }

  /** Ends a job whose outcome no store takes; another run would come to the same. */
  async #refuse({ row, step }: Ending, error: unknown): Promise<void> {
    tellFailure(error, { jobId: row.id });
    const end = failure("internal error");
    const units = { unitsTotal: 0, unitsCompleted: 0 };
    await this.#parts.settlement.settle({ row: { ...row, ...units }, end, step });
  }
}

function isFull(error: unknown): boolean {
  return isStorageError(error, "STORE_FULL") || isStorageError(error, "READ_ONLY");
}
