import { checkArgument, checkNumber, withDefaults } from "../../core/index.ts";

/** Limits of a {@link BoundedStore}. */
export interface BoundedStoreOptions {
  /** Most entries; from 1. @default 10000 */
  readonly maxEntries?: number | undefined;
  /** Most bytes of all keys and values together, two for each character; from 1. @default 67108864 */
  readonly maxBytes?: number | undefined;
}

interface BoundedStoreSettings {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

const defaults: BoundedStoreSettings = Object.freeze({
  maxEntries: 10_000,
  maxBytes: 67_108_864,
});

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

/**
 * A map for Keyv that never holds more than its limits: the least recently used entries go first. A
 * value that is larger than the limit is not kept.
 */
export class BoundedStore {
  readonly #settings: BoundedStoreSettings;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(options?: BoundedStoreOptions) {
    this.#settings = withDefaults<BoundedStoreSettings>(defaults, options);
    checkNumber("maxEntries", this.#settings.maxEntries, { min: 1 });
    checkNumber("maxBytes", this.#settings.maxBytes, { min: 1 });
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }

  /** Bytes of all keys and values together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value, which is now the most recently used. */
  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value and lets go of what is beyond the limits. */
  set(key: string, value: unknown): this {
    checkArgument("key of set(key, value)", key, "string");
    this.delete(key);
    const bytes = 2 * (key.length + lengthOf(value));
    const { maxEntries, maxBytes } = this.#settings;
    if (bytes > maxBytes) return this;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < maxEntries && this.#bytes + bytes <= maxBytes) break;
      this.delete(oldest);
    }
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    return this;
  }

  /** Lets go of a value; gives whether there was one. */
  delete(key: string): boolean {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    return this.#entries.delete(key);
  }

  /** Whether there is a value; does not count as a use. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Lets go of everything. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** All keys, the least recently used first. */
  keys(): MapIterator<string> {
    return this.#entries.keys();
  }

  /** All keys with their values, the least recently used first. */
  *entries(): Generator<[string, unknown], void, undefined> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }
}

/** Keyv 5 keeps the text of a value, Keyv 6 an object around it; other values count as nothing. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || !("value" in value)) return 0;
  return lengthOf(value.value);
}
