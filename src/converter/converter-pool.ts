import {
  checkArgument,
  checkCollaborators,
  checkNumber,
  startWorker,
  systemClock,
  type Clock,
} from "../core/index.ts";
import type { Worker } from "node:worker_threads";
import type { ConvertedIn, ConvertFormat } from "./conversion.ts";
import type { ConvertedLine, LineWork, MissingPage, SavedPage } from "./conversion-job.ts";
import { createConversionThreads } from "./conversion-threads.ts";
import { convert } from "./convert.ts";
import { convertLines, ownBytes, type LineRun } from "./convert-lines.ts";
import { completePooledOptions, type PooledConvertOptions } from "./convert-options.ts";
import { ConverterError } from "./converter-error.ts";
import type { ExtractOptions } from "./extract-options.ts";
import {
  completePoolOptions,
  poolOptionNames,
  type ConverterPoolOptions,
  type PoolSettings,
} from "./pool-options.ts";

/** What a converter pool works with; all of it stays the caller's. */
export interface ConverterCollaborators {
  /** The clock of the pages' deadlines. @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * Starts a worker thread that answers as the pool's own does; for tests and for bundlers that
   * move files. The pool ends it. Its own by default.
   */
  readonly createWorker?: ((limits: { readonly memoryBytes: number }) => Worker) | undefined;
}

/** What belongs to one call. */
export interface ConvertCall {
  /** Aborting stops the work and rethrows the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Of bytes: their media type, as a header has it. */
  readonly contentType?: string | undefined;
}

/** Limits of lines of JSON. */
interface LineLimits {
  /** Longest line in bytes; from 1 to 268435456. A longer one fails. @default 134217728 */
  readonly maxLineBytes?: number | undefined;
  /**
   * How many lines or pages at the beginning are left out, to go on where a run ended; empty lines
   * do not count. From 0.
   * @default 0
   */
  readonly skip?: number | undefined;
}

/** What is made of the pages of lines of JSON. */
export interface ConvertLinesOptions extends PooledConvertOptions, LineLimits {}

/** What is extracted of the pages of lines of JSON. */
export interface ExtractLinesOptions extends ExtractOptions, LineLimits {}

/** Converts pages in worker threads, on all cores, each with a deadline. */
export interface ConverterPool extends AsyncDisposable {
  /**
   * Does what {@link convert} does, in a worker thread; what is no data in the options (handlers,
   * rules and plugins of markdown) cannot go there and is refused. Bytes are decoded there, in the
   * encoding that a browser would find; memory of their own is given away, other is copied. Calls beyond the number of
   * threads wait in order. A page that is cancelled or takes too long loses its thread, which is
   * replaced; other pages go on.
   * @throws what `convert` throws; the signal's reason
   * @throws ConverterError `CONVERSION_TIMEOUT`, `WORKER_LOST`, `QUEUE_FULL`, `POOL_CLOSED`; of bytes
   *   `NOT_HTML`
   */
  convert<const Formats extends readonly ConvertFormat[] = readonly ["markdown"]>(
    html: string | Uint8Array<ArrayBuffer>,
    options?: PooledConvertOptions<Formats>,
    call?: ConvertCall,
  ): Promise<ConvertedIn<Formats>>;
  /**
   * Converts lines of JSON `{"id", "html", "url"?}`, given as chunks of bytes, or pages, given one by
   * one, to lines `{"id", "<format>": …}`, in order, reading no more than a window ahead of what is
   * taken. A page that fails gives
   * `{"id", "error"}`. Chunks of input may be cut anywhere; empty lines are skipped; a line's own
   * `url` goes before the option.
   * @throws what the input throws; the signal's reason
   * @throws CoreError `INVALID_OPTION`
   * @throws HtmlError `INVALID_SELECTOR`
   * @throws ConverterError `POOL_CLOSED`
   */
  convertLines(
    input: AsyncIterable<Uint8Array | SavedPage | MissingPage>,
    options?: ConvertLinesOptions,
    call?: ConvertCall,
  ): AsyncIterable<ConvertedLine>;
  /**
   * Extracts the values of a schema from lines of JSON `{"id", "html", "url"}` to lines
   * `{"id", "data", "missing"}`, with `warnings` where there are any; without a model. All else is
   * as `convertLines` has it; a page without an address fails.
   * @throws what the input throws; the signal's reason
   * @throws CoreError `INVALID_OPTION`
   * @throws ExtractorError `INVALID_SCHEMA`
   * @throws ConverterError `POOL_CLOSED`
   */
  extractLines(
    input: AsyncIterable<Uint8Array | SavedPage | MissingPage>,
    options: ExtractLinesOptions,
    call?: ConvertCall,
  ): AsyncIterable<ConvertedLine>;
}

