import { setImmediate as turn } from "node:timers/promises";
import { backoff, wait, type Ids } from "../../core/index.ts";
import { isStorageError } from "../../storage/index.ts";
import type { DeliveryRow } from "../collections.ts";
import { handedBack } from "../delivery-states.ts";
import { Attempts, type AttemptOutcome, type LoadedDelivery } from "./attempts.ts";
import { Bell } from "./bell.ts";
import { Claims } from "./claims.ts";
import type { DispatcherParts, DispatcherSettings } from "./dispatcher-parts.ts";
import { DueScan } from "./due-scan.ts";
import { dueRows } from "./due-rows.ts";
import type { DueDelivery } from "./lane.ts";
import { Lanes } from "./lanes.ts";
import { Ledger } from "./ledger.ts";

/** Deliveries in memory beyond which nothing more is read. */
const MOST_WAITING = 200_000;
/** Lanes that are read on between two claims. */
const LANES_AT_ONCE = 16;
/** Milliseconds between two looks at a store that is busy with other things. */
const LOOK_EVERY = 20;
/** Milliseconds between two removals of what is kept no longer. */
const SWEEP_EVERY = 3_600_000;
const RETRY = { baseMs: 100, maxMs: 5000 };
/** Milliseconds that a worker waits when it is to be woken anyway. */
const LONG = 60_000;
/** Of attempts, which are never ended but by their own deadline. */
const { signal: uncancelled } = new AbortController();

