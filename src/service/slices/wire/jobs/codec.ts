import type { Json } from "../../../../storage/index.ts";
import { catalogUuid } from "../../../../wire/internal.ts";
import type { ListedJob } from "../../../jobs/job-lists.ts";
import { isoTime, isSettled } from "../../../jobs/job-view.ts";
import type { Job } from "../../../jobs/job.ts";
import { taskError, taskOf } from "../tasks/codec.ts";

/** A task as GET /wire/jobs lists it (decisions, 2.4). */
export function listedTask({ job, result }: ListedJob): object {
  const { id, account, createdAt, completedAt } = job;
  const { actionId, actionName, catalogSlug, params } = taskOf(job);
  const error = taskError(job);
  const isOver = isSettled(job);
  return {
    id,
    user_id: account,
    catalog_id: catalogUuid(catalogSlug),
    action_id: actionId,
    action_name: actionName,
    catalog_slug: catalogSlug,
    status: isOver ? job.status : "processing",
    created_at: isoTime(createdAt),
    params,
    credits_used: job.creditsUsed ?? (isOver ? 0 : job.reserved),
    ...listedResult(result),
    ...credentialMembers(job),
    ...(error === undefined ? {} : { error: error.message }),
    ...(isOver ? { completed_at: isoTime(completedAt ?? createdAt) } : {}),
  };
}

/** The result if it is small; a large one is marked as left out. */
function listedResult(text: string | null | undefined): object {
  if (text === undefined) return { result: null, result_omitted: "size" };
  if (text === null) return { result: null };
  return { result: (JSON.parse(text) as { readonly data: Json }).data };
}

function credentialMembers(job: Job): object {
  const { credential } = taskOf(job);
  if (credential === null) return {};
  const { id, type, identityName } = credential;
  return { credential_id: id, credential_type: type, identity_name: identityName };
}
