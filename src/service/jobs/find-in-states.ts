import type { Call, Records, Where } from "../../storage/index.ts";
import { jobRows, type JobRow } from "./collections.ts";

/** The first rows in an order. */
interface StateQuery {
  readonly where: Where<typeof jobRows>;
  /** States that they may be in; all when absent. */
  readonly statuses: readonly string[] | undefined;
  readonly order: readonly (readonly [
    field: "createdAt" | "changedAt" | "id",
    direction: "asc" | "desc",
  ])[];
  readonly limit: number;
}

/**
 * Finds rows in any of some states: those of each state in turn, as an index has only one state's in
 * the order of their times. With all states in one query a store reads through every job of the account
 * where few are in them.
 */
export async function findInStates(
  records: Records,
  { where, statuses, order, limit }: StateQuery,
  call: Call,
): Promise<JobRow[]> {
  if (statuses === undefined) return await records.find(jobRows, { where, order, limit }, call);
  const found = await Promise.all(
    [...new Set(statuses)].map((status) =>
      records.find(jobRows, { where: { ...where, status }, order, limit }, call),
    ),
  );
  const [only = []] = found;
  if (found.length === 1) return only;
  return found
    .flat()
    .toSorted((one, other) => compare(one, other, order))
    .slice(0, limit);
}

function compare(one: JobRow, other: JobRow, order: StateQuery["order"]): number {
  for (const [field, direction] of order) {
    const [a, b] = [one[field] ?? 0, other[field] ?? 0];
    if (a !== b) return a < b === (direction === "asc") ? -1 : 1;
  }
  return 0;
}
