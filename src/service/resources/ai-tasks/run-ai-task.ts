import {
  openPageTools,
  runTask,
  Secrets,
  type TaskResult,
  type TaskStep,
} from "../../../agent/index.ts";
import type { SchemaJudge } from "../../../ai/index.ts";
import { isBrowserError, type PageLease } from "../../../browser/index.ts";
import { deadline, Disposer, type Clock, type Deadline } from "../../../core/index.ts";
import type { HeldSession } from "../../../cdp-proxy/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { LiveRuns } from "../../live-runs.ts";
import type { KindParts } from "../../parts.ts";
import { tellFailure } from "../../tell-failure.ts";
import { aiTaskRequest, storedEnd, type AiTaskEnd, type AiTaskRequest } from "./codec.ts";
import type { LiveTask } from "./live-task.ts";

/** Milliseconds between two signs that a session is still held. */
const KEEP_MS = 30_000;

const LOST = "The process that ran the task was lost, and with it the values of its secrets.";
const LEFT = "The client closed the stream before the task was done.";

/** What tasks are run with. */
export interface AiTaskParts extends KindParts {
  readonly judge: SchemaJudge;
  readonly liveTasks: LiveRuns<LiveTask>;
}

/**
 * Runs a task that this process has taken in.
 * @throws the run's reason; what is an internal error
 */
export async function runAiTask(parts: AiTaskParts, job: Job, run: JobRun): Promise<JobOutcome> {
  const live = parts.liveTasks.take(job.id);
  if (live === undefined) return { status: "failed", error: LOST };
  const { held } = live;
  using keeping = held && keepHeld(held, parts.clock);
  try {
    const end = await endOf(parts, { job, live, run, lost: keeping?.signal });
    // Who leaves pays all of it; what did not come to its goal costs nothing.
    const credits = end.success || live.left.aborted ? job.reserved : 0;
    return { status: "completed", result: storedEnd(job, end, credits), credits };
  } finally {
    await held?.release();
  }
}

interface TaskCall {
  readonly job: Job;
  readonly live: LiveTask;
  readonly run: JobRun;
  readonly lost: AbortSignal | undefined;
}

async function endOf(parts: AiTaskParts, call: TaskCall): Promise<AiTaskEnd> {
  const { job, live, run, lost } = call;
  const { clock } = parts;
  const request = aiTaskRequest(job);
  const steps: TaskStep[] = [];
  const started = clock.monotonic();
  const signals = [run.signal, live.left, ...(lost === undefined ? [] : [lost])];
  using limit = deadline(clock, request.timeoutMs, AbortSignal.any(signals));
  const onStep = (step: TaskStep): void => {
    steps.push(step);
    live.onStep(step);
  };
  const fallen = (status: "failed" | "timed_out", error: string): AiTaskEnd => {
    const durationMs = Math.round(clock.monotonic() - started);
    return { status, success: false, result: null, steps, iterations: 0, durationMs, error };
  };
  try {
    return endFrom(await onPage(parts, { request, job, live, limit, onStep }));
  } catch (error) {
    run.signal.throwIfAborted();
    if (live.left.aborted) return fallen("failed", LEFT);
    if (limit.expired) return fallen("timed_out", `It took longer than ${limit.ms} ms.`);
    if (lost?.aborted === true) return fallen("failed", "The saved session went into other hands.");
    if (!isBrowserError(error)) throw error;
    tellFailure(error, { jobId: job.id });
    return fallen("failed", "The browser was lost.");
  }
}

function endFrom({ failure, ...result }: TaskResult): AiTaskEnd {
  if (result.success) return { ...result, status: "completed" };
  return { ...result, status: failure === "out-of-time" ? "timed_out" : "failed" };
}

interface PageCall {
  readonly request: AiTaskRequest;
  readonly job: Job;
  readonly live: LiveTask;
  readonly limit: Deadline;
  readonly onStep: (step: TaskStep) => void;
}

async function onPage(
  { engines, model, judge, clock, ids }: AiTaskParts,
  { request, job, live, limit, onStep }: PageCall,
): Promise<TaskResult> {
  const { prompt, maxSteps, outputSchema } = request;
  const url = request.url ?? undefined;
  if (model === undefined) throw new Error("there is no model any more");
  await using owned = new Disposer();
  const lease = owned.add(await leaseOf(engines, { job, url, live, signal: limit.signal }));
  const signal = AbortSignal.any([limit.signal, lease.signal]);
  const secrets = new Secrets(live.secrets);
  // Without a page to begin on the prompt says where to go.
  const reach = url === undefined ? "any" : "same-site";
  const work = owned.add(await openPageTools(lease.page, { start: url, reach, secrets, clock }));
  const opening = url === undefined ? undefined : await work.open(url, signal);
  return await runTask(
    { model, judge, clock, ids },
    {
      prompt,
      tools: work.tools,
      opening,
      outputSchema: outputSchema ?? undefined,
      secrets,
      maxSteps,
      timeoutMs: Math.max(1, Math.ceil(limit.remaining())),
      onStep,
    },
    { signal },
  );
}

async function leaseOf(
  { browser, proxies }: KindParts["engines"],
  {
    job,
    url,
    live,
    signal,
  }: {
    readonly job: Job;
    readonly url: string | undefined;
    readonly live: LiveTask;
    readonly signal: AbortSignal;
  },
): Promise<PageLease> {
  if (browser.lease === undefined) throw new Error("the host's browser gives no pages");
  const { held } = live;
  const country = "us";
  const place = new URL(url ?? "about:blank");
  const query = { url: place, country, session: job.id };
  const proxy = held?.proxy ?? (await proxies?.proxyFor(query));
  const tenant = job.account;
  return await browser.lease({ url, tenant, proxy, country, state: held?.state, signal });
}

/** Holds a session until it is disposed; the signal aborts when others have it. */
function keepHeld(held: HeldSession, clock: Clock): Disposable & { readonly signal: AbortSignal } {
  const lost = new AbortController();
  let cancel = (): void => {};
  const keep = (): void => {
    cancel = clock.timer(KEEP_MS, () => {
      held.keep({ signal: lost.signal }).then(keep, (error: unknown) => lost.abort(error));
    });
  };
  keep();
  return {
    signal: lost.signal,
    [Symbol.dispose]: () => {
      cancel();
      lost.abort();
    },
  };
}
