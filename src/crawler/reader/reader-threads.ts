import type { Worker } from "node:worker_threads";
import {
  CoreError,
  startWorker,
  WorkerThreads,
  type Clock,
  type ThreadErrors,
} from "../../core/index.ts";
import { HtmlError } from "../../html/index.ts";
import type { LinkRules } from "../../mapper/internal.ts";
import { CrawlError } from "../crawl-error.ts";
import type { PageReader, PageReading, PageToRead, ReadOptions } from "./page-reader.ts";

/** What every thread of a reader is told once; plain data. */
export interface ReaderSettings {
  readonly rules: LinkRules;
  readonly options: ReadOptions;
}

/** What reader threads are made with. */
export interface ReaderParts {
  /** Most worker threads; 0 reads in the caller's thread. */
  readonly threads: number;
  readonly clock: Clock;
  /** Milliseconds that a page may take in a thread, from when it begins. */
  readonly timeoutMs: number;
  /** Bytes of the smallest page that takes a thread; those below it are read in the caller's. @default 0 */
  readonly smallest?: number | undefined;
  /** Starts a thread that answers as `reader-worker` does; for tests. That by default. */
  readonly createWorker?: ((settings: ReaderSettings) => Worker) | undefined;
}

/** With a thread while it reads, so that it need not wait for the caller's thread to send more. */
const PAGES_PER_THREAD = 3;

/** Bytes of heap for each thread; a tree takes 40 bytes per node outside of it. */
const MEMORY_BYTES = 1_073_741_824;

const errors: ThreadErrors = {
  timedOut: (ms) =>
    new CrawlError("READ_TIMEOUT", {
      message: `Reading the page took longer than ${ms} ms.`,
      details: { ms },
    }),
  lost: (why, cause) =>
    new CrawlError("READER_LOST", { message: `The reader's thread was lost: ${why}.`, cause }),
  closed: () => new CrawlError("CRAWLER_CLOSED", { message: "The page reader was disposed." }),
};

/** A reader whose pages are read in worker threads, which start when there are pages for them. */
export class ReaderThreads implements PageReader {
  readonly #threads: WorkerThreads;
  readonly #settings: ReaderSettings;
  readonly #returnsHtml: boolean;

  constructor({ rules, options }: ReaderSettings, parts: ReaderParts) {
    const { threads, clock, timeoutMs, createWorker = startReaderWorker } = parts;
    // The page's HTML is here already and need not come back.
    const formats = options.formats.filter((format) => format !== "html");
    this.#returnsHtml = formats.length < options.formats.length;
    this.#settings = { rules, options: { ...options, formats } };
    this.#threads = new WorkerThreads({
      clock,
      startWorker: () => createWorker(this.#settings),
      threads,
      jobsPerThread: PAGES_PER_THREAD,
      jobTimeoutMs: timeoutMs,
      errors,
      errorClasses: [CoreError, HtmlError],
    });
  }

  async read(page: PageToRead, signal: AbortSignal): Promise<PageReading> {
    const reading = (await this.#threads.run({ ...jobOf(page), signal })) as PageReading;
    if (!this.#returnsHtml) return reading;
    return { ...reading, outputs: { ...reading.outputs, html: page.text } };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#threads[Symbol.asyncDispose]();
  }
}

/**
 * Bytes go outside of both heaps, and nobody decodes them here. They are copied, not given away: when
 * a thread is lost, the pages behind go to another.
 */
function jobOf(page: PageToRead) {
  const { url, utf8, nofollow, refresh } = page;
  const told = { url, nofollow, refresh };
  if (utf8 === undefined) return { job: { ...told, text: page.text } };
  // All of the memory behind a view would be copied.
  const isWhole = utf8.byteLength === utf8.buffer.byteLength;
  return { job: { ...told, bytes: isWhole ? utf8 : new Uint8Array(utf8) } };
}

function startReaderWorker(workerData: ReaderSettings): Worker {
  return startWorker({
    beside: import.meta.url,
    name: "reader-worker",
    memoryBytes: MEMORY_BYTES,
    workerData,
  });
}
