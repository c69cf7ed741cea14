import type { HeldJob } from "../job-store.ts";

/** Jobs that one claim took; their rows are told apart by id and share the token. */
interface HeldGroup {
  readonly topic: string;
  readonly token: string;
  readonly ids: readonly string[];
}

/** Held jobs by claim, so that each claim's jobs are written by one guarded operation. */
export function heldGroups(jobs: readonly HeldJob[]): HeldGroup[] {
  const claims = Map.groupBy(jobs, ({ token }) => token);
  return [...claims].flatMap(([token, ofClaim]) => {
    const topics = Map.groupBy(ofClaim, ({ topic }) => topic);
    return [...topics].map(([topic, ofTopic]) => ({
      topic,
      token,
      ids: ofTopic.map(({ id }) => id),
    }));
  });
}

/** The rows of a group that are still held by its claim. */
export function stillHeld({ topic, token, ids }: HeldGroup): {
  topic: string;
  token: string;
  id: { in: readonly string[] };
} {
  return { topic, token, id: { in: ids } };
}
