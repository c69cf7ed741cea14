import type { Call } from "../../../../storage/index.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { TaskFiles } from "./task-files.ts";

/** Tasks that are looked at between two looks. */
const AT_ONCE = 100;

/** Removes the files of all tasks of an account. */
export async function removeTaskFiles(
  { jobs, files }: { readonly jobs: Pick<Jobs, "list">; readonly files: TaskFiles },
  account: string,
  call: Call,
): Promise<void> {
  for (let skip = 0; ; skip += AT_ONCE) {
    const query = { account, type: "wire", skip, take: AT_ONCE } as const;
    const { jobs: some, total } = await jobs.list(query, call);
    for (const { job } of some) await files.remove(job.id, call);
    if (skip + AT_ONCE >= total) return;
  }
}
