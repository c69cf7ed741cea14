import type { RobotsFile } from "./robots-rules.ts";

/** What is known of one site's robots.txt. */
export interface RobotsEntry {
  /** When it must be asked for again, in milliseconds since the Unix epoch. */
  readonly expires: number;
  /** The rules; absent when the site has none, and when it never could say. */
  readonly file: RobotsFile | undefined;
  /** Absolute URLs. */
  readonly sitemaps: readonly string[];
  /** Whether the last request failed; `file` is then the last good one. */
  readonly failed?: boolean;
  /** The status of the last answer. */
  readonly status?: number;
  /** Why there was no answer. */
  readonly cause?: unknown;
}

/** What an entry costs besides its file, in bytes. */
const ENTRY_BYTES = 1024;

/** Entries by the URL of their robots.txt; the least recently used go first. */
export class RobotsCache {
  readonly #entries = new Map<string, RobotsEntry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(robotsUrl: string): RobotsEntry | undefined {
    const entry = this.#entries.get(robotsUrl);
    if (entry === undefined) return undefined;
    // A Map keeps its order of insertion: to insert again is to become the youngest.
    this.#entries.delete(robotsUrl);
    this.#entries.set(robotsUrl, entry);
    return entry;
  }

  set(robotsUrl: string, entry: RobotsEntry): void {
    this.#remove(robotsUrl);
    this.#entries.set(robotsUrl, entry);
    this.#bytes += costOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(robotsUrl: string): void {
    const entry = this.#entries.get(robotsUrl);
    if (entry === undefined) return;
    this.#entries.delete(robotsUrl);
    this.#bytes -= costOf(entry);
  }
}

function costOf({ file }: RobotsEntry): number {
  return ENTRY_BYTES + (file?.size ?? 0);
}
