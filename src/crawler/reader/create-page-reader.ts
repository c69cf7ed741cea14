import type { Clock } from "../../core/index.ts";
import type { LinkRules } from "../../mapper/index.ts";
import type { PageReader, ReadOptions } from "./page-reader.ts";
import { createReading } from "./read-page.ts";

/** What a reader works with. */
export interface ReaderParts {
  /** Worker threads; 0 reads in the caller's thread. */
  readonly threads: number;
  readonly clock: Clock;
  /** Milliseconds for a page in a worker thread. */
  readonly timeoutMs: number;
}

/**
 * Makes a reader of pages.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; MapError `INVALID_PATTERN`
 */
export function createPageReader(
  rules: LinkRules,
  options: ReadOptions,
  _parts: ReaderParts,
): PageReader {
  const read = createReading(rules, options);
  return {
    async read(page, signal) {
      signal.throwIfAborted();
      return read(page);
    },
    async [Symbol.asyncDispose]() {},
  };
}
