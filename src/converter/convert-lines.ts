import { unlessAborted, type WorkerThreads } from "../core/index.ts";
import type {
  ConvertedLine,
  LineJob,
  LineWork,
  MadeLine,
  MissingPage,
  SavedPage,
} from "./conversion-job.ts";
import { isConverterError } from "./converter-error.ts";
import { failedLine } from "./json-line.ts";
import { splitLines, type InputLine } from "./split-lines.ts";

/** Bytes of input above which no further line is read ahead. */
const MOST_BYTES = 67_108_864;

/** Answers that are awaited, in the order of their lines; bounded in number and in bytes of input. */
class LineWindow<T> {
  readonly #maxLines: number;
  readonly #entries: { readonly bytes: number; readonly answer: Promise<T> }[] = [];
  #bytes = 0;

  constructor(maxLines: number) {
    this.#maxLines = maxLines;
  }

  /** Whether another line may be read; always when there is none. */
  get hasRoom(): boolean {
    return this.#entries.length < this.#maxLines && this.#bytes < MOST_BYTES;
  }

  /** The answer that is next in order. */
  get first(): Promise<T> | undefined {
    return this.#entries[0]?.answer;
  }

  push(bytes: number, answer: Promise<T>): void {
    // It may fail before it is the first; then those who wait for it get the failure.
    answer.catch(() => {});
    this.#entries.push({ bytes, answer });
    this.#bytes += bytes;
  }

  shift(): void {
    this.#bytes -= this.#entries.shift()?.bytes ?? 0;
  }
}

/** Lines of JSON with pages in them, or pages, and what is made of those. */
export interface LineRun {
  readonly input: AsyncIterable<Uint8Array | SavedPage | MissingPage>;
  readonly threads: WorkerThreads;
  readonly work: LineWork;
  /** Of a line; a longer one fails. */
  readonly maxLineBytes: number;
  /** How many at the beginning are left out. */
  readonly skip: number;
  /** Most lines that are read ahead of the first that is not given yet. */
  readonly maxLines: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Answers lines of JSON, each as soon as it is read, and gives the answers in the order of the
 * lines. What is in work when the caller stops is stopped.
 */
export async function* convertLines(run: LineRun): AsyncGenerator<ConvertedLine, void> {
  const { input, maxLineBytes, maxLines, signal } = run;
  let { skip } = run;
  const lines = splitLines(input, maxLineBytes);
  const window = new LineWindow<ConvertedLine>(maxLines);
  const end = new AbortController();
  let reading: Promise<IteratorResult<InputLine, void>> | undefined;
  let open = true;
  try {
    for (;;) {
      if (open && window.hasRoom) reading ??= lines.next();
      if (window.first === undefined && reading === undefined) return;
      const news = await unlessAborted(firstOf(window.first, reading), signal);
      if ("answer" in news) {
        window.shift();
        yield news.answer;
        continue;
      }
      reading = undefined;
      open = news.read.done !== true;
      if (news.read.done === true) continue;
      if (skip > 0) skip -= 1;
      else window.push(news.read.value.bytes, answer(news.read.value, run, end.signal));
    }
  } finally {
    end.abort();
    // Not awaited: where a read is under way, it would wait for that.
    lines.return().catch(() => {});
  }
}

/** Bytes in memory of their own: what is around them would be given away, too. */
export function ownBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

type News = { readonly answer: ConvertedLine } | { readonly read: IteratorResult<InputLine, void> };

/** The answer that is next in order, or what was read, whichever comes first. */
function firstOf(
  first: Promise<ConvertedLine> | undefined,
  reading: Promise<IteratorResult<InputLine, void>> | undefined,
): Promise<News> {
  const awaited: Promise<News>[] = [];
  if (first !== undefined) awaited.push(first.then((answer) => ({ answer })));
  if (reading !== undefined) awaited.push(reading.then((read) => ({ read })));
  return Promise.race(awaited);
}

async function answer(
  { line, number, bytes }: InputLine,
  { threads, work }: LineRun,
  signal: AbortSignal,
): Promise<ConvertedLine> {
  let id: string | undefined;
  if ("error" in line) {
    if (line.id !== undefined) id = JSON.stringify(line.id);
    return { ...failedLine({ id, number }, line.error), bytes };
  }
  const own = line instanceof Uint8Array ? line : { ...line, html: ownBytes(line.html) };
  const job: LineJob = { ...work, line: own, number };
  const { buffer } = own instanceof Uint8Array ? own : own.html;
  const onNote = (said: string): void => void (id = said);
  try {
    const made = await threads.run({ job, transfer: [buffer], signal, onNote });
    return { ...(made as MadeLine), bytes };
  } catch (error) {
    const own =
      isConverterError(error, "CONVERSION_TIMEOUT") || isConverterError(error, "WORKER_LOST");
    if (!own) throw error;
    return { ...failedLine({ id, number }, error.message), bytes };
  }
}
