import type { RemoteBrowser } from "../browser/index.ts";
import { checkNumber, type Clock } from "../core/index.ts";

/** Milliseconds between two looks; and so many times as long as a look took. */
const LOOK_MS = 1000;
const LOOK_SHARE = 10;

/** Bytes that browsers may write: downloads, caches, databases and files of pages; each from 1. */
export interface StorageLimits {
  /** Of a connection or interactive session. */
  readonly maxConnectionBytes: number;
  /** Of all of an owner together. */
  readonly maxOwnerBytes: number;
  /** Of all together. */
  readonly maxHostBytes: number;
}

/** A connection or interactive session whose browser is watched. */
export interface WatchedStorage {
  readonly owner: string;
  readonly browser: Pick<RemoteBrowser, "stored">;
  /** Called when it is to end. */
  readonly exceed: () => void;
}

interface Found {
  readonly watched: WatchedStorage;
  readonly bytes: number;
}

/**
 * Looks again and again what browsers have written, while there are any. One that wrote more than a
 * connection may is ended; where those of an owner or of the host together did, the largest is. Given
 * to a proxy and to interactive sessions, it counts them together:
 * `new StorageLook(systemClock, { maxConnectionBytes, maxOwnerBytes, maxHostBytes })`.
 */
export class StorageLook implements Disposable {
  readonly #clock: Clock;
  readonly #limits: StorageLimits;
  readonly #watched = new Set<WatchedStorage>();
  #cancel: (() => void) | undefined;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(clock: Clock, limits: StorageLimits) {
    for (const name of ["maxConnectionBytes", "maxOwnerBytes", "maxHostBytes"] as const) {
      checkNumber(name, limits[name], { min: 1 });
    }
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Begins to look at a browser. */
  add(watched: WatchedStorage): void {
    this.#watched.add(watched);
    this.#cancel ??= this.#clock.timer(LOOK_MS, () => void this.#look());
  }

  /** Looks at it no more. */
  delete(watched: WatchedStorage): void {
    this.#watched.delete(watched);
    if (this.#watched.size === 0) this[Symbol.dispose]();
  }

  /** Looks at none until another is added. */
  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  async #look(): Promise<void> {
    const cancel = this.#cancel;
    const begun = this.#clock.monotonic();
    const found: Found[] = [];
    for (const watched of this.#watched) {
      // Of a browser that just ended nothing is left.
      const bytes = await watched.browser.stored?.().catch(() => 0);
      found.push({ watched, bytes: bytes ?? 0 });
    }
    // Meanwhile all may have gone, and others come with a timer of their own.
    if (this.#cancel !== cancel || cancel === undefined) return;
    for (const { exceed } of this.#tooMuch(found)) exceed();
    // Who ends at once may have been the last.
    if (this.#cancel !== cancel) return;
    const pause = Math.max(LOOK_MS, (this.#clock.monotonic() - begun) * LOOK_SHARE);
    this.#cancel = this.#clock.timer(pause, () => void this.#look());
  }

  #tooMuch(found: readonly Found[]): readonly WatchedStorage[] {
    const { maxConnectionBytes, maxOwnerBytes, maxHostBytes } = this.#limits;
    const ended = new Set(found.filter(({ bytes }) => bytes > maxConnectionBytes));
    const endLargest = (group: readonly Found[], limit: number): void => {
      const left = group.filter((each) => !ended.has(each)).toSorted((a, b) => b.bytes - a.bytes);
      let sum = left.reduce((bytes, each) => bytes + each.bytes, 0);
      for (const each of left) {
        if (sum <= limit) return;
        ended.add(each);
        sum -= each.bytes;
      }
    };
    for (const group of Map.groupBy(found, ({ watched }) => watched.owner).values()) {
      endLargest(group, maxOwnerBytes);
    }
    endLargest(found, maxHostBytes);
    return [...ended].map(({ watched }) => watched);
  }
}
