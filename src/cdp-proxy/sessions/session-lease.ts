import { removing, type Call } from "../../storage/index.ts";
import { uncancelled } from "../../storage/internal.ts";
import { LEASE, type SessionParts } from "./session-parts.ts";
import { leaseLost } from "./session-refusals.ts";
import { sessionRows } from "./session-rows.ts";
import type { Lease } from "./session-store.ts";

/** Which row is held, and how it is told that it still is. */
export interface LeaseGuard {
  readonly id: string;
  readonly token: string;
}

/** A lease on a row. Nobody else's token is ever touched: the guard goes with each step. */
export class SessionLease implements Lease {
  readonly #parts: SessionParts;
  readonly #guard: LeaseGuard;
  #released: Promise<void> | undefined;

  constructor(parts: SessionParts, guard: LeaseGuard) {
    this.#parts = parts;
    this.#guard = guard;
  }

  async keep(call: Call): Promise<void> {
    const { records, clock } = this.#parts;
    const change = { where: this.#guard, set: { heldUntil: clock.now() + LEASE } };
    const kept = await records.update(sessionRows, change, call);
    if (kept.length === 0) throw leaseLost();
  }

  release(): Promise<void> {
    this.#released ??= this.#letGo().catch(() => {
      // The store is out of reach: the lease ends by itself.
    });
    return this.#released;
  }

  async #letGo(): Promise<void> {
    const { records } = this.#parts;
    const saved = { ...this.#guard, stateKey: { ne: null } };
    const set = { token: null, heldUntil: 0 };
    // A save may come between the two looks.
    do {
      const freed = await records.update(sessionRows, { where: saved, set }, uncancelled);
      if (freed.length > 0 || (await this.#drop())) return;
    } while ((await records.count(sessionRows, { where: this.#guard }, uncancelled)) > 0);
  }

  async #drop(): Promise<boolean> {
    const { records, vault } = this.#parts;
    const unsaved = { ...this.#guard, stateKey: null };
    const row = removing(sessionRows, { where: unsaved }, 1);
    const destroyed = await vault.destroying(this.#guard.id, uncancelled);
    const { applied } = await records.atomic([row, ...destroyed], uncancelled);
    return applied;
  }
}
