import type { Action, Credential, Runner, RunResult } from "../../../../wire/index.ts";
import type { Job, JobKind, JobOutcome, JobRun } from "../../../jobs/job.ts";
import type { KindParts } from "../../../base/parts.ts";
import type { Wire } from "../../../base/wire.ts";
import { runSignedIn } from "../run-signed-in.ts";
import { BegunWrites } from "./begun-writes.ts";
import { MAY_HAVE_HAPPENED, taskEvent, taskHead, taskOf, taskResult } from "./codec.ts";
import { TaskFiles } from "./task-files.ts";

/** Milliseconds that a task may run (decisions, 2.4). */
export const TASK_TIMEOUT = 300_000;

/** What tasks are run with. */
type WireKindParts = Pick<KindParts, "blobs" | "records" | "settings"> & {
  readonly wire: Wire;
};

/** How tasks run and are shown. */
export function wireKind(parts: WireKindParts): JobKind {
  const files = new TaskFiles(parts.blobs);
  const begun = new BegunWrites(parts.records);
  return {
    type: "wire",
    resultPath: "/wire/jobs",
    timeoutMs: TASK_TIMEOUT,
    concurrency: parts.settings.concurrency,
    start: "soon",
    run: (job, run) => runTask({ ...parts, files, begun }, job, run),
    title: (job) => `${taskOf(job).catalogSlug}: ${taskOf(job).actionName}`,
    head: taskHead,
    document: "none",
    isHidden: true,
    event: taskEvent,
    forget: async ({ id }, signal) => {
      await files.remove(id, { signal });
      await begun.forget(id, { signal });
    },
  };
}

interface TaskParts extends WireKindParts {
  readonly files: TaskFiles;
  readonly begun: BegunWrites;
}

/** What a run takes. */
interface Ready {
  readonly runner: Runner;
  readonly action: Action;
  readonly credential: Credential | undefined;
}

async function runTask(parts: TaskParts, job: Job, run: JobRun): Promise<JobOutcome> {
  const task = taskOf(job);
  const ready = await prepare(parts, job, run);
  if ("status" in ready) return ready;
  if (task.type === "write" && !(await parts.begun.begin(job.id, run.fence, run))) {
    return failed(MAY_HAVE_HAPPENED);
  }
  const { runner, action, credential } = ready;
  const { signal } = run;
  const result = await runSignedIn(
    parts.wire,
    { id: task.credential?.id, credential },
    {
      signal,
      run: (login) =>
        runner.run(action, {
          params: task.params,
          credential: login,
          signal,
          timeoutMs: TASK_TIMEOUT,
          fileKey: parts.files.keysOf(job.id),
        }),
    },
  );
  return await outcomeOf(parts, { job, result }, run);
}

async function prepare(parts: TaskParts, job: Job, run: JobRun): Promise<Ready | JobOutcome> {
  const { runner, credentials } = parts.wire;
  const task = taskOf(job);
  const catalog = await parts.wire.catalogOf(job.account, run);
  const action = catalog.action(task.actionId);
  if (action === undefined) return failed("The action no longer exists.");
  if (runner === undefined) return failed("The service no longer has a Wire runner.");
  if (task.credential === null) return { runner, action, credential: undefined };
  const credential = await credentials?.open(task.credential.id, run);
  if (credential !== undefined) return { runner, action, credential };
  return failed("The credential no longer exists.", "AUTH_EXPIRED");
}

async function outcomeOf(
  { files }: TaskParts,
  { job, result }: { readonly job: Job; readonly result: RunResult },
  run: JobRun,
): Promise<JobOutcome> {
  if (result.status === "completed") {
    const text = taskResult(result.data, files.inOrder(result.files));
    return { status: "completed", result: text, credits: job.reserved };
  }
  const { code, message } = result.error;
  await files.remove(job.id, run);
  return failed(message, code);
}

function failed(error: string, code = "EXECUTION_FAILED"): JobOutcome {
  return { status: "failed", error, code };
}
