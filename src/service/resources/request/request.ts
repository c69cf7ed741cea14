import type { Answer, KeyedCall, Route } from "../../http/route.ts";
import type { JobType } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { ServiceError } from "../../service-error.ts";
import { jobDocument } from "../url-scraper/job-document.ts";

/** What has routes and a shape of its own. */
const others: ReadonlySet<JobType> = new Set([
  "wire",
  "ai_task",
  "build_request",
  "ai_search",
  "ai_search_retry",
]);

type Body = Readonly<Record<string, unknown>>;

/**
 * The row that handles a generic request, and the body for it: `force_fresh` under the name that
 * rows know.
 * @throws ServiceError `INVALID_JOB_TYPE`
 */
export function chooseTarget(
  targets: Readonly<Record<string, Route>>,
  body: Body,
): { readonly route: Route; readonly body: Body } {
  const { job_type: type, force_fresh: fresh, ...rest } = body;
  const known = typeof type === "string" && Object.hasOwn(targets, type);
  const route = known ? targets[type] : undefined;
  if (route === undefined) {
    const names = Object.keys(targets).join(", ");
    throw new ServiceError("INVALID_JOB_TYPE", { message: `job_type must be one of ${names}.` });
  }
  const forceFresh = rest["forceFresh"] ?? fresh;
  return { route, body: { ...rest, ...(forceFresh !== undefined && { forceFresh }) } };
}

/**
 * Shows any job of the account by its id.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`; the signal's reason
 */
export async function showAnyJob(
  jobs: Pick<Jobs, "get" | "document" | "children">,
  { caller, params, signal }: Pick<KeyedCall<unknown, unknown>, "caller" | "params" | "signal">,
): Promise<Answer> {
  const job = await jobs.get(caller.account, params["jobId"] ?? "", { signal });
  if (others.has(job.type)) {
    throw new ServiceError("NOT_FOUND", { message: "There is no job with this id." });
  }
  return { status: 200, body: await jobDocument(jobs, job, { signal }) };
}
