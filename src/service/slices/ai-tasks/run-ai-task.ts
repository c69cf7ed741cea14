import type { TaskResult, TaskStep } from "../../../agent/index.ts";
import type { SchemaJudge } from "../../../ai/index.ts";
import { deadline, type Deadline } from "../../../core/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { LiveRuns } from "../../base/live-runs.ts";
import type { KindParts } from "../../base/parts.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { engineFailure } from "../../base/site-failure.ts";
import { storedEnd, type AiTaskEnd } from "./codec.ts";
import { keepHeld } from "./hold-session.ts";
import type { LiveTask } from "./live-task.ts";
import { countAnswers, workOnPage, type CountedModel } from "./task-page.ts";

const LOST =
  "The process that ran the task was lost. It is unknown which steps were done, so the task is not repeated.";
const LEFT = "The client closed the stream before the task was done.";
const NO_MODEL = "The language model could not be reached, or its answer could not be read.";

/** What tasks are run with. */
export interface AiTaskParts extends KindParts {
  readonly judge: SchemaJudge;
  readonly liveTasks: LiveRuns<LiveTask>;
}

/**
 * Runs a task that this process has taken in.
 * @throws the run's reason
 */
export async function runAiTask(parts: AiTaskParts, job: Job, run: JobRun): Promise<JobOutcome> {
  const live = parts.liveTasks.take(job.id);
  if (live === undefined) return { status: "failed", error: LOST };
  await using holding = keepHeld(live.held, parts.clock);
  const end = await new AiTaskRun(parts, { job, live, run, lost: holding.lost }).run();
  // Who leaves pays all of it; what did not come to its goal costs nothing.
  const credits = end.success || live.left.aborted ? job.reserved : 0;
  return { status: "completed", result: storedEnd(job, end, credits), credits };
}

interface AiTaskCall {
  readonly job: Job;
  readonly live: LiveTask;
  readonly run: JobRun;
  /** Aborts when the saved session went into other hands. */
  readonly lost: AbortSignal;
}

/** One run. However it ends, its result contains the steps so far. */
class AiTaskRun {
  readonly #parts: AiTaskParts;
  readonly #call: AiTaskCall;
  readonly #model: CountedModel | undefined;
  readonly #steps: TaskStep[] = [];
  readonly #started: number;

  constructor(parts: AiTaskParts, call: AiTaskCall) {
    this.#parts = parts;
    this.#call = call;
    this.#model = parts.model && countAnswers(parts.model);
    this.#started = parts.clock.monotonic();
  }

  /** @throws the run's reason */
  async run(): Promise<AiTaskEnd> {
    const { live, run, lost } = this.#call;
    const model = this.#model;
    if (model === undefined) return this.#fallen("failed", NO_MODEL);
    const signal = AbortSignal.any([run.signal, live.left, lost]);
    using limit = deadline(this.#parts.clock, live.timeoutMs, signal);
    const onStep = (step: TaskStep): void => {
      this.#steps.push(step);
      live.onStep(step);
    };
    try {
      const { job } = this.#call;
      return this.#ended(await workOnPage({ ...this.#parts, model }, { job, live, limit, onStep }));
    } catch (error) {
      run.signal.throwIfAborted();
      return this.#brokenOff(error, limit);
    }
  }

  #ended({ failure, ...result }: TaskResult): AiTaskEnd {
    if (result.success) return { ...result, status: "completed" };
    if (failure === "out-of-time") return { ...result, status: "timed_out" };
    if (failure !== "model-failed") return { ...result, status: "failed" };
    // The words of the model's server are for the host: addresses and keys may stand in them.
    this.#tell(new Error(result.error));
    return { ...result, status: "failed", error: NO_MODEL };
  }

  #brokenOff(error: unknown, limit: Deadline): AiTaskEnd {
    const { live, lost } = this.#call;
    if (live.left.aborted) return this.#fallen("failed", LEFT);
    if (limit.expired)
      return this.#fallen("timed_out", `The task took longer than ${limit.ms} ms.`);
    if (lost.aborted)
      return this.#fallen("failed", "Another connection or task took over the saved session.");
    this.#tell(error);
    return this.#fallen("failed", live.secrets.mask(engineFailure(error) ?? "internal error"));
  }

  #fallen(status: "failed" | "timed_out", error: string): AiTaskEnd {
    const durationMs = Math.round(this.#parts.clock.monotonic() - this.#started);
    const iterations = this.#model?.answers ?? 0;
    const steps = this.#steps;
    return { status, success: false, result: null, steps, iterations, durationMs, error };
  }

  /** The driver's errors may quote what was typed. */
  #tell(error: unknown): void {
    const { job, live } = this.#call;
    const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    const told = new Error(live.secrets.mask(message));
    Object.assign(told, { name, stack: live.secrets.mask(stack) });
    tellFailure(told, { jobId: job.id });
  }
}
