import type { Clock } from "../../core/index.ts";

/**
 * Where fetched pages are kept, in the shape of Keyv; every Keyv store fits. Values are plain JSON.
 * What it loses, and what it cannot give, is fetched again.
 */
export interface PageStore {
  /** The value last set, or undefined. */
  get(key: string): unknown;
  /** Keeps a value for `ttl` milliseconds at most. */
  set(key: string, value: unknown, ttl: number): unknown;
  /** Forgets a value. */
  delete(key: string): unknown;
}

interface Entry {
  readonly value: object;
  readonly size: number;
  readonly expires: number;
}

/** Bytes counted for what an entry costs beside its value. */
const OVERHEAD = 2_048;

/** Pages in memory, bounded by bytes; the one not used for longest goes first. */
export class MemoryPageStore implements PageStore {
  readonly #clock: Clock;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(clock: Clock, maxBytes: number) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  get(key: string): object | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.delete(key);
    if (entry.expires <= this.#clock.now()) return undefined;
    this.#add(key, entry);
    return entry.value;
  }

  set(key: string, value: { readonly body: string }, ttl: number): void {
    this.delete(key);
    // The body needs no escapes, so it need not be written out to be measured.
    const size = value.body.length + JSON.stringify({ ...value, body: "" }).length + OVERHEAD;
    if (size > this.#maxBytes) return;
    this.#add(key, { value, size, expires: this.#clock.now() + ttl });
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.size;
  }
}
