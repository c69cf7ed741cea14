import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const toDisk = promisify(fdatasync);

/**
 * Brings the write-ahead log of an open file to the disk without blocking the event loop, as SQLite
 * would after each commit. Commits that come while it is under way share the next one.
 */
export class LogSync {
  readonly #sync: () => Promise<void>;
  /** The last one that began. */
  #begun: Promise<void> | undefined;
  /** One that has not begun, and brings whatever is committed by then. */
  #next: Promise<void> | undefined;

  /** @param sync brings everything that was written before the call to the disk */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /**
   * Resolves when everything that was committed before the call is on the disk.
   * @throws what the system says when it cannot be
   */
  synced(): Promise<void> {
    this.#next ??= this.#after(this.#begun);
    return this.#next;
  }

  /**
   * Resolves, whatever comes of it, when the disk is waited for no more: what is committed before
   * would have to wait for the next time all the same.
   */
  async idle(): Promise<void> {
    await this.#begun?.catch(() => {});
  }

  /** Waits for what is under way, whatever comes of it. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#begun, this.#next]);
  }

  async #after(begun: Promise<void> | undefined): Promise<void> {
    // The callers that wait for it get its failure.
    await begun?.catch(() => {});
    this.#begun = this.#next;
    this.#next = undefined;
    await this.#sync();
  }
}

/** The log of a SQLite file, open besides SQLite's own handle, which is no hindrance to its locks. */
export class OpenLog {
  readonly sync: LogSync;
  readonly #handle: number;
  #closed: Promise<void> | undefined;

  /** @throws what the system says, where there is no log beside the file */
  constructor(path: string) {
    const handle = openSync(`${path}-wal`, "r+");
    this.#handle = handle;
    this.sync = new LogSync(() => toDisk(handle));
  }

  /** Closing twice is harmless: the number of a closed handle may be somebody else's by then. */
  close(): Promise<void> {
    this.#closed ??= this.sync.settled().then(() => closeSync(this.#handle));
    return this.#closed;
  }
}
