import { statfs } from "node:fs/promises";
import type { RemoteBrowser } from "../browser/index.ts";
import {
  checkArgument,
  checkNumber,
  deadline,
  unlessAborted,
  wait,
  type Clock,
} from "../core/index.ts";
import type { FreeBlocks } from "../storage/fs/index.ts";

/** Milliseconds between two looks: so many times as long as a look took, in these bounds. */
const LOOK_MS = 1000;
const LOOK_SHARE = 10;
const MOST_MS = 5000;
/** Milliseconds after which the others are judged without what is still being looked at. */
const PATIENCE_MS = 2000;
/** Bytes of a browser with which nothing is won for a disk that is full. */
const SMALL = 67_108_864;

/** Bytes that browsers may write: downloads, caches, databases and files of pages; each from 1. */
export interface StorageLimits {
  /** Of a connection or interactive session. */
  readonly maxConnectionBytes: number;
  /** Of all of an owner together. */
  readonly maxOwnerBytes: number;
  /** Of all together. */
  readonly maxHostBytes: number;
  /**
   * Bytes that stay free on the disk that browsers write to, but never more than a quarter of it; from 0.
   * @default 536870912
   */
  readonly minFreeBytes?: number | undefined;
}

/** What {@link StorageLimits} are unless said otherwise. */
export const storageDefaults = Object.freeze({ minFreeBytes: 536_870_912 });

/** A connection or interactive session whose browser is watched. */
export interface WatchedStorage {
  readonly owner: string;
  readonly browser: Pick<RemoteBrowser, "stored" | "downloads"> & {
    /** A folder on the disk that it writes to; without one nobody looks what is free. */
    readonly folder?: string | undefined;
  };
  /** Called once, when it is to end; its downloads have been cancelled. */
  readonly exceed: () => void;
}

/** What a look at a browser found. */
interface Found {
  readonly stored: number;
  /** What it had told of its downloads by then. */
  readonly told: number;
}

/** What is known of a browser. */
interface Known {
  readonly watched: WatchedStorage;
  last: Found;
  /** What the look found that came after the last one; it counts from the next judgement of all on. */
  next: Found | undefined;
  isLooking: boolean;
  isEnding: boolean;
}

type AskDisk = (folder: string) => Promise<FreeBlocks>;

/**
 * Looks again and again what browsers have written, while there are any, and counts meanwhile what they
 * download as they tell it. Where one has more than a connection may, or is announced more, its downloads
 * are cancelled and it is ended; where those of an owner or of the host together have, or the disk is
 * nearly full, the largest is. Given to a proxy and to interactive sessions, it counts them together:
 * `new StorageLook(systemClock, { maxConnectionBytes, maxOwnerBytes, maxHostBytes })`.
 */
export class StorageLook implements Disposable {
  readonly #clock: Clock;
  readonly #limits: StorageLimits & { readonly minFreeBytes: number };
  readonly #askDisk: AskDisk;
  readonly #watched = new Map<WatchedStorage, Known>();
  #looking: AbortController | undefined;
  #asking: Promise<FreeBlocks | undefined> | undefined;
  /** Bytes that all may have together, so that the disk does not fill up. */
  #room = Number.POSITIVE_INFINITY;

  /**
   * @param askDisk asks the system about the disk of a folder
   * @throws CoreError `INVALID_OPTION`
   */
  constructor(clock: Clock, limits: StorageLimits, askDisk: AskDisk = statfs) {
    checkArgument("limits of new StorageLook(clock, limits)", limits, "object");
    for (const name of ["maxConnectionBytes", "maxOwnerBytes", "maxHostBytes"] as const) {
      checkNumber(name, limits[name], { min: 1 });
    }
    const { minFreeBytes = storageDefaults.minFreeBytes } = limits;
    checkNumber("minFreeBytes", minFreeBytes, { min: 0 });
    this.#clock = clock;
    this.#limits = { ...limits, minFreeBytes };
    this.#askDisk = askDisk;
  }

