import type { Clock } from "../../core/index.ts";
import type { DeliveryRow } from "../collections.ts";
import { dueDelivery, Lane, type DueDelivery } from "./lane.ts";
import { Rotation } from "./rotation.ts";

/** Deliveries in memory; with more lanes each keeps fewer. */
const ALL = 50_000;
const FEWEST_PER_LANE = 8;
const MOST_PER_LANE = 200;
/** The part of the slots that lanes may have whose attempts get no answer. */
const TROUBLED_SHARE = 0.25;
/** Milliseconds after which an attempt under way counts as one without an answer. */
const PATIENCE = 5000;

/** How many attempts may be under way. */
export interface LaneCaps {
  readonly maxConcurrency: number;
  readonly maxPerEndpoint: number;
  readonly maxPerHost: number;
}

/**
 * What is due and in memory, by lane, and whose turn it is. Of a lane that has very much due only
 * the first are kept: neither a crowded endpoint nor one that hangs hides the others, however much
 * of it is due.
 */
export class Lanes {
  readonly #clock: Clock;
  readonly #caps: LaneCaps;
  readonly #troubledCap: number;
  readonly #lanes = new Map<string, Lane>();
  readonly #steady = new Rotation();
  readonly #troubled = new Rotation();
  /** Lanes to read more of. */
  readonly #thin = new Set<Lane>();
  readonly #byHost = new Map<string, number>();
  /** Attempts of lanes that were in trouble when they began. */
  readonly #inTrouble = new Set<DueDelivery>();
  #inFlight = 0;
  #size = 0;
  #isTroubledTurn = false;

  constructor(clock: Clock, caps: LaneCaps) {
    this.#clock = clock;
    this.#caps = caps;
    this.#troubledCap = Math.max(1, Math.floor(caps.maxConcurrency * TROUBLED_SHARE));
  }

  /** Deliveries that wait. */
  get size(): number {
    return this.#size;
  }

  /** How many deliveries a lane keeps. */
  get perLane(): number {
    const share = Math.floor(ALL / Math.max(1, this.#lanes.size));
    return Math.min(MOST_PER_LANE, Math.max(FEWEST_PER_LANE, share));
  }

  /** Adds a row that is due, unless it waits already or its lane is read by itself. */
  add(row: DeliveryRow): void {
    const lane = this.#lane(row.lane);
    if (lane.isCut) return;
    if (lane.size >= this.perLane && !lane.has(row.id)) lane.isCut = true;
    else this.#push(lane, dueDelivery(row));
  }

  /** Lanes that run out of what is in memory while the store has more. */
  thin(): readonly Lane[] {
    return [...this.#thin];
  }

  /** Adds what a lane was read on with; without more to come it is read with the others again. */
  addMore(lane: Lane, rows: readonly DeliveryRow[], hasMore: boolean): void {
    this.#thin.delete(lane);
    lane.isCut = hasMore;
    const last = rows.at(-1);
    if (last !== undefined) lane.end = { dueAt: last.dueAt ?? 0, id: last.id };
    for (const row of rows) this.#push(lane, dueDelivery(row));
    this.#forget(lane);
  }

  /** Lets lanes be read from their beginning, for rows that came later than their due time. */
  rewind(): void {
    for (const lane of this.#lanes.values()) lane.end = undefined;
  }

  /**
   * Takes what is to go next; undefined when nothing may. It counts until {@link release}.
   * @param ahead how many more may be taken than may be under way
   */
  take(ahead: number): DueDelivery | undefined {
    if (this.#inFlight >= this.#caps.maxConcurrency + ahead) return undefined;
    this.#isTroubledTurn = !this.#isTroubledTurn;
    const lane = this.#isTroubledTurn
      ? (this.#nextTroubled() ?? this.#nextSteady())
      : (this.#nextSteady() ?? this.#nextTroubled());
    const due = lane?.shift();
    if (lane === undefined || due === undefined) return undefined;
    this.#size -= 1;
    this.#hold(lane, due);
    if (lane.isCut && lane.size < this.perLane / 2) this.#thin.add(lane);
    this.#turn(lane);
    return due;
  }

  /** Frees the slot of an attempt that ended; `troubled` says whether it had no answer. */
  release(due: DueDelivery, troubled?: boolean): void {
    this.#inFlight -= 1;
    this.#inTrouble.delete(due);
    const ofHost = (this.#byHost.get(due.host) ?? 0) - 1;
    if (ofHost > 0) this.#byHost.set(due.host, ofHost);
    else this.#byHost.delete(due.host);
    const lane = this.#lane(due.lane);
    lane.underWay.delete(due);
    if (troubled !== undefined) {
      lane.learn(troubled);
      this.#judge(lane, troubled);
    }
    this.#forget(lane);
  }

  /** The next lane that is not in trouble; those that are found to be go to the others. */
  #nextSteady(): Lane | undefined {
    for (;;) {
      const lane = this.#next(this.#steady);
      if (lane === undefined || lane.since > this.#clock.monotonic() - PATIENCE) return lane;
      this.#judge(lane, true);
    }
  }

  #judge(lane: Lane, troubled: boolean): void {
    lane.isTroubled = troubled;
    (troubled ? this.#steady : this.#troubled).delete(lane);
    this.#turn(lane);
  }

  #next(rotation: Rotation): Lane | undefined {
    const { maxPerEndpoint, maxPerHost } = this.#caps;
    return rotation.next(
      (host) => (this.#byHost.get(host) ?? 0) < maxPerHost,
      (lane) => lane.underWay.size < Math.min(maxPerEndpoint, lane.window),
    );
  }

  #nextTroubled(): Lane | undefined {
    return this.#inTrouble.size < this.#troubledCap ? this.#next(this.#troubled) : undefined;
  }

  #hold(lane: Lane, due: DueDelivery): void {
    this.#inFlight += 1;
    lane.underWay.set(due, this.#clock.monotonic());
    this.#byHost.set(due.host, (this.#byHost.get(due.host) ?? 0) + 1);
    if (lane.isTroubled) this.#inTrouble.add(due);
  }

  #turn(lane: Lane): void {
    (lane.isTroubled ? this.#troubled : this.#steady).add(lane);
  }

  #push(lane: Lane, due: DueDelivery): void {
    if (lane.has(due.id)) return;
    lane.push(due);
    this.#size += 1;
    this.#turn(lane);
  }

  #lane(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane = new Lane(key);
    this.#lanes.set(key, lane);
    return lane;
  }

  #forget(lane: Lane): void {
    if (lane.size + lane.underWay.size === 0 && !lane.isCut) this.#lanes.delete(lane.key);
  }
}
