import type { Answer, DispatchRoute, KeyedCall, Route } from "../../http/route.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { ServiceError } from "../../base/service-error.ts";
import { jobDocument } from "../url-scraper/job-document.ts";
import { unknown } from "../../base/owned.ts";

/** The rows that requests are handed to, by `job_type`. */
export type Targets = ReadonlyMap<string, Route>;

/** The rows that say by which `job_type` they are reached, in their order. */
export function targetsAmong(rows: readonly (Route | DispatchRoute)[]): Targets {
  const targets = rows.flatMap((row) =>
    row.jobType === undefined || "choose" in row ? [] : [[row.jobType, row] as const],
  );
  return new Map(targets);
}

type Body = Readonly<Record<string, unknown>>;

/**
 * The row that handles a generic request, and the body for it: `force_fresh` under the name that
 * rows know.
 * @throws ServiceError `INVALID_JOB_TYPE`
 */
export function chooseTarget(
  targets: Targets,
  body: Body,
): { readonly route: Route; readonly body: Body } {
  const { job_type: type, force_fresh: fresh, ...rest } = body;
  const route = typeof type === "string" ? targets.get(type) : undefined;
  if (route === undefined) {
    const names = [...targets.keys()].join(", ");
    throw new ServiceError("INVALID_JOB_TYPE", { message: `job_type must be one of ${names}.` });
  }
  const forceFresh = rest["forceFresh"] ?? fresh;
  return { route, body: { ...rest, ...(forceFresh !== undefined && { forceFresh }) } };
}

interface ShowParts {
  readonly jobs: Pick<Jobs, "get" | "document" | "children">;
  readonly targets: Targets;
}

/**
 * Shows any job of the account by its id.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`; the signal's reason
 */
export async function showAnyJob(
  { jobs, targets }: ShowParts,
  { caller, params, signal }: Pick<KeyedCall<unknown, unknown>, "caller" | "params" | "signal">,
): Promise<Answer> {
  const job = await jobs.get(caller.account, params["jobId"] ?? "", { signal });
  // What is submitted by its own route alone is shown by its own route alone.
  if (!targets.has(job.type) && job.type !== "batch_url_scraper") throw unknown("job");
  return { status: 200, body: await jobDocument(jobs, job, { signal }) };
}
