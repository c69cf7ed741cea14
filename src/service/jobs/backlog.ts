import type { Call } from "../../storage/index.ts";
import { jobRows } from "./collections.ts";
import type { InnerParts } from "./job-parts.ts";

/** Jobs of one type that are not settled, of all processes. */
export interface JobBacklog {
  /** `url_scraper`, `crawl`, `map` … */
  readonly type: string;
  readonly waiting: number;
  readonly running: number;
  /** Milliseconds since the oldest that waits was submitted; 0 when none waits. */
  readonly oldestWaitingMs: number;
}

/** How many jobs of each type wait and run; children of batches count, batches do not. */
export async function backlogOf(
  { records, clock, kinds }: Pick<InnerParts, "records" | "clock" | "kinds">,
  call: Call,
): Promise<readonly JobBacklog[]> {
  const store = await records.ready(call);
  return Promise.all(
    kinds.run.map(async ({ type }) => {
      // The index of what is looked at has the jobs that are not settled, and no others.
      const open = { type, lookAt: { gte: 0 } } as const;
      const where = { ...open, status: { in: ["pending", "queued"] } } as const;
      const [waiting, running, [oldest]] = await Promise.all([
        store.count(jobRows, { where }, call),
        store.count(jobRows, { where: { ...open, status: "processing" } }, call),
        store.find(jobRows, { where, order: [["createdAt", "asc"]], limit: 1 }, call),
      ]);
      const since = oldest?.createdAt ?? clock.now();
      return { type, waiting, running, oldestWaitingMs: Math.max(0, clock.now() - since) };
    }),
  );
}
