import type { Clock } from "dragline";
import type { Cache } from "dragline/storage";

/** A cache whose time is that of a clock. */
export class ClockCache implements Cache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { readonly value: unknown; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string): Promise<unknown> {
    const entry = this.#entries.get(key);
    const isGood = entry !== undefined && this.#clock.now() < entry.until;
    return Promise.resolve(isGood ? structuredClone(entry.value) : undefined);
  }

  set(key: string, value: unknown, ttl = Infinity): Promise<unknown> {
    const until = this.#clock.now() + ttl;
    this.#entries.set(key, { value: structuredClone(value), until });
    return Promise.resolve(true);
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#entries.delete(key));
  }
}
