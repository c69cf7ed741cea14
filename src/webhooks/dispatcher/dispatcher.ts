import { wait } from "../../core/index.ts";
import { deliveryRows, type DeliveryRow } from "../collections.ts";
import { WebhookError } from "../webhook-error.ts";
import { Attempts } from "./attempts.ts";
import { Claims } from "./claims.ts";
import type { DispatcherParts, DispatcherSettings } from "./dispatcher-parts.ts";
import { Ledger } from "./ledger.ts";
import { Worker } from "./worker.ts";

/** Milliseconds between two looks at a delivery that another worker has. */
const LOOK_EVERY = 100;

/**
 * Delivers what is due in a store, which several processes may do at once: a delivery is claimed for
 * one attempt and for as long as the lease, and only who has it records how it went on. A worker that
 * is lost leaves its deliveries to the others when the lease ends.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #settings: DispatcherSettings;
  readonly #workers = new Set<Worker>();

  constructor(parts: DispatcherParts, settings: DispatcherSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Says that something became due: runs of this process look at once. */
  ring(): void {
    for (const worker of this.#workers) worker.ring();
  }

  /**
   * Delivers until the signal aborts; then claims nothing more, and resolves when the attempts under
   * way have ended and are recorded. Each run is a worker with bounds of its own. A store that is
   * away is waited for.
   * @throws StorageError when the store fails for good
   */
  async run(signal: AbortSignal): Promise<void> {
    const worker = new Worker(this.#parts, this.#settings);
    this.#workers.add(worker);
    try {
      await worker.run(signal);
    } finally {
      this.#workers.delete(worker);
    }
  }

  /**
   * Makes the attempt of one delivery at once, whatever the bounds; when a run was faster, waits for
   * that. Gives the row as it is afterwards. A signal that aborts ends the attempt, which then counts
   * as failed.
   * @throws WebhookError `NOT_FOUND`; StorageError; the signal's reason
   */
  async deliverNow(id: string, signal: AbortSignal): Promise<DeliveryRow> {
    const { records, clock } = this.#parts;
    const { leaseMs } = this.#settings;
    const ledger = new Ledger(this.#parts);
    ledger.hurry(leaseMs);
    const claims = new Claims(this.#parts, ledger, leaseMs);
    for (;;) {
      const [row] = await records.find(deliveryRows, { where: { id } }, { signal });
      if (row === undefined)
        throw new WebhookError("NOT_FOUND", { message: "There is no delivery with this id." });
      if (row.status !== "pending") return row;
      const now = clock.now();
      if (row.dueAt === null || row.dueAt > now) return row;
      const left = row.heldUntil <= now ? await claims.endCutOff([row], { signal }) : [];
      const [claimed] = await claims.claim(left);
      if (claimed !== undefined) return this.#attempt(claimed, ledger, signal);
      await wait(clock, LOOK_EVERY, signal);
    }
  }

  async #attempt(row: DeliveryRow, ledger: Ledger, signal: AbortSignal): Promise<DeliveryRow> {
    const attempts = new Attempts(this.#parts, this.#settings);
    const [loaded] = await attempts.load([row], { signal });
    if (loaded === undefined) return row;
    const { settlement } = await attempts.make(loaded, signal);
    await ledger.settle(settlement);
    signal.throwIfAborted();
    return { ...row, ...settlement.set };
  }
}
