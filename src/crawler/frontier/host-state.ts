import type { HostState } from "../frontier.ts";
import type { HostRow } from "./frontier-collections.ts";
import type { Claimable } from "./plan-claims.ts";

/** What a host's state depends on besides its row. */
interface StateParts {
  readonly now: number;
  /** Whether a URL may be claimed that has no place among `maxPages` yet. */
  readonly hasSlots: boolean;
  /** What can be claimed, where it is known better than by the row. */
  readonly claimable?: Claimable | undefined;
  /** The gap by which the host is claimed from. @default 0 */
  readonly gapMs?: number | undefined;
}

/** What a host's row tells of how much can be claimed. */
export function claimableOf({ waiting, held, delayed }: HostRow): Claimable {
  return { again: held - delayed, ready: waiting - held };
}

/** How a host stands. */
export function hostState(row: HostRow, parts: StateParts): HostState {
  const { now, hasSlots, claimable = claimableOf(row), gapMs = 0 } = parts;
  const isNext = claimable.again > 0 || (claimable.ready > 0 && hasSlots);
  const due = isNext ? 0 : row.delayed > 0 ? row.dueAt : Number.POSITIVE_INFINITY;
  const at = Math.max(due, row.pausedUntil, gapMs > 0 ? row.lastStart + gapMs : 0);
  return { host: row.host, waiting: row.waiting, nextAt: at <= now ? 0 : at };
}
