import type { Clock } from "../../../../core/index.ts";
import type { Blobs } from "../../../../storage/index.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import { isSettled } from "../../../jobs/job-view.ts";
import type { Job } from "../../../jobs/job.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { JobsQuery } from "../schema.ts";
import { taskHead, taskOf } from "../tasks/codec.ts";
import { listedTask } from "./codec.ts";
import { findTask } from "./find-task.ts";
import { retryAfter } from "./retry-after.ts";

/** The dependencies of reading tasks. */
export interface TaskReadParts {
  readonly jobs: Pick<Jobs, "get" | "document" | "list" | "totals">;
  readonly blobs: Blobs;
  readonly clock: Clock;
}

/** Jobs of a page where the client does not say. */
const PAGE = 20;

/** GET /wire/jobs/{id}. @throws ServiceError `NOT_FOUND` */
export async function showTask(
  parts: TaskReadParts,
  { caller, params, signal }: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  const { account } = caller;
  const job = await findTask(parts.jobs, { account, id: params["id"] ?? "", signal });
  if (isSettled(job)) return { status: 200, body: await parts.jobs.document(job, { signal }) };
  const retry_after_ms = await retryAfter(parts, job, { signal });
  return { status: 200, json: { ...taskHead(job), retry_after_ms } };
}

/** GET /wire/jobs. */
export async function listTasks(
  { jobs }: TaskReadParts,
  { caller, query, signal }: KeyedCall<JobsQuery, unknown>,
): Promise<Answer> {
  const { account } = caller;
  const { page = 1, limit = PAGE, catalog, status, search } = query;
  const list = await jobs.list(
    {
      account,
      type: "wire",
      status,
      actionPrefix: catalog === undefined ? undefined : `${catalog}.`,
      matches: search === undefined || search === "" ? undefined : hasText(search),
      skip: (page - 1) * limit,
      take: limit,
    },
    { signal },
  );
  const totals = page === 1 ? await jobs.totals({ account, type: "wire" }, { signal }) : undefined;
  return {
    status: 200,
    json: {
      status: "ok",
      jobs: list.jobs.map(listedTask),
      total_count: list.total,
      page,
      limit,
      total_pages: Math.ceil(list.total / limit),
      ...(totals === undefined ? {} : { stats: statsOf(totals) }),
    },
  };
}

function statsOf(totals: Awaited<ReturnType<Jobs["totals"]>>): object {
  const { processing, completed, failed, creditsUsed } = totals;
  return { processing, completed, failed, credits_used: creditsUsed };
}

/** Whether a task's action or parameters have a text in them, in any case. */
function hasText(search: string): (job: Job) => boolean {
  const wanted = search.toLowerCase();
  return (job) => {
    const { actionName, params } = taskOf(job);
    const texts = [actionName, JSON.stringify(params)];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  };
}
