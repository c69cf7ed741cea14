import type { Worker } from "node:worker_threads";
import {
  checkArgument,
  checkCollaborators,
  CoreError,
  startWorker,
  systemClock,
  WorkerThreads,
  type Clock,
  type ThreadErrors,
  checkNumber,
  withDefaults,
} from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import { DiffError } from "./diff-error.ts";
import type { DiffJob } from "./diff-job.ts";
import { diffJson } from "./diff-json.ts";
import { diffText } from "./diff-text.ts";
import type { DiffCall, Differ, DifferOptions } from "./differ.ts";
import { isSmallJson } from "./json/is-small-json.ts";
import { jsonSettings } from "./json/json-settings.ts";
import type { JsonDiff, JsonDiffOptions } from "./json-diff.ts";
import type { TextDiff, TextDiffOptions } from "./text-diff.ts";
import { replacedText } from "./text/replaced-text.ts";
import { completeTextOptions } from "./text/text-settings.ts";

/** Options with their defaults. */
type DifferSettings = Required<DifferOptions>;

/** The defaults; what stands where collaborators stand is told apart by their names. */
const differDefaults: DifferSettings = Object.freeze({
  timeoutMs: 1000,
  memoryBytes: 268_435_456,
  threads: 1,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
function completeDifferOptions(options: DifferOptions | undefined): DifferSettings {
  const settings = withDefaults<DifferSettings>(differDefaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1 });
  checkNumber("memoryBytes", settings.memoryBytes, { min: 16_777_216, max: 1_099_511_627_776 });
  checkNumber("threads", settings.threads, { min: 1, max: 1024 });
  return settings;
}

/** What a differ works with; all of it stays the caller's. */
export interface DifferCollaborators {
  /** The clock of the threads' deadlines. @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * Starts a worker thread that answers as the differ's own does; for tests and for bundlers that
   * move files. The differ ends it. Its own by default.
   */
  readonly createWorker?: ((limits: { readonly memoryBytes: number }) => Worker) | undefined;
}

/** Characters of both texts that are compared in the caller's thread: a few milliseconds at worst. */
const SMALL_TEXT = 20_000;

/**
 * Makes a differ. No thread starts before the first large input; dispose it when there is nothing
 * more to compare, which ends its threads.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createDiffer } from "dragline/diff";
 *
 * await using differ = createDiffer();
 * const { stats } = await differ.text("High water 06:12\n", "High water 06:31\n");
 * console.log(stats);
 * ```
 */
export function createDiffer(
  collaborators: DifferCollaborators = {},
  options?: DifferOptions,
): Differ {
  checkCollaborators(collaborators, differDefaults, { clock: true, createWorker: true });
  const { timeoutMs, memoryBytes, threads } = completeDifferOptions(options);
  const { clock = systemClock, createWorker = startDiffWorker } = collaborators;
  return new ThreadDiffer(
    new WorkerThreads({
      clock,
      startWorker: () => createWorker({ memoryBytes }),
      threads,
      jobsPerThread: 1,
      jobTimeoutMs: timeoutMs,
      errors,
      errorClasses: [CoreError, DiffError],
    }),
  );
}

class ThreadDiffer implements Differ {
  readonly #threads: WorkerThreads;
  #isClosed = false;

  constructor(threads: WorkerThreads) {
    this.#threads = threads;
  }

  async text(
    before: string,
    after: string,
    { signal, ...options }: TextDiffOptions & DiffCall = {},
  ): Promise<TextDiff> {
    const settings = completeTextOptions(options);
    this.#check(signal);
    checkArgument("before of text(before, after)", before, "string");
    checkArgument("after of text(before, after)", after, "string");
    if (before === after || before.length + after.length <= SMALL_TEXT) {
      return diffText(before, after, settings);
    }
    const found = await this.#compare({ kind: "text", before, after, options: settings }, signal);
    return (found as TextDiff | undefined) ?? replacedText(before, after, settings.maxSize);
  }

  async json(
    before: Json,
    after: Json,
    { signal, ...options }: JsonDiffOptions & DiffCall = {},
  ): Promise<JsonDiff> {
    const settings = jsonSettings(options);
    this.#check(signal);
    if (isSmallJson(before) && isSmallJson(after)) return diffJson(before, after, settings);
    const found = await this.#compare({ kind: "json", before, after, options: settings }, signal);
    return (found as JsonDiff | undefined) ?? replacedJson(before, after);
  }

  #check(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.#isClosed) throw errors.closed();
  }

  /** @returns undefined when the thread came to no end, or the job could not be sent */
  async #compare(job: DiffJob, signal: AbortSignal | undefined): Promise<unknown> {
    try {
      return await this.#threads.run({ job, signal });
    } catch (error) {
      this.#check(signal);
      if (error instanceof ThreadEnded || isTooDeep(error)) return undefined;
      throw error;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    return this.#threads[Symbol.asyncDispose]();
  }
}

/** A thread that was ended or lost; it never leaves this room. */
class ThreadEnded extends Error {}

const errors: ThreadErrors = {
  timedOut: (ms) => new ThreadEnded(`after ${ms} ms`),
  lost: (why, cause) => new ThreadEnded(why, { cause }),
  closed: () => new DiffError("DIFFER_CLOSED", { message: "The differ was disposed." }),
};

/** Node cannot send a document that is nested some thousand levels deep: its stack is too small. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError;
}

function replacedJson(before: Json, after: Json): JsonDiff {
  return {
    patch: [{ op: "replace", path: "", value: after }],
    changes: [{ path: "", kind: "changed", before, after }],
    truncated: true,
    omitted: false,
  };
}

function startDiffWorker({ memoryBytes }: { readonly memoryBytes: number }): Worker {
  return startWorker({ beside: import.meta.url, name: "diff-worker", memoryBytes });
}
