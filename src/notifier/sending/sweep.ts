import { removing, type Call, type Records } from "../../storage/index.ts";
import { deliveryRows, noticeRows, targetRows } from "../collections.ts";

/** Rows of one step. */
const AT_ONCE = 100;

/**
 * Removes messages that ended and were made before a time, with their notices; and notices of targets
 * that are gone.
 * @param before milliseconds since 1970
 */
export async function sweep(records: Records, before: number, call: Call): Promise<void> {
  for (;;) {
    const where = { createdAt: { lt: before }, status: { ne: "pending" } };
    const rows = await records.find(deliveryRows, { where, limit: AT_ONCE }, call);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await records.atomic(
        [
          removing(noticeRows, { where: { deliveryId: { in: ids } } }),
          removing(deliveryRows, { where: { id: { in: ids } } }),
        ],
        call,
      );
    }
    if (rows.length < AT_ONCE) break;
  }
  await removeOrphans(records, before, call);
}

/** A notice that was prepared before its target was removed, and stored after it. */
async function removeOrphans(records: Records, before: number, call: Call): Promise<void> {
  const where = { createdAt: { lt: before }, deliveryId: null };
  const old = await records.find(noticeRows, { where, limit: AT_ONCE }, call);
  const ids = [...new Set(old.map(({ targetId }) => targetId))];
  if (ids.length === 0) return;
  const known = await records.find(targetRows, { where: { id: { in: ids } } }, call);
  const kept = new Set(known.map(({ id }) => id));
  const gone = ids.filter((id) => !kept.has(id));
  if (gone.length > 0)
    await records.remove(noticeRows, { where: { targetId: { in: gone } } }, call);
}
