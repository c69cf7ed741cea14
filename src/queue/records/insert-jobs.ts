import { isStorageError } from "../../storage/index.ts";
import type { NewJob } from "../job-store.ts";
import { jobRows, type JobRow } from "./job-rows.ts";
import { uncancelled, type QueueRecords } from "./queue-records.ts";

/** A job that was asked to be pushed, and its row. */
export interface Push {
  readonly job: NewJob;
  readonly row: JobRow;
}

/**
 * Inserts the rows whose topic and id are new in the table and among themselves; tells of each
 * whether it was inserted. A job whose push was cancelled is left out.
 */
export async function insertJobs(
  records: QueueRecords,
  pushes: readonly Push[],
): Promise<boolean[]> {
  let rows = new Map<string, JobRow>();
  for (const { job, row } of pushes) {
    if (!job.signal.aborted && !rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  while (rows.size > 0 && !(await inserted(records, [...rows.values()]))) {
    rows = await withoutKnown(records, rows);
  }
  return pushes.map(({ row }) => rows.get(keyOf(row)) === row);
}

async function inserted(records: QueueRecords, rows: readonly JobRow[]): Promise<boolean> {
  try {
    await records.call((store) => store.insert(jobRows, rows, { signal: uncancelled }));
    return true;
  } catch (failure) {
    if (isStorageError(failure, "CONFLICT")) return false;
    throw failure;
  }
}

/** Jobs may be settled while this looks, and others pushed: the caller tries again. */
async function withoutKnown(
  records: QueueRecords,
  rows: ReadonlyMap<string, JobRow>,
): Promise<Map<string, JobRow>> {
  const left = new Map(rows);
  for (const [topic, ofTopic] of Map.groupBy(rows.values(), (row) => row.topic)) {
    const where = { topic, id: { in: ofTopic.map(({ id }) => id) } };
    const known = await records.call((store) =>
      store.find(jobRows, { where }, { signal: uncancelled }),
    );
    for (const row of known) left.delete(keyOf(row));
  }
  return left;
}

function keyOf({ topic, id }: { readonly topic: string; readonly id: string }): string {
  return `${topic.length}:${topic}${id}`;
}
