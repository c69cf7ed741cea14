import { uncancelled } from "../../storage/internal.ts";
import type { JobRow } from "./collections.ts";
import { topicOf, type InnerParts } from "./job-parts.ts";

/**
 * Pushes a stored job, for its account: accounts take turns. Again is harmless.
 * @throws QueueError
 */
export function pushJob(
  queue: Pick<InnerParts["queue"], "push">,
  { id, type, parent, account: owner }: Pick<JobRow, "id" | "type" | "parent" | "account">,
): Promise<boolean> {
  const body = parent === null ? id : `${id} ${parent}`;
  return queue.push(topicOf(type), body, { id, owner, signal: uncancelled.signal });
}
