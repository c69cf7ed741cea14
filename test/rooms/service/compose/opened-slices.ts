import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { openSlices } from "../../../../src/service/compose/slices.ts";
import type { serviceParts } from "../../../../src/service/compose/service-parts.ts";
import { createJobs } from "../../../../src/service/jobs/create-jobs.ts";

/** The slices as a service has them, with jobs of no kind. */
export function openedSlices(
  parts: ReturnType<typeof serviceParts>,
): ReturnType<typeof openSlices> {
  const accounts = new AccountStore(parts);
  const jobs = parts.owned.add(createJobs(parts, () => ({ kinds: [], swept: [] })));
  return openSlices({ ...parts, jobs, accounts, board: jobs.board, rows: () => [] });
}