/** One run of a dispatcher: reads what is due, claims it by turns, and makes the attempts. */
export class Worker {
  readonly #parts: DispatcherParts;
  readonly #settings: DispatcherSettings;
  readonly #lanes: Lanes;
  readonly #scan: DueScan;
  readonly #claims: Claims;
  readonly #attempts: Attempts;
  readonly #ledger: Ledger;
  readonly #bell: Bell;
  /** What is to end before the run does. */
  readonly #underWay = new Set<Promise<void>>();
  #failure: { readonly reason: unknown } | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #sweepAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DispatcherParts, settings: DispatcherSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#lanes = new Lanes(parts.clock, settings);
    this.#scan = new DueScan(parts.records);
    this.#ledger = new Ledger(parts);
    this.#claims = new Claims(parts, this.#ledger, settings.leaseMs);
    this.#attempts = new Attempts(parts, settings);
    this.#bell = new Bell(parts.clock);
  }

  /** Something became due. */
  readonly ring = (): void => {
    this.#scan.expect();
    this.#bell.ring();
  };

  /**
   * Works until the signal aborts and what is under way has ended and is recorded.
   * @throws StorageError when the store fails for good
   */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", this.#bell.ring, { once: true });
    try {
      await this.#work(signal);
    } catch (failure) {
      this.#fail(failure);
    } finally {
      signal.removeEventListener("abort", this.#bell.ring);
    }
    this.#ledger.hurry(this.#settings.leaseMs);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  async #work(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && this.#failure === undefined) {
      // Slots freed in one turn are filled with one claim.
      await turn();
      try {
        this.#sweep();
        const isIdle = !(await this.#step());
        failures = 0;
        if (isIdle) await this.#bell.wait(this.#pause());
      } catch (failure) {
        if (!isStorageError(failure, "UNAVAILABLE")) throw failure;
        failures += 1;
        // What was taken for the claim is in memory no more.
        this.#scan.restart();
        await this.#patience(failures, signal);
      }
    }
  }

  /** Reads a page and claims what may go; false when there is nothing to do at once. */
  async #step(): Promise<boolean> {
    await this.#readOn();
    const hasMore = await this.#look();
    const claimed = await this.#claim();
    return claimed > 0 || hasMore;
  }

  /** Reads a page of what is due, when it is time to; tells whether there may be more. */
  async #look(): Promise<boolean> {
    const now = this.#parts.clock.now();
    if (!this.#isLookDue(now)) return false;
    this.#lookedAt = now;
    const call = { signal: uncancelled };
    const { rows, isAnew } = await this.#scan.read(now, call);
    if (isAnew) this.#lanes.rewind();
    // In an order of its own, so that two workers begin with different lanes.
    const lanes = [...Map.groupBy(await this.#claims.endCutOff(rows, call), ({ lane }) => lane)];
    for (const [, group] of shuffled(lanes, this.#parts.ids)) {
      for (const row of group) this.#lanes.add(row);
    }
    return this.#isLookDue(now);
  }

  #isLookDue(now: number): boolean {
    if (this.#lanes.size >= MOST_WAITING || now < this.#scan.nextAt) return false;
    const isBusy = this.#lanes.size > 0 && !this.#scan.isInside;
    return !isBusy || now >= this.#lookedAt + LOOK_EVERY;
  }

  /** Reads more of lanes that ran out of what is in memory. */
  async #readOn(): Promise<void> {
    const call = { signal: uncancelled };
    for (const lane of this.#lanes.thin().slice(0, LANES_AT_ONCE)) {
      const by = this.#parts.clock.now();
      const limit = this.#lanes.perLane;
      const query = { lane: lane.key, after: lane.end, by, limit };
      const rows = await dueRows(this.#parts.records, query, call);
      const left = await this.#claims.endCutOff(rows, call);
      this.#lanes.addMore(lane, left, rows.length === limit);
    }
  }

  /** Claims what may go and begins with it; gives how many that are. */
  async #claim(): Promise<number> {
    const taken = new Map<string, DueDelivery>();
    for (let due = this.#lanes.take(); due !== undefined; due = this.#lanes.take()) {
      taken.set(due.id, due);
    }
    if (taken.size === 0) return 0;
    let rows: DeliveryRow[] = [];
    try {
      rows = await this.#claims.claim([...taken.values()]);
    } finally {
      const claimed = new Set(rows.map(({ id }) => id));
      for (const due of taken.values()) if (!claimed.has(due.id)) this.#lanes.release(due);
    }
    if (rows.length > 0) this.#track(this.#deliver(rows, taken));
    return taken.size;
  }

  async #deliver(
    rows: readonly DeliveryRow[],
    taken: ReadonlyMap<string, DueDelivery>,
  ): Promise<void> {
    let loaded: LoadedDelivery[];
    try {
      loaded = await this.#attempts.load(rows, { signal: uncancelled });
    } catch (failure) {
      if (!isStorageError(failure, "UNAVAILABLE")) this.#fail(failure);
      this.#release(rows, taken);
      this.#scan.restart();
      for (const row of rows) {
        this.#track(this.#ledger.settle({ row, set: handedBack(), attempt: undefined }));
      }
      return;
    }
    for (const one of loaded) this.#track(this.#attempt(one, taken));
  }

  async #attempt(loaded: LoadedDelivery, taken: ReadonlyMap<string, DueDelivery>): Promise<void> {
    const outcome = await this.#attempts.make(loaded, uncancelled);
    this.#release([loaded.row], taken, isTroubled(outcome));
    await this.#ledger.settle(outcome.settlement);
  }

  #release(
    rows: readonly DeliveryRow[],
    taken: ReadonlyMap<string, DueDelivery>,
    troubled?: boolean,
  ): void {
    for (const { id } of rows) {
      const due = taken.get(id);
      if (due !== undefined) this.#lanes.release(due, troubled);
    }
    this.#bell.ring();
  }

  /** Milliseconds until there may be something to do, unless the bell rings. */
  #pause(): number {
    const now = this.#parts.clock.now();
    const looked = this.#lanes.size > 0 ? this.#lookedAt + LOOK_EVERY : now;
    const nextAt = Math.min(Math.max(this.#scan.nextAt, looked), this.#sweepAt);
    const isFull = this.#lanes.size >= MOST_WAITING;
    return isFull ? LONG : Math.min(LONG, Math.max(0, nextAt - now));
  }

  #sweep(): void {
    const now = this.#parts.clock.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_EVERY;
    const swept = this.#parts.sweep(now);
    this.#track(
      swept.catch((failure: unknown) => {
        if (!isStorageError(failure, "UNAVAILABLE")) throw failure;
      }),
    );
  }

  /** Waits for a store that is away, but not for one that is not needed any more. */
  async #patience(failures: number, signal: AbortSignal): Promise<void> {
    const { clock, ids } = this.#parts;
    const ms = backoff(failures, ids.random(), RETRY);
    await wait(clock, ms, signal).catch((reason: unknown) => {
      if (!signal.aborted) throw reason;
    });
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((failure: unknown) => this.#fail(failure))
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }

  #fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#bell.ring();
  }
}

function shuffled<Item>(items: readonly Item[], ids: Ids): Item[] {
  return items
    .map((item) => ({ item, place: ids.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Whether the receiver gave no answer at all. */
function isTroubled({ result }: AttemptOutcome): boolean | undefined {
  return result === undefined ? undefined : result.httpStatus === null;
}
