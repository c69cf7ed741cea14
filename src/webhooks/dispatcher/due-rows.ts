import type { Call, Condition, Records, Where } from "../../storage/index.ts";
import { deliveryRows, type DeliveryRow } from "../collections.ts";
import type { Place } from "./lane.ts";

/** Which of the rows that are due. */
interface DueQuery {
  /** Of one lane; of all when absent. */
  readonly lane?: string | undefined;
  /** Those after it; from the first when undefined. */
  readonly after: Place | undefined;
  /** Milliseconds since the Unix epoch: what is due by then. */
  readonly by: number;
  readonly limit: number;
}

/** Rows that are due and that nobody has, in the order of due time and id. */
export async function dueRows(
  records: Records,
  { lane, after, by, limit }: DueQuery,
  call: Call,
): Promise<DeliveryRow[]> {
  const find = (where: Where<typeof deliveryRows>, most: number): Promise<DeliveryRow[]> =>
    records.find(
      deliveryRows,
      {
        // Those that somebody has are due, too.
        where: { ...(lane !== undefined && { lane }), ...where, heldUntil: { lte: by } },
        order: [
          ["dueAt", "asc"],
          ["id", "asc"],
        ],
        limit: most,
      },
      call,
    );
  if (after === undefined) return find({ dueAt: { lte: by } }, limit);
  // Those of the same due time, of which there may be very many, then the later ones.
  const same = await find({ dueAt: after.dueAt, id: { gt: after.id } }, limit);
  if (same.length === limit) return same;
  const later: Condition<number> = { gt: after.dueAt, lte: by };
  return [...same, ...(await find({ dueAt: later }, limit - same.length))];
}

/** When the next row after `now` is due; Infinity when none is. */
export async function nextDueAt(records: Records, now: number, call: Call): Promise<number> {
  const [next] = await records.find(
    deliveryRows,
    { where: { dueAt: { gt: now } }, order: [["dueAt", "asc"]], limit: 1 },
    call,
  );
  return next?.dueAt ?? Number.POSITIVE_INFINITY;
}
