import type { Clock, Ids } from "../../core/index.ts";
import type { Call, Records } from "../../storage/index.ts";
import type { Claims } from "./claims.ts";
import { dueRows } from "./due-rows.ts";
import { DueScan } from "./due-scan.ts";
import type { Lanes } from "./lanes.ts";

/** Deliveries in memory beyond which nothing more is read. */
const MOST_WAITING = 200_000;
/** Lanes that are read on between two claims. */
const LANES_AT_ONCE = 16;
/** Milliseconds between two looks at a store that is busy with other things. */
const LOOK_EVERY = 20;

/** The dependencies of a feed. */
interface FeedParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly lanes: Lanes;
  readonly claims: Claims;
}

/** Reads what is due from the store into the lanes. */
export class Feed {
  readonly #parts: FeedParts;
  readonly #scan: DueScan;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#scan = new DueScan(parts.records);
  }

  /** Something became due. */
  expect(): void {
    this.#scan.expect();
  }

  /** Reads everything anew: something that was read is in memory no more. */
  restart(): void {
    this.#scan.restart();
  }

  /** When there is something to read, as far as is known; Infinity when there is no room for it. */
  get nextAt(): number {
    const { lanes, clock } = this.#parts;
    if (lanes.size >= MOST_WAITING) return Number.POSITIVE_INFINITY;
    const isBusy = lanes.size > 0 && !this.#scan.isInside;
    const soonest = isBusy ? this.#lookedAt + LOOK_EVERY : clock.now();
    return Math.max(this.#scan.nextAt, soonest);
  }

  /** Reads a little, when it is time to; tells whether there may be more at once. */
  async read(call: Call): Promise<boolean> {
    await this.#readThin(call);
    const now = this.#parts.clock.now();
    if (now < this.nextAt) return false;
    await this.#readPage(now, call);
    return this.#parts.clock.now() >= this.nextAt;
  }

  async #readPage(now: number, call: Call): Promise<void> {
    const { lanes, claims, ids } = this.#parts;
    this.#lookedAt = now;
    const { rows, isAnew } = await this.#scan.read(now, call);
    if (isAnew) lanes.rewind();
    const due = await claims.endCutOff(rows, call);
    // In an order of its own, so that two workers begin with different lanes.
    for (const [, group] of shuffled([...Map.groupBy(due, ({ lane }) => lane)], ids)) {
      for (const row of group) lanes.add(row);
    }
  }

  /** Reads more of lanes that ran out of what is in memory. */
  async #readThin(call: Call): Promise<void> {
    const { lanes, claims, records, clock } = this.#parts;
    for (const lane of lanes.thin().slice(0, LANES_AT_ONCE)) {
      const limit = lanes.perLane;
      const query = { lane: lane.key, after: lane.end, by: clock.now(), limit };
      const rows = await dueRows(records, query, call);
      const due = await claims.endCutOff(rows, call);
      lanes.addMore(lane, due, rows.length === limit);
    }
  }
}

function shuffled<Item>(items: readonly Item[], ids: Ids): Item[] {
  return items
    .map((item) => ({ item, place: ids.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