  /** Begins to look at a browser. */
  add(watched: WatchedStorage): void {
    this.#watched.set(watched, {
      watched,
      last: { stored: 0, told: 0 },
      next: undefined,
      isLooking: false,
      isEnding: false,
    });
    const { downloads } = watched.browser;
    if (downloads !== undefined) downloads.ongrowth = () => this.#judge();
    if (this.#looking !== undefined) return;
    this.#looking = new AbortController();
    void this.#lookAgain(this.#looking.signal);
  }

  /** Looks at it no more. */
  delete(watched: WatchedStorage): void {
    this.#watched.delete(watched);
    const { downloads } = watched.browser;
    if (downloads !== undefined) downloads.ongrowth = undefined;
    if (this.#watched.size === 0) this[Symbol.dispose]();
  }

  /** Looks at none until another is added. */
  [Symbol.dispose](): void {
    this.#looking?.abort();
    this.#looking = undefined;
    this.#room = Number.POSITIVE_INFINITY;
  }

  /** Until the signal aborts. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    let pause = LOOK_MS;
    while (!signal.aborted) {
      await wait(this.#clock, pause, signal).catch(() => {});
      const begun = this.#clock.monotonic();
      if (!signal.aborted) await this.#look(signal);
      const took = this.#clock.monotonic() - begun;
      pause = Math.min(Math.max(LOOK_MS, took * LOOK_SHARE), MOST_MS);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    using limit = deadline(this.#clock, PATIENCE_MS, signal);
    let disk: FreeBlocks | undefined;
    const looks = [...this.#watched.values()].map((known) => this.#lookAt(known));
    const asking = this.#lookAtDisk().then((found) => (disk = found));
    await unlessAborted(Promise.all([...looks, asking]), limit.signal).catch(() => {});
    // Meanwhile all may have gone, and others have come that are looked at anew.
    if (signal.aborted) return;
    this.#take(disk);
    this.#judge();
  }

  async #lookAt(known: Known): Promise<void> {
    if (known.isLooking) return;
    known.isLooking = true;
    const { browser } = known.watched;
    try {
      const stored = (await browser.stored?.()) ?? 0;
      known.next = { stored, told: browser.downloads?.bytes ?? 0 };
    } catch {
      // Of a browser that just ended nothing is left; of one that cannot be asked the last word counts.
    } finally {
      known.isLooking = false;
    }
  }

  /** All browsers of a host write to one disk. */
  async #lookAtDisk(): Promise<FreeBlocks | undefined> {
    const [first] = this.#watched.keys();
    const folder = first?.browser.folder;
    if (folder === undefined) return undefined;
    this.#asking ??= this.#askDisk(folder).catch(() => undefined);
    const disk = await this.#asking;
    this.#asking = undefined;
    return disk;
  }

  /** Takes what was found, all of it at the same moment as what is free beside it. */
  #take(disk: FreeBlocks | undefined): void {
    let there = 0;
    for (const known of this.#watched.values()) {
      known.last = known.next ?? known.last;
      there += bytesOf(known) - (known.watched.browser.downloads?.awaited ?? 0);
    }
    if (disk === undefined) return;
    const { blocks, bavail, bsize } = disk;
    const floor = Math.min(this.#limits.minFreeBytes, (blocks * bsize) / 4);
    this.#room = there + bavail * bsize - floor;
  }

  #judge(): void {
    const { maxConnectionBytes, maxOwnerBytes, maxHostBytes } = this.#limits;
    const known = [...this.#watched.values()].filter(({ isEnding }) => !isEnding);
    for (const each of known) {
      if (bytesOf(each) > maxConnectionBytes) end(each);
    }
    for (const group of Map.groupBy(known, ({ watched }) => watched.owner).values()) {
      endLargest(group, maxOwnerBytes);
    }
    endLargest(known, maxHostBytes);
    endLargest(known, this.#room, SMALL);
  }
}

/** Bytes of a browser: those that were looked at, and what it has told of since. */
function bytesOf({ watched, last: { stored, told } }: Known): number {
  return stored + Math.max(0, (watched.browser.downloads?.bytes ?? 0) - told);
}

function end(known: Known): void {
  known.isEnding = true;
  const { browser, exceed } = known.watched;
  // It takes a while until the browser has ended, and nothing more is to come until then.
  void browser.downloads?.cancel();
  exceed();
}

/** Ends the largest until the rest has no more than `limit`; none of less than `least` bytes. */
function endLargest(group: readonly Known[], limit: number, least = 0): void {
  const left = group.filter(({ isEnding }) => !isEnding);
  let sum = left.reduce((bytes, each) => bytes + bytesOf(each), 0);
  for (const each of left.toSorted((a, b) => bytesOf(b) - bytesOf(a))) {
    const bytes = bytesOf(each);
    if (sum <= limit || bytes < least) return;
    end(each);
    sum -= bytes;
  }
}
