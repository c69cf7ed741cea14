import type { Call, Records, Where } from "../../../storage/index.ts";
import type { jobRows, JobRow } from "../collections.ts";
import { findInStates } from "../find-in-states.ts";

/** A place in a list that is ordered by a time, and where times are equal by id. */
export interface ListPlace {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
}

/** What is read of a list. */
interface ListPart {
  /** By which time it is ordered. */
  readonly by: "createdAt" | "changedAt";
  readonly direction: "asc" | "desc";
  /** Times from … */
  readonly from: number;
  /** … to before; Infinity for no end. */
  readonly until: number;
  /** All else that must hold. */
  readonly where: Where<typeof jobRows>;
  /** States that they may be in; all when absent. */
  readonly statuses?: readonly string[] | undefined;
  /** The row before the first; the list's beginning when absent. */
  readonly behind: ListPlace | undefined;
  readonly limit: number;
}

/** Rows of a list from a place on: each look is one range of an index for each state, however far the place is. */
export async function rowsBehind(records: Records, part: ListPart, call: Call): Promise<JobRow[]> {
  const { by, direction, from, until, where, statuses, behind, limit } = part;
  const order = [
    [by, direction],
    ["id", direction],
  ] as const;
  const find = (more: Where<typeof jobRows>, count: number): Promise<JobRow[]> =>
    findInStates(records, { where: { ...where, ...more }, statuses, order, limit: count }, call);
  const isInside = behind !== undefined && behind.at >= from && behind.at < until;
  const further = direction === "asc" ? "gt" : "lt";
  const tied = isInside ? await find({ [by]: behind.at, id: { [further]: behind.id } }, limit) : [];
  if (tied.length === limit) return tied;
  const rest = await find({ [by]: beginOf(part) }, limit - tied.length);
  const isInTime = (row: JobRow): boolean => (row[by] ?? 0) >= from && (row[by] ?? 0) < until;
  return [...tied, ...rest.filter(isInTime)];
}

/**
 * Where a list goes on. Its other end is left to the reader: with both, SQLite takes any index that ends
 * with the time for as good as one that also has the state.
 */
function beginOf({ direction, from, until, behind }: ListPart): { readonly [is: string]: number } {
  if (direction === "asc") {
    return behind !== undefined && behind.at >= from ? { gt: behind.at } : { gte: from };
  }
  const end = Math.min(behind?.at ?? Infinity, until);
  return end === Infinity ? { gte: from } : { lt: end };
}
