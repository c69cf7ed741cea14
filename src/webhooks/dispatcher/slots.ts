import type { Clock, WorkLoop } from "../../core/index.ts";
import { isStorageOutage } from "../../storage/index.ts";
import type { DeliveryRow } from "../collections.ts";
import { handedBack } from "../deliveries/delivery-states.ts";
import type { AttemptOutcome, Attempts, LoadedDelivery } from "./attempts.ts";
import type { DueDelivery } from "./lane.ts";
import type { Ledger } from "./ledger.ts";

/** Of attempts, which are never ended but by their own deadline. */
const { signal: uncancelled } = new AbortController();

/** The part of the slots that deliveries may be claimed for before they are free. */
const AHEAD_SHARE = 1;
/** Milliseconds. */
const MOMENT = 20;

/** The dependencies of slots. */
interface SlotParts {
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly ledger: Ledger;
  readonly loop: WorkLoop;
  /** A delivery is this worker's no more; `troubled` says whether its receiver gave no answer. */
  readonly onRelease: (due: DueDelivery, troubled?: boolean) => void;
  /** What was claimed could not be loaded, and is due again. */
  readonly onLost: () => void;
}

/** A claimed row, and the delivery that it was taken for. */
export interface ClaimedDelivery {
  readonly row: DeliveryRow;
  readonly due: DueDelivery;
}

/** Makes the attempts of what was claimed, so many at once; the others begin as soon as one ends. */
export class Slots {
  readonly #parts: SlotParts;
  readonly #count: number;
  #ready: (LoadedDelivery & ClaimedDelivery)[] = [];
  #busy = 0;
  /** When the last attempts ended. */
  readonly #endedAt: number[] = [];
  #isStopped = false;

  constructor(parts: SlotParts, count: number) {
    this.#parts = parts;
    this.#count = count;
  }

  /**
   * How many more deliveries may be claimed than there are slots, as they will not wait: as many as
   * ended in the last moment.
   */
  get ahead(): number {
    const since = this.#parts.clock.monotonic() - MOMENT;
    return this.#endedAt.filter((at) => at > since).length;
  }

  /** Whether it is time to claim more. */
  get isHungry(): boolean {
    return this.#ready.length <= this.ahead / 2;
  }

  /** Loads what was claimed and begins with it. */
  async deliver(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const { attempts, loop, onLost } = this.#parts;
    try {
      const rows = claimed.map(({ row }) => row);
      const loaded = await attempts.load(rows, { signal: uncancelled });
      for (const [index, { due }] of claimed.entries()) {
        const one = loaded[index];
        if (one !== undefined) this.#ready.push({ ...one, due });
      }
    } catch (failure) {
      if (!isStorageOutage(failure)) loop.fail(failure);
      this.#handBack(claimed);
      onLost();
    }
    this.#begin();
  }

  /** Begins nothing more; what waits for a slot is handed back. */
  stop(): void {
    this.#isStopped = true;
    this.#begin();
  }

  #begin(): void {
    if (this.#isStopped) this.#handBack(this.#ready.splice(0));
    while (this.#busy < this.#count) {
      const next = this.#ready.shift();
      if (next === undefined) return;
      this.#busy += 1;
      this.#parts.loop.add(this.#attempt(next));
    }
  }

  async #attempt({ due, ...loaded }: LoadedDelivery & ClaimedDelivery): Promise<void> {
    const { attempts, ledger, onRelease } = this.#parts;
    const outcome = await attempts.make(loaded, uncancelled);
    this.#busy -= 1;
    this.#endedAt.push(this.#parts.clock.monotonic());
    if (this.#endedAt.length > this.#count * AHEAD_SHARE) this.#endedAt.shift();
    this.#begin();
    onRelease(due, isTroubled(outcome));
    await ledger.settle(outcome.settlement);
  }

  #handBack(claimed: readonly ClaimedDelivery[]): void {
    const { ledger, loop, onRelease } = this.#parts;
    for (const { row, due } of claimed) {
      onRelease(due);
      loop.add(ledger.settle({ row, set: handedBack(), attempt: undefined }));
    }
  }
}

/** Whether the receiver gave no answer at all; undefined when it was not asked. */
function isTroubled({ result }: AttemptOutcome): boolean | undefined {
  return result === undefined ? undefined : result.httpStatus === null;
}
