import type { Worker } from "node:worker_threads";
import {
  CoreError,
  startWorker,
  WorkerThreads,
  type Clock,
  type ThreadErrors,
} from "../../core/index.ts";
import { HtmlError } from "../../html/index.ts";
import { MarkdownError } from "../../markdown/index.ts";
import type { PageFacts } from "./acquired-page.ts";
import type { FailureText } from "./failure.ts";
import type { MadePage, PageWish } from "./made-page.ts";

/** What maker threads are made with. */
export interface MakerThreadsParts {
  /** Most worker threads. */
  readonly threads: number;
  readonly clock: Clock;
  /** Starts a thread that answers as `maker-worker` does; for tests. That by default. */
  readonly createWorker?: (() => Worker) | undefined;
}

/** A page for a thread. */
export interface MakerJob {
  readonly page: PageFacts;
  readonly wish: PageWish;
}

/** A page that its thread did not finish. */
export class UnreadPage extends Error {
  readonly failure: FailureText;

  constructor(failure: FailureText, cause?: unknown) {
    super(failure.error, { cause });
    this.failure = failure;
  }
}

/** With a thread while it reads, so that it need not wait for the caller's thread to send more. */
const PAGES_PER_THREAD = 3;
/** Bytes of heap for each thread; a tree takes 40 bytes per node outside of it. */
const MEMORY_BYTES = 1_073_741_824;
/** Milliseconds that a page may take in a thread. */
const PAGE_MS = 30_000;

const errors: ThreadErrors = {
  timedOut: (ms) =>
    new UnreadPage({
      code: "TIMEOUT",
      error: `timeout: reading the page took longer than ${ms} ms`,
    }),
  // Nothing else ends such a thread than a page that takes all of its memory.
  lost: (_, cause) =>
    new UnreadPage(
      { code: "TOO_LARGE", error: "page too large: reading it used more memory than the limit" },
      cause,
    ),
  closed: () => new UnreadPage({ code: "INTERNAL", error: "the scraper was closed" }),
};

/**
 * Worker threads that read HTML. One that is lost, or is ended because a page takes too long or is
 * cancelled, takes only the page in work with it.
 */
export class MakerThreads implements AsyncDisposable {
  readonly #threads: WorkerThreads;

  constructor({ threads, clock, createWorker = startMakerWorker }: MakerThreadsParts) {
    this.#threads = new WorkerThreads({
      clock,
      startWorker: createWorker,
      threads,
      jobsPerThread: PAGES_PER_THREAD,
      jobTimeoutMs: PAGE_MS,
      errors,
      errorClasses: [CoreError, HtmlError, MarkdownError],
    });
  }

  /** @throws HtmlError; UnreadPage; the signal's reason */
  async make(page: PageFacts, wish: PageWish, signal: AbortSignal): Promise<MadePage> {
    // The page's HTML is here already and need not come back.
    const formats = wish.formats.filter((format) => format !== "html");
    const job: MakerJob = { page: factsOf(page), wish: { ...wish, formats } };
    const result = (await this.#threads.run({ job, signal })) as MadePage;
    const { made } = result;
    if ("code" in made || formats.length === wish.formats.length) return result;
    return { ...result, made: { ...made, outputs: { ...made.outputs, html: page.text } } };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#threads[Symbol.asyncDispose]();
  }
}

/** A page may be lazy and have more than is asked for. */
function factsOf({ url, status, statusText, headers, text, truncated, damage }: PageFacts) {
  return { url, status, statusText, headers, text, truncated, damage };
}

function startMakerWorker(): Worker {
  return startWorker({
    beside: import.meta.url,
    name: "maker-worker",
    memoryBytes: MEMORY_BYTES,
  });
}
