import { uncancelled } from "../ensured-records.ts";
import type { JobRow } from "./collections.ts";
import { topicOf, type InnerParts } from "./job-parts.ts";

/** What comes behind so many of its batch has waited its turn. */
const LAST_PRIORITY = 100;

/**
 * Pushes a stored job; again is harmless. The first of a batch go with the first of all others, so
 * that nobody waits for a whole batch.
 * @throws QueueError
 */
export function pushJob(
  queue: Pick<InnerParts["queue"], "push">,
  { id, type, parent, place }: Pick<JobRow, "id" | "type" | "parent" | "place">,
): Promise<boolean> {
  const body = parent === null ? id : `${id} ${parent}`;
  const priority = Math.min(place ?? 0, LAST_PRIORITY);
  return queue.push(topicOf(type), body, { id, priority, signal: uncancelled.signal });
}
