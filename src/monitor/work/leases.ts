import { LeaseKeeper, type Clock } from "../../core/index.ts";
import { isStorageOutage, updating, type Records } from "../../storage/index.ts";
import { hostSlotRows, monitorRows } from "../collections.ts";
import { uncancelled } from "../../storage/internal.ts";

/** What leases work with. */
interface LeaseParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly leaseMs: number;
}

/** The reason with which a lease ends that was lost: the monitor is gone, or somebody else's. */
export class LeaseLost extends Error {
  constructor() {
    super("The monitor is no longer held.");
    this.name = "LeaseLost";
  }
}

/** A monitor that this process has. */
interface HeldMonitor {
  readonly id: string;
  readonly token: string;
  /** Of the host's slot that is held with it. */
  readonly slotToken?: string | undefined;
}

/** The leases of the monitors that a process has. */
export type MonitorLeases = LeaseKeeper<HeldMonitor>;

/** Keeps monitors and their slots in one step; a store that is away is waited for until a lease is over. */
export function monitorLeases(parts: LeaseParts): MonitorLeases {
  const { clock, leaseMs } = parts;
  return new LeaseKeeper({
    clock,
    everyMs: leaseMs / 3,
    extend: (held) => extend(parts, held),
    lost: () => new LeaseLost(),
    givesUp: (failure, ms) => ms >= leaseMs || !isStorageOutage(failure),
  });
}

/** Gives what is ours no more. */
async function extend(
  { records, clock, leaseMs }: LeaseParts,
  held: readonly HeldMonitor[],
): Promise<readonly HeldMonitor[]> {
  const heldUntil = clock.now() + leaseMs;
  const where = {
    id: { in: held.map(({ id }) => id) },
    token: { in: [...new Set(held.map(({ token }) => token))] },
  };
  const slots = { in: held.flatMap(({ slotToken }) => slotToken ?? []) };
  const outcome = await records.atomic(
    [
      updating(monitorRows, { where, set: { heldUntil, dueAt: heldUntil } }),
      updating(hostSlotRows, { where: { token: slots }, set: { heldUntil } }),
    ],
    uncancelled,
  );
  const rows = outcome.applied ? (outcome.rows[0] as readonly { readonly id: string }[]) : [];
  const ours = new Set(rows.map(({ id }) => id));
  return held.filter(({ id }) => !ours.has(id));
}
