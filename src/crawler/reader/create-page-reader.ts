import type { LinkRules } from "../../mapper/internal.ts";
import { CrawlError } from "../crawl-error.ts";
import type { PageReader, PageReading, PageToRead, ReadOptions } from "./page-reader.ts";
import { createReading } from "./read-page.ts";
import { ReaderThreads, type ReaderParts } from "./reader-threads.ts";

/**
 * Makes a reader of pages. Rules and options have to be plain data, whatever reads.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; MapError `INVALID_PATTERN`
 */
export function createPageReader(
  rules: LinkRules,
  options: ReadOptions,
  parts: ReaderParts,
): PageReader {
  // Made at any rate: wrong rules are reported here, and not by every thread.
  const read = createReading(rules, options);
  if (parts.threads > 0) {
    const threads = new ReaderThreads({ rules, options }, parts);
    const { smallest = 0 } = parts;
    return smallest > 0 ? new SmallPagesHere({ threads, read, smallest }) : threads;
  }
  let closed = false;
  return {
    async read(page, signal) {
      signal.throwIfAborted();
      if (closed) {
        throw new CrawlError("CRAWLER_CLOSED", { message: "The page reader was disposed." });
      }
      return read(page);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

/** Reads small pages in the caller's thread, others in threads, which start with the first of those. */
class SmallPagesHere implements PageReader {
  readonly #threads: PageReader;
  readonly #read: ReturnType<typeof createReading>;
  readonly #smallest: number;
  #closed = false;

  constructor(parts: {
    readonly threads: PageReader;
    readonly read: ReturnType<typeof createReading>;
    readonly smallest: number;
  }) {
    this.#threads = parts.threads;
    this.#read = parts.read;
    this.#smallest = parts.smallest;
  }

  async read(page: PageToRead, signal: AbortSignal): Promise<PageReading> {
    const size = page.utf8?.byteLength ?? page.text.length;
    if (this.#closed || size >= this.#smallest) return this.#threads.read(page, signal);
    signal.throwIfAborted();
    return this.#read(page);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#threads[Symbol.asyncDispose]();
  }
}
