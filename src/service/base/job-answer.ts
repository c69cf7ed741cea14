import type { Answer, KeyedCall } from "../http/route.ts";
import type { Job } from "../jobs/job.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { unknown } from "./owned.ts";

/** What a submission answers. */
export function submitted({ id }: Job): Answer {
  return { status: 202, json: { jobId: id, status: "pending" } };
}

/**
 * Answers with the document of the job that the path names.
 * @param type the kind that the route serves; jobs of others are unknown to it
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`
 */
export async function showJob(
  jobs: Pick<Jobs, "get" | "document">,
  type: string,
  call: Pick<KeyedCall<unknown, unknown>, "caller" | "params" | "signal">,
): Promise<Answer> {
  const { caller, params, signal } = call;
  const job = await jobs.get(caller.account, params["id"] ?? "", { signal });
  if (job.type !== type) {
    throw unknown("job");
  }
  return { status: 200, body: await jobs.document(job, { signal }) };
}
