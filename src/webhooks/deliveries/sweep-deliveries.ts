import { setImmediate as turn } from "node:timers/promises";
import { removing, type Call, type Records } from "../../storage/index.ts";
import { attemptRows, deliveryRows, eventRows, type DeliveryRow } from "../collections.ts";

/** Rows of one step: few, as nothing else happens in the process while an embedded store works. */
const AT_ONCE = 100;

/**
 * Removes deliveries that ended and were made before a time, with their attempts and bodies. The
 * body goes first, unless one that waits needs it: where this ends in the middle, the deliveries
 * are still there for the next sweep to begin with.
 * @param before milliseconds since 1970; nothing from before it becomes pending again
 */
export async function sweepDeliveries(records: Records, before: number, call: Call): Promise<void> {
  for (let from = 0, isLast = false; !isLast;) {
    const rows = await records.find(
      deliveryRows,
      {
        where: { createdAt: { gte: from, lt: before }, status: { ne: "pending" } },
        order: [["createdAt", "asc"]],
        limit: AT_ONCE,
      },
      call,
    );
    if (rows.length > 0) await removeAll(records, rows, call);
    from = rows.at(-1)?.createdAt ?? before;
    isLast = rows.length < AT_ONCE;
    await turn();
  }
  await removeAttempts(records, before, call);
}

/** What is left: attempts of deliveries that wait, and those that ended behind their delivery. */
async function removeAttempts(records: Records, before: number, call: Call): Promise<void> {
  const query = { where: { startedAt: { lt: before } }, limit: AT_ONCE };
  while ((await records.remove(attemptRows, query, call)) === AT_ONCE) await turn();
}

async function removeAll(
  records: Records,
  rows: readonly DeliveryRow[],
  call: Call,
): Promise<void> {
  const bodies = await spareBodies(records, rows, call);
  // Not part of the step below, which would read all bodies.
  await records.remove(eventRows, { where: { id: { in: bodies } } }, call);
  const ids = rows.map(({ id }) => id);
  await records.atomic(
    [
      removing(attemptRows, { where: { deliveryId: { in: ids } } }),
      removing(deliveryRows, { where: { id: { in: ids } } }),
    ],
    call,
  );
}

/** Bodies of the deliveries that none needs that waits. Those of one event are of one time. */
async function spareBodies(
  records: Records,
  rows: readonly DeliveryRow[],
  call: Call,
): Promise<string[]> {
  const bodies = new Set(rows.map(({ eventId }) => eventId));
  const [first, last] = [rows[0]?.createdAt ?? 0, rows.at(-1)?.createdAt ?? 0];
  const where = {
    createdAt: { gte: first, lte: last },
    status: "pending",
    eventId: { in: [...bodies] },
  };
  for (const { eventId } of await records.find(deliveryRows, { where }, call)) {
    bodies.delete(eventId);
  }
  return [...bodies];
}
