import { MessageChannel } from "node:worker_threads";
import { AiError } from "../../../ai/index.ts";
import { CoreError, startWorker, WorkerThreads, type ThreadErrors } from "../../../core/index.ts";
import { ExtractorError } from "../../../extractor/index.ts";
import { HtmlError } from "../../../html/index.ts";
import { ServiceError } from "../service-error.ts";
import type { Learned, Sample } from "./learn-from.ts";
import {
  makeOutputs,
  type MadeOutputs,
  type OutputParts,
  type OutputTask,
} from "./make-outputs.ts";
import type { OutputSchema } from "./lacking.ts";
import type { OutputJob } from "./output-worker.ts";
import { answerThread, factsOf } from "./thread-model.ts";

/** Characters of a page that is read in this thread, which takes less than a tenth of a second … */
const SMALL = 65_536;
/** … and with a model, as a thread that waits for one does nothing else. */
const SMALL_WITH_MODEL = 262_144;
/** Threads at once. */
const THREADS = 4;
/** Bytes of a thread's heap. */
const MEMORY_BYTES = 1_073_741_824;
/** Milliseconds of a job; the scrape that it is a part of has its own limit. */
const TIMEOUT_MS = 280_000;

/** A page that its thread did not finish. */
export class UnmadeOutputs extends Error {
  override readonly name = "UnmadeOutputs";
}

const errors: ThreadErrors = {
  timedOut: (ms) => new UnmadeOutputs(`reading the page took longer than ${ms} ms`),
  lost: (_, cause) => new UnmadeOutputs("reading the page took too much memory", { cause }),
  closed: () => new ServiceError("SERVICE_UNAVAILABLE", { message: "The service was disposed." }),
};

/**
 * Makes outputs of pages, and learns recipes: what takes long in threads, which start with the first
 * that does and ask the caller's model. Dispose it to end them.
 */
export class OutputMaker implements AsyncDisposable {
  readonly #parts: OutputParts;
  readonly #threads: WorkerThreads;

  constructor(parts: OutputParts) {
    this.#parts = parts;
    this.#threads = new WorkerThreads({
      clock: parts.clock,
      startWorker: () =>
        startWorker({ beside: import.meta.url, name: "output-worker", memoryBytes: MEMORY_BYTES }),
      threads: THREADS,
      jobsPerThread: 1,
      jobTimeoutMs: TIMEOUT_MS,
      errors,
      errorClasses: [AiError, CoreError, ExtractorError, HtmlError],
    });
  }

  /** @throws HtmlError `INPUT_TOO_LARGE`; UnmadeOutputs; the signal's reason */
  async make(task: OutputTask, signal: AbortSignal): Promise<MadeOutputs> {
    const { model } = this.#parts;
    const small = model === undefined ? SMALL : SMALL_WITH_MODEL;
    if (task.page.html.length <= small) return makeOutputs(this.#parts, task, signal);
    if (model === undefined) return this.#run<MadeOutputs>({ kind: "make", task, model }, signal);
    const { port1, port2: port } = new MessageChannel();
    const asked = new AbortController();
    answerThread(model, port1, AbortSignal.any([signal, asked.signal]));
    try {
      const job: OutputJob = { kind: "make", task, model: { facts: factsOf(model), port } };
      return await this.#run<MadeOutputs>(job, signal);
    } finally {
      asked.abort();
      port1.close();
    }
  }

  /** @throws ExtractorError `INVALID_PAGES`; HtmlError; UnmadeOutputs; the signal's reason */
  learn(samples: readonly Sample[], schema: OutputSchema, signal: AbortSignal): Promise<Learned> {
    return this.#run<Learned>({ kind: "learn", samples, schema }, signal);
  }

  async #run<Result>(job: OutputJob, signal: AbortSignal): Promise<Result> {
    const transfer = job.kind === "make" && job.model !== undefined ? [job.model.port] : [];
    return (await this.#threads.run({ job, transfer, signal })) as Result;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#threads[Symbol.asyncDispose]();
  }
}
