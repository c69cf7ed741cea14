import type { Call } from "../../../../storage/index.ts";
import { isServiceError } from "../../../base/service-error.ts";
import type { Job } from "../../../jobs/job.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import { unknown } from "../../../base/owned.ts";

/**
 * A task of the account.
 * @throws ServiceError `NOT_FOUND`, also for another account's (decisions, part 5)
 */
export async function findTask(
  jobs: Pick<Jobs, "get">,
  { account, id, signal }: Call & { readonly account: string; readonly id: string },
): Promise<Job> {
  try {
    const job = await jobs.get(account, id, { signal });
    if (job.type === "wire") return job;
  } catch (error) {
    if (!isServiceError(error, "FORBIDDEN")) throw error;
  }
  throw unknown("job");
}
