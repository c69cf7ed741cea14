import type { Clock, Ids } from "../../core/index.ts";
import { updating, type Records } from "../../storage/index.ts";
import type { HeldMonitor } from "../checks/check-runner.ts";
import { monitorRows, type MonitorRow } from "../collections.ts";
import { uncancelled } from "../../storage/internal.ts";
import type { Breaker, HostState } from "./breaker.ts";
import { HostSlots, type HostSlot } from "./host-slots.ts";

/** What claims work with. */
interface ClaimParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly leaseMs: number;
  readonly slots: HostSlots;
  readonly breaker: Breaker;
}

/** A monitor that may be checked now. */
export interface Admitted {
  readonly held: HeldMonitor;
  readonly slot: HostSlot;
  /** Whether its host was found down lately. */
  readonly wasDown: boolean;
}

/** Milliseconds until monitors of a host that has no free slot are due again. */
const BEHIND = 1_000;

/** Claims what is due, and puts behind what its host has no place for. */
export class Claims {
  readonly #parts: ClaimParts;

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** When something is due next; Infinity for never. */
  async nextAt(): Promise<number> {
    const query = { where: { dueAt: { ne: null } }, order: [["dueAt", "asc"]], limit: 1 } as const;
    const [row] = await this.#parts.records.find(monitorRows, query, uncancelled);
    return row?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  /** Claims at most so many; what may not be checked yet is put behind. */
  async claim(limit: number): Promise<Admitted[]> {
    const { records, clock, ids, leaseMs, breaker } = this.#parts;
    const now = clock.now();
    const heldUntil = now + leaseMs;
    const change = {
      where: { dueAt: { lte: now } },
      order: [
        ["dueAt", "asc"],
        ["nextRunAt", "asc"],
      ],
      limit,
      set: { token: ids.token(12), heldUntil, dueAt: heldUntil },
      add: { attempts: 1 },
    } as const;
    const rows = await records.update(monitorRows, change, uncancelled);
    if (rows.length === 0) return [];
    const byHost = Map.groupBy(rows, ({ host }) => host);
    const states = await breaker.states([...byHost.keys()]);
    const admitted: Admitted[] = [];
    for (const [host, due] of byHost) admitted.push(...(await this.#admit(due, states.get(host))));
    return admitted;
  }

  /** @param due of one host */
  async #admit(due: readonly MonitorRow[], state: HostState | undefined): Promise<Admitted[]> {
    const { clock, slots, breaker } = this.#parts;
    const host = due[0]?.host ?? "";
    const now = clock.now();
    if (state !== undefined && state.openUntil > now) {
      await this.#putBehind(host, due, state.openUntil);
      return [];
    }
    const wanted = state !== undefined && breaker.isOnTrial(state) ? 1 : due.length;
    const taken = await slots.take(host, wanted);
    if (taken.length < due.length)
      await this.#putBehind(host, due.slice(taken.length), now + BEHIND);
    return taken.flatMap((slot, index) => {
      const row = due[index];
      if (row === undefined) return [];
      const freed = [HostSlots.freeing(slot)];
      return [{ held: { row, freed }, slot, wasDown: state !== undefined }];
    });
  }

  /** With all others of the host that are due, so that they do not hide what others there is. */
  async #putBehind(host: string, claimed: readonly MonitorRow[], dueAt: number): Promise<void> {
    const { records, clock } = this.#parts;
    const where = {
      id: { in: claimed.map(({ id }) => id) },
      token: claimed[0]?.token ?? null,
    };
    const set = { token: null, heldUntil: 0, dueAt };
    const others = { where: { host, dueAt: { lte: clock.now() } }, set: { dueAt } };
    const operations = [
      updating(monitorRows, { where, set, add: { attempts: -1 } }),
      updating(monitorRows, others),
    ];
    await records.atomic(operations, uncancelled);
  }
}
