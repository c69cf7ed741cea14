import { neverAborts, WorkLoop } from "../../core/index.ts";
import { isStorageOutage } from "../../storage/index.ts";
import { outagePatience } from "../../storage/internal.ts";
import { Attempts } from "./attempts.ts";
import { Claims } from "./claims.ts";
import type { DispatcherParts, DispatcherSettings } from "./dispatcher-parts.ts";
import { Feed } from "./feed.ts";
import type { DueDelivery } from "./lane.ts";
import { Lanes } from "./lanes.ts";
import { Ledger } from "./ledger.ts";
import { Slots, type ClaimedDelivery } from "./slots.ts";

/** Milliseconds between two removals of what is kept no longer. */
const SWEEP_EVERY = 3_600_000;
/** Milliseconds that a worker waits when it is to be woken anyway. */
const LONG = 60_000;
/** A step that was begun is carried out. */
const uncancelled = { signal: neverAborts() };

/** One run of a dispatcher: reads what is due, claims it by turns, and has the attempts made. */
export class Worker {
  readonly #parts: DispatcherParts;
  readonly #settings: DispatcherSettings;
  readonly #loop: WorkLoop;
  readonly #lanes: Lanes;
  readonly #ledger: Ledger;
  readonly #claims: Claims;
  readonly #feed: Feed;
  readonly #slots: Slots;
  #sweepAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DispatcherParts, settings: DispatcherSettings) {
    this.#parts = parts;
    this.#settings = settings;
    const { clock, ids } = parts;
    const patience = outagePatience(ids);
    this.#loop = new WorkLoop({ clock, step: () => this.#step(), patience });
    this.#lanes = new Lanes(parts.clock, settings);
    this.#ledger = new Ledger(parts);
    this.#claims = new Claims(parts, this.#ledger, settings.leaseMs);
    this.#feed = new Feed({ ...parts, lanes: this.#lanes, claims: this.#claims });
    this.#slots = new Slots(
      {
        clock,
        attempts: new Attempts(parts, settings),
        ledger: this.#ledger,
        loop: this.#loop,
        onRelease: this.#release,
        onLost: () => this.#feed.restart(),
      },
      settings.maxConcurrency,
    );
  }

  /** Something became due. */
  ring(): void {
    this.#feed.expect();
    this.#loop.ring();
  }

  /**
   * Works until the signal aborts and what is under way has ended and is recorded.
   * @throws StorageError when the store fails for good
   */
  async run(signal: AbortSignal): Promise<void> {
    await this.#loop.run(signal);
    this.#slots.stop();
    this.#ledger.hurry(this.#settings.leaseMs);
    await this.#loop.end();
  }

  /** Begins what may begin; gives the milliseconds until there may be more, unless the bell rings. */
  async #step(): Promise<number> {
    try {
      this.#sweep();
      const hasMore = await this.#feed.read(uncancelled);
      const claimed = await this.#claim();
      return claimed === 0 && !hasMore ? this.#pause() : 0;
    } catch (failure) {
      // What was taken for the claim is in memory no more.
      this.#feed.restart();
      throw failure;
    }
  }

  /**
   * Claims what may go and begins with it; gives how many that are. Where attempts end fast, a few
   * more than there are free slots, which would else be idle until the next claim is written.
   */
  async #claim(): Promise<number> {
    const { ahead, isHungry } = this.#slots;
    if (!isHungry) return 0;
    const taken = new Map<string, DueDelivery>();
    for (;;) {
      const due = this.#lanes.take(ahead);
      if (due === undefined) break;
      taken.set(due.id, due);
    }
    if (taken.size === 0) return 0;
    const claimed: ClaimedDelivery[] = [];
    try {
      for (const row of await this.#claims.claim([...taken.values()])) {
        const due = taken.get(row.id);
        if (due !== undefined) claimed.push({ row, due });
      }
    } finally {
      for (const { due } of claimed) taken.delete(due.id);
      for (const due of taken.values()) this.#lanes.release(due);
    }
    if (claimed.length > 0) this.#loop.add(this.#slots.deliver(claimed));
    return claimed.length + taken.size;
  }

  readonly #release = (due: DueDelivery, troubled?: boolean): void => {
    this.#lanes.release(due, troubled);
    this.#loop.ring();
  };

  /** Milliseconds until there may be something to do, unless the bell rings. */
  #pause(): number {
    const nextAt = Math.min(this.#feed.nextAt, this.#sweepAt);
    return Math.min(LONG, Math.max(0, nextAt - this.#parts.clock.now()));
  }

  #sweep(): void {
    const now = this.#parts.clock.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_EVERY;
    const swept = this.#parts.sweep(now).catch((failure: unknown) => {
      if (!isStorageOutage(failure)) throw failure;
    });
    this.#loop.add(swept);
  }
}