/** What fits into one string with room to spare. */
const LONGEST_LINE = 268_435_456;

/** Lines in work or done but not taken, per thread: enough for a slow page not to stop the rest. */
const LINES_PER_THREAD = 16;

const LINE_OPTIONS = "options of convertLines(input, options)";

/**
 * Makes a pool of worker threads for conversions. Nothing starts before the first page; dispose it
 * when no more pages come, which stops what is still in work.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createConverterPool } from "dragline/converter";
 *
 * await using pool = createConverterPool({}, { pageTimeoutMs: 10_000 });
 * const { markdown } = await pool.convert("<h1>Tides</h1>", { formats: ["markdown"] });
 * console.log(markdown);
 * ```
 */
export function createConverterPool(
  collaborators: ConverterCollaborators = {},
  options?: ConverterPoolOptions,
): ConverterPool {
  checkCollaborators(collaborators, poolOptionNames, { clock: true, createWorker: true });
  const settings = completePoolOptions(options);
  const { clock = systemClock, createWorker = startConversionWorker } = collaborators;
  const threads = createConversionThreads({ clock, createWorker }, settings);
  return {
    async convert(html, given, { signal, contentType } = {}) {
      // Refused here: not all that is no string could be sent.
      if (typeof html !== "string" && !(html instanceof Uint8Array)) return convert(html, given);
      const options = completePooledOptions(given);
      const page = typeof html === "string" ? html : ownBytes(html);
      const job = { kind: "page", html: page, contentType, options } as const;
      const transfer = typeof page === "string" ? [] : [page.buffer];
      signal?.throwIfAborted();
      if (!threads.hasRoom && threads.waiting >= settings.maxQueue) throw full(settings);
      // What the thread makes is what the options name, which no type of the job tells.
      return (await threads.run({ job, transfer, signal })) as never;
    },
    convertLines(input, given = {}, { signal } = {}) {
      const { maxLineBytes, skip, ...page } = checkArgument(LINE_OPTIONS, given, "object");
      const options = completePooledOptions(page);
      // Told now, and not by every line.
      convert("", options);
      return answers({ input, work: { kind: "line", options }, maxLineBytes, skip, signal });
    },
    extractLines(input, given, { signal } = {}) {
      const { maxLineBytes, skip, ...options } = checkArgument(LINE_OPTIONS, given, "object");
      const work: LineWork = { kind: "extract", options };
      const lines = answers({ input, work, maxLineBytes, skip, signal });
      return checkedFirst(options, lines);
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };

  function answers({
    maxLineBytes = 134_217_728,
    skip = 0,
    ...run
  }: AnswerRun): AsyncIterable<ConvertedLine> {
    checkArgument("input of convertLines(input, options)", run.input, "stream");
    checkNumber("maxLineBytes", maxLineBytes, { min: 1, max: LONGEST_LINE });
    checkNumber("skip", skip, { min: 0 });
    return convertLines({
      ...run,
      threads,
      maxLineBytes,
      skip,
      maxLines: settings.threads * LINES_PER_THREAD,
    });
  }
}

type AnswerRun = LineLimits & Pick<LineRun, "input" | "work" | "signal">;

/** What every line would fail by is told before the first one. */
async function* checkedFirst(
  { schema, recipe }: ExtractOptions,
  lines: AsyncIterable<ConvertedLine>,
): AsyncGenerator<ConvertedLine, void> {
  // Loaded by those who extract alone: a model is a part of it.
  const { createExtractor } = await import("../extractor/index.ts");
  await createExtractor().extract({ html: "", url: "http://localhost/" }, schema, { recipe });
  yield* lines;
}

function startConversionWorker({ memoryBytes }: { readonly memoryBytes: number }): Worker {
  return startWorker({ beside: import.meta.url, name: "conversion-worker", memoryBytes });
}

function full({ threads, maxQueue }: PoolSettings): ConverterError {
  return new ConverterError("QUEUE_FULL", {
    message: `${threads} pages are being converted and ${maxQueue} more are waiting, the limit of 'maxQueue'.`,
    details: { threads, maxQueue },
  });
}
