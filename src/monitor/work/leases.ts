import type { Clock } from "../../core/index.ts";
import { isStorageOutage, updating, type Records } from "../../storage/index.ts";
import { hostSlotRows, monitorRows } from "../collections.ts";
import { uncancelled } from "../../storage/internal.ts";

/** What leases work with. */
interface LeaseParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly leaseMs: number;
}

/** A monitor that is held by us. */
interface Lease extends Disposable {
  /** Aborts when it is ours no more. */
  readonly signal: AbortSignal;
}

/** The reason with which a lease ends that was lost: the monitor is gone, or somebody else's. */
export class LeaseLost extends Error {
  constructor() {
    super("The monitor is no longer held.");
    this.name = "LeaseLost";
  }
}

interface Entry {
  readonly id: string;
  readonly token: string;
  readonly slotToken: string | undefined;
  readonly controller: AbortController;
}

/** Renews what this process holds, all of it in one step. */
export class Leases {
  readonly #parts: LeaseParts;
  readonly #entries = new Set<Entry>();
  #cancel: (() => void) | undefined;
  #renewedAt = 0;
  #isRenewing = false;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /** @param slotToken of the host's slot that is held with it */
  hold(id: string, token: string, slotToken?: string): Lease {
    const controller = new AbortController();
    const entry = { id, token, slotToken, controller };
    this.#entries.add(entry);
    if (this.#cancel === undefined && !this.#isRenewing) {
      this.#renewedAt = this.#parts.clock.now();
      this.#plan();
    }
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        this.#entries.delete(entry);
        if (this.#entries.size > 0) return;
        this.#cancel?.();
        this.#cancel = undefined;
      },
    };
  }

  /** Ends the leases of a monitor that is gone. */
  lose(id: string): void {
    for (const entry of this.#entries) if (entry.id === id) entry.controller.abort(new LeaseLost());
  }

  #plan(): void {
    const { clock, leaseMs } = this.#parts;
    this.#cancel = clock.timer(leaseMs / 3, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const { clock, leaseMs } = this.#parts;
    const entries = [...this.#entries];
    this.#isRenewing = true;
    try {
      const held = await this.#extend(entries);
      for (const entry of entries) if (!held.has(entry.id)) entry.controller.abort(new LeaseLost());
      this.#renewedAt = clock.now();
    } catch (error) {
      const isOver = clock.now() - this.#renewedAt >= leaseMs;
      const isLost = isOver || !isStorageOutage(error);
      for (const { controller } of isLost ? entries : []) controller.abort(error);
    }
    this.#isRenewing = false;
    if (this.#entries.size > 0) this.#plan();
    else this.#cancel = undefined;
  }

  async #extend(entries: readonly Entry[]): Promise<ReadonlySet<string>> {
    const { records, clock, leaseMs } = this.#parts;
    const heldUntil = clock.now() + leaseMs;
    const where = {
      id: { in: entries.map(({ id }) => id) },
      token: { in: [...new Set(entries.map(({ token }) => token))] },
    };
    const slots = { in: entries.flatMap(({ slotToken }) => slotToken ?? []) };
    const outcome = await records.atomic(
      [
        updating(monitorRows, { where, set: { heldUntil, dueAt: heldUntil } }),
        updating(hostSlotRows, { where: { token: slots }, set: { heldUntil } }),
      ],
      uncancelled,
    );
    const rows = outcome.applied ? (outcome.rows[0] as readonly { readonly id: string }[]) : [];
    return new Set(rows.map(({ id }) => id));
  }
}
