import { jobTimes } from "../../base/job-times.ts";
import { Secrets, type TaskStep } from "../../../agent/index.ts";
import type { HeldSession, SessionStore } from "../../../cdp-proxy/index.ts";
import { answering } from "../../base/connection-failure.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import { isSettled } from "../../jobs/job-view.ts";
import type { Job, JobKind } from "../../jobs/job.ts";
import type { LiveRuns } from "../../base/live-runs.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { ServiceError } from "../../base/service-error.ts";
import { checkOutputSchema } from "../../base/check-output-schema.ts";
import { findSession } from "../../base/find-session.ts";
import { unknown } from "../../base/owned.ts";
import { neverAborts } from "../../../core/index.ts";
import { aiTaskRecord, aiTaskResult, type AiTaskDocument } from "./codec.ts";
import type { AskedTask, LiveTask } from "./live-task.ts";
import { runAiTask, type AiTaskParts } from "./run-ai-task.ts";
import type { AiTaskBody } from "./schema.ts";

/** Milliseconds of the longest task, its end included (decisions, 4.11). */
const TIMEOUT = 330_000 + jobTimes.settling;

/** What tasks are taken in with. */
export interface AiTasksParts extends ResourceParts {
  readonly liveTasks: LiveRuns<LiveTask>;
  /** Undefined where no session can be saved. */
  readonly store: SessionStore | undefined;
}

/** Who follows a task. */
interface Follower {
  /** Aborts when it leaves; the task ends with it. */
  readonly left: AbortSignal;
  readonly onStep: (step: TaskStep) => void;
}

const nobody: Follower = { left: neverAborts(), onStep: () => {} };

/**
 * Takes a task in and begins it.
 * @throws ServiceError `INVALID_REQUEST`, `CONFIGURATION_ERROR`, `NOT_FOUND`, `FORBIDDEN`,
 *   `SESSION_NOT_SAVED`, `SESSION_IN_USE`, `INSUFFICIENT_CREDITS`; the signal's reason
 */
export async function beginAiTask(
  parts: AiTasksParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, AiTaskBody>,
  follower: Follower = nobody,
): Promise<Job> {
  const { account } = caller;
  const asked = await askedOf(parts, body, signal);
  requireModel(parts);
  const id = parts.ids.uuid();
  const held = await holdSession(parts, { account, id: body.session_id }, { signal });
  parts.liveTasks.add(id, { ...asked, ...follower, held });
  try {
    return await parts.jobs.submit(
      {
        id,
        account,
        type: "ai_task",
        // What is asked for stays in memory: values of secrets may stand in it.
        url: "",
        request: null,
        country: null,
        baseUrl,
        webhookUrl: null,
        cost: parts.settings.prices.aiTask,
      },
      { signal },
    );
  } catch (error) {
    parts.liveTasks.take(id);
    await held?.release();
    throw error;
  }
}

/** @throws ServiceError `INVALID_REQUEST`; the signal's reason */
async function askedOf(
  { checkTarget, judge }: AiTasksParts,
  body: AiTaskBody,
  signal: AbortSignal,
): Promise<AskedTask> {
  const { prompt, url, max_steps: maxSteps, timeout_ms: timeoutMs, secret_values: values } = body;
  if (url !== undefined) checkTarget("url", url);
  const schemaCall = { judge, signal, field: "output_schema" };
  const outputSchema = (await checkOutputSchema(body.output_schema, schemaCall)) ?? undefined;
  const secrets = new Secrets(values ?? {});
  return { prompt, url, maxSteps, timeoutMs, outputSchema, secrets };
}

/**
 * A task done while the caller waits: its result object. It goes on when the caller leaves.
 * @throws as {@link beginAiTask}; ServiceError `INTERNAL_ERROR`
 */
export async function evaluate(
  parts: AiTasksParts,
  call: KeyedCall<unknown, AiTaskBody>,
): Promise<Answer> {
  const job = await beginAiTask(parts, call);
  const { id } = job;
  if (call.body.async) {
    return { status: 202, json: { workflow_id: id, status: "running", run_id: id } };
  }
  return { status: 200, json: await resultOf(parts, job, call.signal) };
}

/**
 * The result object of a task that was begun, once it has ended.
 * @throws ServiceError `INTERNAL_ERROR` when that cannot be seen in time; the signal's reason
 */
export async function resultOf(
  parts: Pick<AiTasksParts, "jobs">,
  job: Job,
  signal: AbortSignal,
): Promise<object> {
  const settled = await parts.jobs.settled(job, { signal, timeoutMs: TIMEOUT });
  if (isSettled(settled)) return aiTaskResult(settled, await documentOf(parts, settled, signal));
  const message = `The result of the task could not be stored in time; get it from GET /ai/jobs/${job.id}.`;
  throw new ServiceError("INTERNAL_ERROR", { message });
}

/** @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function showAiTask(
  parts: Pick<AiTasksParts, "jobs">,
  { caller, params, signal }: Pick<KeyedCall<unknown, unknown>, "caller" | "params" | "signal">,
): Promise<Answer> {
  const job = await parts.jobs.get(caller.account, params["workflow_id"] ?? "", { signal });
  if (job.type !== "ai_task") {
    throw unknown("task");
  }
  return { status: 200, json: aiTaskRecord(job, await documentOf(parts, job, signal)) };
}

/** How tasks run and are shown. */
export function aiTaskKind(parts: AiTaskParts): JobKind {
  return {
    type: "ai_task",
    resultPath: "/ai/jobs",
    timeoutMs: TIMEOUT,
    concurrency: parts.settings.concurrency,
    start: "at-once",
    events: "none",
    run: (job, run) => runAiTask(parts, job, run),
    // What is asked of the model is not stored.
    title: () => "Task in a browser",
    head: () => ({}),
    forget: async () => {},
  };
}

async function documentOf(
  { jobs }: Pick<AiTasksParts, "jobs">,
  job: Job,
  signal: AbortSignal,
): Promise<AiTaskDocument> {
  const text = await new Response(await jobs.document(job, { signal })).text();
  return JSON.parse(text) as AiTaskDocument;
}

function requireModel({ model, engines }: AiTasksParts): void {
  if (model === undefined) {
    const message = "Browser tasks need a language model, and this service has none.";
    throw new ServiceError("CONFIGURATION_ERROR", { message });
  }
  if (engines.browser.lease !== undefined) return;
  const message = "Browser tasks need a browser that leases pages, and this service has none.";
  throw new ServiceError("CONFIGURATION_ERROR", { message });
}

async function holdSession(
  parts: AiTasksParts,
  { account, id }: { readonly account: string; readonly id: string | undefined },
  call: { readonly signal: AbortSignal },
): Promise<HeldSession | undefined> {
  const { store, sessions } = parts;
  const named = { ...call, idField: "session_id" };
  const found = await findSession({ sessions }, { account, sessionId: id }, named);
  if (found === undefined || store === undefined) return undefined;
  return await answering(() => store.hold(found.id, call));
}
