import type { Where } from "../../storage/index.ts";
import type { Push } from "./insert-jobs.ts";
import { jobRows, type JobRow } from "./job-rows.ts";
import { uncancelled, type QueueRecords } from "./queue-records.ts";

/** Jobs that take turns with each other. */
type Class = Pick<JobRow, "topic" | "priority">;

/**
 * Pushes with the turns of their jobs. What is there says which turn is served; that another process
 * may push at the same time changes an order, and nothing else.
 */
export async function withTurns(
  records: QueueRecords,
  pushes: readonly Push[],
): Promise<readonly Push[]> {
  if (pushes.every(({ row }) => row.owner === null)) return pushes;
  const next = await nextTurns(records, pushes);
  return pushes.map(({ job, row }) => {
    if (row.owner === null) return { job, row };
    const key = ownerKey(row);
    const turn = next.get(key) ?? 0;
    next.set(key, turn + 1);
    return { job, row: { ...row, turn } };
  });
}

/** Of each owner who pushes, the turn of its next job. */
async function nextTurns(
  records: QueueRecords,
  pushes: readonly Push[],
): Promise<Map<string, number>> {
  const owned = pushes.flatMap(({ row }) => (row.owner === null ? [] : [row]));
  const classes = new Map(owned.map((row) => [classKey(row), servedTurn(records, row)]));
  const owners = new Map(owned.map((row) => [ownerKey(row), row]));
  const turns = [...owners].map(async ([key, row]) => {
    const { topic, priority, owner } = row;
    const [last, served] = await Promise.all([
      extremeTurn(records, { topic, owner, priority }, "desc"),
      classes.get(classKey(row)),
    ]);
    return [key, Math.max(served ?? 0, (last ?? -1) + 1)] as const;
  });
  return new Map(await Promise.all(turns));
}

/**
 * The turn that is served: that of the job that goes next. When none waits all start alike, behind
 * all that there are.
 */
async function servedTurn(records: QueueRecords, { topic, priority }: Class): Promise<number> {
  const where = { topic, priority, turn: { gte: 0 } };
  const next = await extremeTurn(records, { ...where, ready: true }, "asc");
  return next ?? (await extremeTurn(records, { ...where, ready: false }, "desc")) ?? 0;
}

async function extremeTurn(
  records: QueueRecords,
  where: Where<typeof jobRows>,
  direction: "asc" | "desc",
): Promise<number | undefined> {
  const query = { where, order: [["turn", direction]], limit: 1 } as const;
  const [row] = await records.call((store) => store.find(jobRows, query, { signal: uncancelled }));
  return row?.turn ?? undefined;
}

function classKey({ topic, priority }: Class): string {
  return `${priority} ${topic}`;
}

function ownerKey({ topic, priority, owner }: Class & Pick<JobRow, "owner">): string {
  return `${priority} ${topic.length} ${topic}${owner ?? ""}`;
}
