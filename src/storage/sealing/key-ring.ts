import { checkArgument, CoreError } from "../../core/index.ts";
import { StorageError } from "../storage-error.ts";

/** A key that data keys are wrapped with. */
export interface RingKey {
  /** Names the key in what it wraps: 1 to 64 letters, digits, points, hyphens and underscores. */
  readonly id: string;
  /** 32 random bytes. */
  readonly key: Uint8Array;
}

const ID = /^[\w.-]{1,64}$/;
const LENGTH = 32;

/**
 * The keys of a service, newest first: the first wraps, every one unwraps. To rotate, put a new key
 * in front, run `reseal`, and take the old one away when nothing is left that needs it.
 */
export class KeyRing {
  /** The key that wraps. */
  readonly newest: RingKey;
  readonly #keys: ReadonlyMap<string, RingKey>;

  /** @throws CoreError `INVALID_OPTION` for an empty ring, a bad or repeated id, a key not of 32 bytes */
  constructor(keys: readonly RingKey[]) {
    checkArgument("keys of new KeyRing([{ id, key }])", keys, "array");
    const [newest] = keys;
    if (newest === undefined) throw refused("is empty");
    for (const [index, ringKey] of keys.entries()) {
      const { id, key } = checkArgument(`key ${index} of the ring`, ringKey, "object");
      // Not shown: who mixed up the order has the key there.
      if (!ID.test(id)) throw refused(`has a malformed id at ${index}`);
      if (!(key instanceof Uint8Array) || key.length !== LENGTH) {
        throw refused(`needs ${LENGTH} bytes for '${id}'`);
      }
    }
    // Copies, so that a caller may wipe its own.
    const copies = keys.map(({ id, key }) => ({ id, key: Uint8Array.from(key) }));
    this.#keys = new Map(copies.map((key) => [key.id, key]));
    if (this.#keys.size < keys.length) throw refused("has two keys with the same id");
    this.newest = copies[0] as RingKey;
  }

  /**
   * A ring from the text of an environment variable: `id:base64` for each key, newest first, commas
   * between them. `openssl rand -base64 32` makes a key.
   * @throws CoreError `INVALID_OPTION`
   */
  static parse(text: string): KeyRing {
    const keys = text.split(",").map((entry) => {
      const colon = entry.indexOf(":");
      const id = entry.slice(0, Math.max(0, colon)).trim();
      return { id, key: Buffer.from(entry.slice(colon + 1).trim(), "base64") };
    });
    return new KeyRing(keys);
  }

  /**
   * The key of that id.
   * @throws StorageError `UNKNOWN_KEY`
   */
  get(id: string): RingKey {
    const key = this.#keys.get(id);
    if (key !== undefined) return key;
    throw new StorageError("UNKNOWN_KEY", {
      message: `The key ring has no key '${id}'; its keys are ${this.ids.join(", ")}.`,
      details: { key: id },
    });
  }

  /** The ids of its keys, the newest first. */
  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Whether the ring has the key. */
  has(id: string): boolean {
    return this.#keys.has(id);
  }
}

function refused(problem: string): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `The key ring ${problem}.`,
    details: { option: "ring" },
  });
}
