import { WorkLoop } from "../../core/index.ts";
import { isStorageOutage, type Records } from "../../storage/index.ts";
import { outagePatience, uncancelled } from "../../storage/internal.ts";
import { targetRows, type TargetRow } from "../collections.ts";
import { sweep } from "./sweep.ts";
import { Turn, type TurnParts } from "./turn.ts";

const TOKEN_BYTES = 12;
/** Milliseconds between two looks at what other processes stored. */
const LOOK_EVERY = 1000;
const SWEEP_EVERY = 3_600_000;

/** What a worker works with. */
export interface WorkerParts extends TurnParts {
  readonly records: Records;
  readonly maxConcurrency: number;
  readonly retentionMs: number;
}

/** Claims targets to which something is due, and gives each its turn. */
export class Worker {
  readonly #parts: WorkerParts;
  readonly #loop: WorkLoop;
  #nextSweep = Number.NEGATIVE_INFINITY;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    const { clock, ids } = parts;
    this.#loop = new WorkLoop({ clock, step: () => this.#step(), patience: outagePatience(ids) });
  }

  /** Something may be due. */
  ring(): void {
    this.#loop.ring();
  }

  /**
   * Works until the signal aborts and what is under way has ended.
   * @throws StorageError when the store fails for good
   */
  async run(signal: AbortSignal): Promise<void> {
    await this.#loop.run(signal);
    await this.#loop.end();
  }

  /**
   * Works until nothing is due, or the signal aborts.
   * @throws StorageError
   */
  async runDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const claimed = await this.#claim();
      if (claimed.length === 0) break;
      await Promise.all(claimed.map((row) => this.#turn(row, signal)));
    }
  }

  async #step(): Promise<number> {
    this.#sweep();
    for (const row of await this.#claim()) {
      this.#loop.add(this.#outlasting(row));
    }
    if (this.#loop.size >= this.#parts.maxConcurrency) return Infinity;
    return this.#untilNext();
  }

  /** A store that is away for a while ends a turn; the claim ends by itself. */
  async #outlasting(row: TargetRow): Promise<void> {
    try {
      await this.#turn(row, this.#loop.stopping);
    } catch (failure) {
      if (!isStorageOutage(failure)) throw failure;
    } finally {
      this.#loop.ring();
    }
  }

  #turn(row: TargetRow, stopping: AbortSignal): Promise<void> {
    return new Turn(this.#parts, row, uncancelled).run(stopping);
  }

  async #claim(): Promise<TargetRow[]> {
    const { records, clock, ids, leaseMs, maxConcurrency } = this.#parts;
    const limit = maxConcurrency - this.#loop.size;
    if (limit <= 0) return [];
    const now = clock.now();
    return records.update(
      targetRows,
      {
        where: { dueAt: { lte: now }, heldUntil: { lte: now } },
        order: [["dueAt", "asc"]],
        limit,
        set: { heldUntil: now + leaseMs, token: ids.token(TOKEN_BYTES) },
      },
      uncancelled,
    );
  }

  async #untilNext(): Promise<number> {
    const { records, clock } = this.#parts;
    const [next] = await records.find(
      targetRows,
      { where: { heldUntil: { lte: clock.now() } }, order: [["dueAt", "asc"]], limit: 1 },
      uncancelled,
    );
    return Math.max(0, Math.min(LOOK_EVERY, (next?.dueAt ?? Infinity) - clock.now()));
  }

  #sweep(): void {
    const { clock, records, retentionMs } = this.#parts;
    const now = clock.now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + SWEEP_EVERY;
    const swept = sweep(records, now - retentionMs, uncancelled).catch((failure: unknown) => {
      if (!isStorageOutage(failure)) throw failure;
    });
    this.#loop.add(swept);
  }
}
