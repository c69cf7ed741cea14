import { Worker } from "node:worker_threads";
import { FakeClock } from "dragline/testing";
import type { LinkRules } from "../../../../src/mapper/links/link-rules.ts";
import { createPageReader } from "../../../../src/crawler/reader/create-page-reader.ts";
import type {
  PageReader,
  PageReading,
  ReadOptions,
} from "../../../../src/crawler/reader/page-reader.ts";
import type { ReaderSettings } from "../../../../src/crawler/reader/reader-threads.ts";

export const home = "https://example.com/a/b";

/** Rules for the site of {@link home}. */
export function rulesOf(rules: Partial<LinkRules> = {}): LinkRules {
  return {
    seed: home,
    includeSubdomains: false,
    include: [],
    exclude: [],
    followNofollow: true,
    canonical: {},
    ...rules,
  };
}

export const linksOnly: ReadOptions = { formats: [], main: false, fingerprint: false };

/** A reader whose threads hang on HANG and exit on CRASH; time stands still. */
export class MoodyReader implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly reader: PageReader;
  /** How many threads have been started. */
  started = 0;
  /** How many of them have ended. */
  ended = 0;

  constructor(threads = 1, options: ReadOptions = linksOnly, smallest = 0) {
    const createWorker = (workerData: ReaderSettings): Worker => {
      this.started += 1;
      const worker = new Worker(new URL("./moody-reader.ts", import.meta.url), { workerData });
      worker.once("exit", () => (this.ended += 1));
      return worker;
    };
    const parts = { threads, clock: this.clock, timeoutMs: 5000, smallest, createWorker };
    this.reader = createPageReader(rulesOf(), options, parts);
  }

  read(text: string, signal = new AbortController().signal): Promise<PageReading> {
    return this.reader.read({ url: home, text }, signal);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.reader[Symbol.asyncDispose]();
  }
}

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
