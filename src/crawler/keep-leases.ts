import type { Clock } from "../core/index.ts";

/**
 * Extends leases three times in each, one extension after the other, until the function that it
 * gives is called.
 * @param extend does not reject
 */
export function keepLeases(clock: Clock, leaseMs: number, extend: () => Promise<void>): () => void {
  let over = false;
  let cancel = clock.timer(leaseMs / 3, () => void round());
  async function round(): Promise<void> {
    await extend();
    if (!over) cancel = clock.timer(leaseMs / 3, () => void round());
  }
  return () => {
    over = true;
    cancel();
  };
}
