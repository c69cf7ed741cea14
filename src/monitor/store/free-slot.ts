import type { Clock } from "../../core/index.ts";
import type { Call, Records } from "../../storage/index.ts";
import { monitorRows, type MonitorRow } from "../collections.ts";
import { MonitorError } from "../monitor-error.ts";
import { expiredAt } from "../definition/monitor-states.ts";

/** What active monitors are counted with. */
interface SlotTerms {
  readonly records: Records;
  readonly clock: Clock;
  readonly maxActivePerOwner: number;
}

/**
 * The place of a monitor among the active ones of its owner; null for one that is not active, and
 * without a limit. As places are unique, of two that take the last one only one is stored.
 * @throws MonitorError `TOO_MANY_ACTIVE`
 */
export async function freeSlot(
  terms: SlotTerms,
  row: MonitorRow,
  call: Call,
): Promise<number | null> {
  const { records, clock, maxActivePerOwner: limit } = terms;
  if (!row.isActive || !Number.isFinite(limit)) return null;
  if (row.slot !== null && row.slot < limit) return row.slot;
  const where = { owner: row.owner, isActive: true };
  const rows = await records.find(monitorRows, { where }, call);
  const now = clock.now();
  const others = rows.filter(({ id }) => id !== row.id);
  for (const over of others.filter(
    ({ expired, expiresAt }) => !expired && isPast(expiresAt, now),
  )) {
    const held = { id: over.id, revision: over.revision };
    const change = { where: held, set: expiredAt(over, now), add: { revision: 1 } };
    await records.update(monitorRows, change, call);
  }
  const active = others.filter(({ expiresAt }) => !isPast(expiresAt, now));
  if (active.length >= limit) throw tooMany(limit);
  const taken = new Set(active.map(({ slot }) => slot));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot;
}

function isPast(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function tooMany(limit: number): MonitorError {
  return new MonitorError("TOO_MANY_ACTIVE", {
    message: `The owner has reached the limit of ${limit} active monitors.`,
    details: { limit },
  });
}
