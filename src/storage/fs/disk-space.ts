import type { Dirent } from "node:fs";
import { lstat, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import {
  signalOf,
  checkCollaborators,
  checkNumber,
  systemClock,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import type { Call } from "../records.ts";
import { StorageError } from "../storage-error.ts";
import { reading } from "./fs-failure.ts";

/** The collaborators of a {@link DiskSpace}. */
export interface DiskSpaceCollaborators {
  /** Tells how old a look is. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Asks about the disk of a folder; the system itself when absent. */
  readonly statfs?: ((folder: string) => Promise<FreeBlocks>) | undefined;
}

/** What a system says of a disk. */
export interface FreeBlocks {
  /** Blocks of the disk. */
  readonly blocks: number;
  /** Blocks that this user may have. */
  readonly bavail: number;
  /** Bytes of one. */
  readonly bsize: number;
}

/** How much room is to be left. */
export interface DiskSpaceOptions {
  /** The folder with everything that is kept: records, cache, results, recordings. It is there. */
  readonly folder: string;
  /** Folders whose disks need room, too: that of temporary files. @default [] */
  readonly others?: readonly string[] | undefined;
  /**
   * Bytes that must be free on each disk, but never more than a quarter of the disk; from 0.
   * @default 536870912
   */
  readonly minFreeBytes?: number | undefined;
  /** Bytes that all files of `folder` may take; from 1. @default Infinity */
  readonly maxBytes?: number | undefined;
}

type Settings = {
  readonly [Name in keyof DiskSpaceOptions]-?: NonNullable<DiskSpaceOptions[Name]>;
};

const defaults: Settings = Object.freeze({
  folder: "",
  others: Object.freeze([]),
  minFreeBytes: 536_870_912,
  maxBytes: Number.POSITIVE_INFINITY,
});

/** Milliseconds for which what the system says is good. */
const FREE_FOR = 1000;
/** Milliseconds for which the sum of all files is; and so many times as long as it took to make. */
const SUM_FOR = 30_000;
const SUM_SHARE = 20;

interface Sum {
  readonly bytes: number;
  readonly until: number;
}

/**
 * Whether there is room for new work on the disks of a host: a floor of free space, and a limit of
 * what is kept. Code that accepts work asks first, so that what was taken in can be finished.
 */
export class DiskSpace {
  readonly #clock: Clock;
  readonly #statfs: (folder: string) => Promise<FreeBlocks>;
  readonly #settings: Settings;
  #looking: Promise<void> | undefined;
  #lookedUntil = Number.NEGATIVE_INFINITY;
  #summing: Promise<Sum> | undefined;
  #sum: Sum | undefined;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: DiskSpaceCollaborators, options: DiskSpaceOptions) {
    checkCollaborators(collaborators, defaults, { clock: true, statfs: true });
    const settings = withDefaults<Settings>(defaults, options);
    checkNumber("minFreeBytes", settings.minFreeBytes, { min: 0 });
    checkNumber("maxBytes", settings.maxBytes, { min: 1 });
    this.#clock = collaborators.clock ?? systemClock;
    this.#statfs = collaborators.statfs ?? statfs;
    this.#settings = settings;
  }

  /**
   * Looks whether there is room; several calls within a second share one look.
   * @throws StorageError `STORE_FULL` when there is none; `UNAVAILABLE` when a folder cannot be read;
   *   the signal's reason
   */
  async check(call: Call): Promise<void> {
    const signal = signalOf("check({ signal })", call);
    if (this.#looking === undefined || this.#clock.monotonic() >= this.#lookedUntil) {
      this.#lookedUntil = this.#clock.monotonic() + FREE_FOR;
      this.#looking = this.#look();
    }
    await this.#looking;
    signal.throwIfAborted();
  }

  async #look(): Promise<void> {
    const { folder, others, minFreeBytes, maxBytes } = this.#settings;
    for (const each of [folder, ...others]) {
      const { blocks, bavail, bsize } = await reading(this.#statfs(each));
      const free = bavail * bsize;
      const floor = Math.min(minFreeBytes, (blocks * bsize) / 4);
      if (free < floor) {
        throw full(
          `A disk has ${megabytes(free)} free; at least ${megabytes(floor)} are required.`,
        );
      }
    }
    if (maxBytes === Number.POSITIVE_INFINITY) return;
    const bytes = await this.#kept();
    if (bytes < maxBytes) return;
    throw full(`The stored data takes ${megabytes(bytes)} of the allowed ${megabytes(maxBytes)}.`);
  }

  /** The last sum; one that is too old is made anew meanwhile, the first is waited for. */
  async #kept(): Promise<number> {
    const isOld = this.#sum === undefined || this.#clock.monotonic() >= this.#sum.until;
    if (isOld) {
      this.#summing ??= this.#sumUp().finally(() => (this.#summing = undefined));
      // Its failure is given to those who wait for a sum; the last one is good until there is another.
      this.#summing.catch(() => {});
    }
    // At the limit nobody is refused, or let in, for what was some time ago.
    const isNear = (this.#sum?.bytes ?? 0) > this.#settings.maxBytes * 0.9;
    if (isOld && (this.#sum === undefined || isNear)) await this.#summing;
    return this.#sum?.bytes ?? 0;
  }

  async #sumUp(): Promise<Sum> {
    const begun = this.#clock.monotonic();
    const bytes = await reading(bytesBelow(this.#settings.folder));
    const now = this.#clock.monotonic();
    this.#sum = { bytes, until: now + Math.max(SUM_FOR, (now - begun) * SUM_SHARE) };
    return this.#sum;
  }
}

function full(message: string): StorageError {
  return new StorageError("STORE_FULL", { message });
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}

/** Bytes that the files below a folder take on the disk; what goes meanwhile takes none. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesBelow(path);
    else
      bytes += await lstat(path).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      );
  }
  return bytes;
}
