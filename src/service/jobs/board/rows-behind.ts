import type { Call, Records, Where } from "../../../storage/index.ts";
import { jobRows, type JobRow } from "../collections.ts";

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
  /** The row before the first; the list's beginning when absent. */
  readonly behind: ListPlace | undefined;
  readonly limit: number;
}

/** Rows of a list from a place on: each look is one range of an index, however far the place is. */
export async function rowsBehind(records: Records, part: ListPart, call: Call): Promise<JobRow[]> {
  const { by, direction, from, until, where, behind, limit } = part;
  const order = [
    [by, direction],
    ["id", direction],
  ] as const;
  const end = until === Infinity ? {} : { lt: until };
  const find = (times: object, count: number, more: object = {}): Promise<JobRow[]> =>
    records.find(jobRows, { where: { ...where, ...more, [by]: times }, order, limit: count }, call);
  if (behind === undefined) return find({ gte: from, ...end }, limit);
  const { at, id } = behind;
  const further = direction === "asc" ? "gt" : "lt";
  const isInside = at >= from && at < until;
  const tied = isInside ? await find({ gte: at, lte: at }, limit, { id: { [further]: id } }) : [];
  if (tied.length === limit) return tied;
  const rest =
    direction === "asc"
      ? { ...(at < from ? { gte: from } : { gt: at }), ...end }
      : { gte: from, lt: Math.min(at, until) };
  return [...tied, ...(await find(rest, limit - tied.length))];
}
