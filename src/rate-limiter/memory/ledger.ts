import type { Limit, Verdict } from "../rate-limiter.ts";
import { CallTimes } from "./call-times.ts";

/** Times that a new key has room for: moving the times of a key costs as much as several calls. */
const FIRST_ROOM = 4;

/** Keys that were last accepted in the same window, each with the block of its times. */
class Generation {
  readonly blocks = new Map<string, number>();
  readonly times = new CallTimes();
}

/**
 * The accepted calls of all keys under one limit. Keys are kept in two generations, by the window in
 * which they were last accepted: when a generation is a window old its keys are all idle, and it is
 * dropped whole. So a sweep takes no time, whatever the number of keys.
 */
export class Ledger implements Limit {
  readonly limit: number;
  readonly windowMs: number;
  #young = new Generation();
  #old = new Generation();
  /** When the young generation began. */
  #since: number;

  constructor({ limit, windowMs }: Limit, now: number) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#since = now;
  }

  /** Keys held, those idle for less than two windows included; a key may count twice. */
  get size(): number {
    return this.#young.blocks.size + this.#old.blocks.size;
  }

  isFor({ limit, windowMs }: Limit): boolean {
    return this.limit === limit && this.windowMs === windowMs;
  }

  /** Drops the generation whose keys are all idle; `now` is never before that of earlier calls. */
  sweep(now: number): void {
    if (now < this.#since + this.windowMs) return;
    // After two windows of silence the young generation is idle as well.
    const silent = this.#since + this.windowMs * 2 <= now;
    this.#old = silent ? new Generation() : this.#young;
    this.#young = new Generation();
    this.#since = now;
  }

  take(key: string, now: number): Verdict {
    this.sweep(now);
    const block = this.#young.blocks.get(key);
    if (block === undefined) return this.#takeOld(key, now);
    const { times } = this.#young;
    const count = times.take(block, this, now);
    if (count >= this.limit) return this.#refused(times.oldest(block), now);
    if (count >= 0) return this.#accepted(count);
    this.#young.blocks.set(key, times.add(block, now));
    return this.#accepted(~count);
  }

  giveBack(key: string, now: number): void {
    this.sweep(now);
    // A key that is in both has all of its times in the young one.
    const generation = this.#young.blocks.has(key) ? this.#young : this.#old;
    const block = generation.blocks.get(key);
    if (block !== undefined) generation.times.drop(block);
  }

  /** A key that was not accepted yet since the young generation began. */
  #takeOld(key: string, now: number): Verdict {
    const { blocks, times } = this.#old;
    const block = blocks.get(key);
    if (block === undefined) return this.#takeNew(key, now);
    const count = times.take(block, this, now);
    if (count >= this.limit) return this.#refused(times.oldest(block), now);
    const young = this.#young.times;
    const copy = young.adopt(times, block);
    this.#young.blocks.set(key, count < 0 ? young.add(copy, now) : copy);
    return this.#accepted(count < 0 ? ~count : count);
  }

  #takeNew(key: string, now: number): Verdict {
    const { blocks, times } = this.#young;
    blocks.set(key, times.add(times.open(FIRST_ROOM), now));
    return this.#accepted(0);
  }

  #accepted(earlier: number): Verdict {
    return { allowed: true, remaining: this.limit - earlier - 1 };
  }

  #refused(oldest: number, now: number): Verdict {
    return { allowed: false, wait: Math.ceil(oldest + this.windowMs - now) };
  }
}
