import type { LinkRules } from "../../mapper/index.ts";
import { CrawlError } from "../crawl-error.ts";
import type { PageReader, ReadOptions } from "./page-reader.ts";
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
  // Made at any rate: wrong rules are told here, and not by every thread.
  const read = createReading(rules, options);
  if (parts.threads > 0) return new ReaderThreads({ rules, options }, parts);
  let closed = false;
  return {
    async read(page, signal) {
      signal.throwIfAborted();
      if (closed) {
        throw new CrawlError("CRAWLER_CLOSED", { message: "The reader of pages was disposed." });
      }
      return read(page);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}
