import { deadline, onBehalfOf, traced, type Clock, type Ids } from "../../core/index.ts";
import { isStorageError } from "../../storage/index.ts";
import { isOutage, throughOutages } from "../base/outages.ts";
import { failure, type ClaimedRow, type Claims } from "./claims.ts";
import type { JobRow } from "./collections.ts";
import type { JobHolds } from "./holds.ts";
import { OUTAGE_PATIENCE, START_WITHIN, type JobEnd } from "./job-states.ts";
import { jobView } from "./job-view.ts";
import type { JobKind, JobOutcome, JobRun } from "./job.ts";
import { Progress, type ProgressParts } from "./progress.ts";
import { resultKey, type KeptResult, type Results } from "./results.ts";
import type { Ending, Settlement } from "./settlement.ts";
import { tellFailure } from "../base/tell-failure.ts";

/** The dependencies of a runner. */
interface RunnerParts extends ProgressParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly claims: Claims;
  readonly holds: JobHolds;
  readonly settlement: Settlement;
  readonly results: Results;
}

/** What a job comes to. */
type RunEnd = Pick<Ending, "end" | "kept" | "also">;

/** What a run is bounded by, and how far it is. */
interface RunCall {
  /** Aborts when the worker stops. */
  readonly stop: AbortSignal;
  /** Aborts when somebody else has the job. */
  readonly lost: AbortSignal;
  /** Aborts with either. */
  readonly over: AbortSignal;
  readonly progress: Progress;
}

/** Runs jobs: those that the queue brings, and those that are begun as they are stored. */
export class JobRunner {
  readonly #parts: RunnerParts;
  /** Each stops a run of this process, by its job. */
  readonly #running = new Map<string, AbortController>();

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
    const row = await this.#parts.claims.claim(body, signal);
    if (row !== undefined) await this.run(kind, row, signal);
  }

  /** Stops the run of a job that is settled already, where this process has it. */
  stop(id: string): void {
    this.#running.get(id)?.abort(new Error("The job was cancelled."));
  }

  /**
   * Runs a job that is claimed, and settles it.
   * @param signal aborts when the worker stops
   * @throws as {@link JobRunner.deliver}
   */
  async run(kind: JobKind, row: ClaimedRow, signal: AbortSignal): Promise<void> {
    const context = { jobId: row.id, type: row.type, traceparent: row.trace ?? undefined };
    await traced("dragline:service:job", context, () => this.#hold(kind, row, signal));
  }

  /** Gives how the run ended, for traces. */
  async #hold(
    kind: JobKind,
    row: ClaimedRow,
    stop: AbortSignal,
  ): Promise<{ readonly status: JobEnd["status"] | "lost"; readonly credits: number }> {
    using hold = this.#parts.holds.hold(row);
    const cancelled = new AbortController();
    this.#running.set(row.id, cancelled);
    const lost = AbortSignal.any([hold.signal, cancelled.signal]);
    const progress = new Progress(row, this.#parts);
    const over = AbortSignal.any([stop, lost]);
    try {
      const call: RunCall = { stop, lost, over, progress };
      const { end, ...rest } = await this.#run(kind, row, call);
      const ended: JobRow = { ...row, ...progress.units };
      await this.#settle({ row: ended, end, ...rest, step: "settle" }, over);
      return { status: end.status, credits: end.credits };
    } catch (error) {
      if (lost.aborted) return { status: "lost", credits: 0 };
      // It was taken in and paid: it is done once what it needs is there again.
      if (stop.aborted || isOutage(error)) {
        await this.#through(over, () => this.#parts.claims.handBack(row));
      }
      throw error;
    } finally {
      if (this.#running.get(row.id) === cancelled) this.#running.delete(row.id);
    }
  }

  /** @throws what the job is to be handed back for: the worker stops, or what it needs is away */
  async #run(kind: JobKind, row: ClaimedRow, call: RunCall): Promise<RunEnd> {
    const { stop, lost, over } = call;
    using limit = deadline(this.#parts.clock, kind.timeoutMs, over);
    try {
      const { set, tell, fence } = call.progress;
      const run: JobRun = { signal: limit.signal, progress: set, tell, fence };
      const outcome = await onBehalfOf(row.account, () => kind.run(jobView(row), run));
      // A kind may have taken the end of its time, or of its worker, for a failure of the page.
      if (outcome.status === "failed") limit.signal.throwIfAborted();
      return await this.#end(row, outcome, over);
    } catch (error) {
      if (lost.aborted) throw error;
      if (limit.expired && !isOutage(error)) return { end: failure("timeout") };
      if (stop.aborted) throw stop.reason;
      tellFailure(error, { jobId: row.id });
      if (this.#mayComeAgain(error, kind, row)) throw error;
      return { end: failure("internal error") };
    }
  }

  /** A job that meets an outage whenever it is run, when nothing else does, is not run for ever. */
  #mayComeAgain(error: unknown, { timeoutMs }: JobKind, { startedAt }: ClaimedRow): boolean {
    if (isStorageError(error, "STORE_FULL") || isStorageError(error, "READ_ONLY")) return true;
    const now = this.#parts.clock.now();
    return isOutage(error) && now < (startedAt ?? now) + timeoutMs + START_WITHIN;
  }

  async #end(row: ClaimedRow, outcome: JobOutcome, over: AbortSignal): Promise<RunEnd> {
    if (outcome.status === "failed") return { end: failure(outcome.error, outcome.code) };
    const credits = Math.min(row.price, Math.max(0, outcome.credits));
    if (!Number.isInteger(credits)) throw new TypeError("Credits must be a whole number.");
    const kept = await this.#keep(resultKey(row.id, row.runs), outcome.result, over);
    return { end: { status: "completed", error: null, credits }, kept, also: outcome.also };
  }

  /** Keeps a result, again and again while the store fails; one in pieces can be read only once. */
  async #keep(
    key: string,
    result: string | AsyncIterable<string>,
    over: AbortSignal,
  ): Promise<KeptResult> {
    const keep = () => this.#parts.results.keep(key, result, { signal: over });
    return typeof result === "string" ? await this.#patiently(over, keep) : await keep();
  }

  /** Writes how a job ended, again and again while the store fails: the work is done. */
  async #settle(ending: Ending, over: AbortSignal): Promise<void> {
    try {
      await this.#patiently(over, () => this.#parts.settlement.settle(ending));
    } catch (error) {
      if (!isStorageError(error, "INVALID_VALUE")) throw error;
      await this.#refuse(ending, error);
    }
  }

  /** For as long as an outage is waited for. */
  async #patiently<Result>(over: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    using limit = deadline(this.#parts.clock, OUTAGE_PATIENCE, over);
    return await this.#through(limit.signal, work);
  }

  #through<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return throughOutages(this.#parts, signal, work);
  }

  /** Ends a job whose outcome no store takes; another run would come to the same. */
  async #refuse({ row, step }: Ending, error: unknown): Promise<void> {
    tellFailure(error, { jobId: row.id });
    const end = failure("internal error");
    const units = { unitsTotal: 0, unitsCompleted: 0 };
    await this.#parts.settlement.settle({ row: { ...row, ...units }, end, step });
  }
}
