import {
  createConverterPool,
  type ConvertedLine,
  type ConverterPool,
  type ConverterPoolOptions,
} from "../../converter/index.ts";
import { unlessAborted } from "../../core/index.ts";
import { countText } from "../terminal/count-text.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, print, UsageError, type Terminal } from "../terminal/terminal.ts";
import { BulkProgress, type BulkReading } from "./bulk-progress.ts";
import { ParquetFile } from "./parquet-file.ts";
import { ResumableFile, type Job } from "./resumable-file.ts";

/** What is made of pages, and where it goes. */
interface LinesRequest {
  /** The answers, in order, without those that are there already. */
  readonly answer: (pool: ConverterPool, skip: number) => AsyncIterable<ConvertedLine>;
  readonly reading: BulkReading;
  readonly limits: ConverterPoolOptions;
  /** A file, of Parquet by its ending; stdout when undefined. */
  readonly output: string | undefined;
  /** The keys of a line. */
  readonly keys: readonly string[];
  /** Whether to go on where an interrupted run of the same job ended. */
  readonly resume: boolean;
  readonly job: Job;
}

const LONGEST_LINE = 400;

/** Where lines go. */
interface LineOutput {
  /** Lines that are there already. */
  readonly lines: number;
  write(line: Uint8Array): Promise<void>;
  /** After the last line. */
  finish(): Promise<void>;
  /** Before the last line. @returns what to do about it */
  leave(): Promise<string | undefined>;
}

/**
 * Answers pages on all cores, as fast as they can be read and written, and says on stderr how it goes
 * and how many failed.
 * @returns the exit code
 */
export async function answerLines(request: LinesRequest, terminal: Terminal): Promise<number> {
  const { answer, reading, limits } = request;
  const output = await openOutput(request, terminal);
  const before = output.lines;
  const failures = new FailureGroups();
  await using pool = createConverterPool({}, limits);
  using progress = new BulkProgress(reading, { terminal });
  try {
    for await (const { line, failed, bytes } of answer(pool, before)) {
      if (request.output === undefined) progress.clear();
      await output.write(line);
      progress.count(bytes, failed);
      if (failed) countFailure(failures, line, progress.pages);
    }
    await output.finish();
  } catch (error) {
    const hint = await output.leave();
    if (hint !== undefined) progress.note(hint);
    throw error;
  }
  tell({ progress, failures, before, reading }, terminal);
  // Lines that were given are answered, each for itself; files that were named are to be read.
  const isGood = reading.troubles === undefined || progress.failed === 0;
  return isGood ? exitCodes.ok : exitCodes.failed;
}

interface Ended {
  readonly progress: BulkProgress;
  readonly failures: FailureGroups;
  /** Pages of a run before. */
  readonly before: number;
  readonly reading: BulkReading;
}

/** Says how it ended. */
function tell({ progress, failures, before, reading }: Ended, terminal: Terminal): void {
  const { pages, failed } = progress;
  const { leftOut = 0, troubles = [] } = reading;
  for (const trouble of troubles) {
    progress.note(`${paint(terminal, "red", "failed")} ${printableLine(trouble, LONGEST_LINE)}`);
  }
  const already = before > 0 ? `${countText(before, "page")} before, ` : "";
  const rest = leftOut > 0 ? ` (${countText(leftOut, "other record")} left out)` : "";
  progress.note(`${already}${countText(pages, "page")}, ${failed} failed${rest}`);
  for (const each of failures.lines()) progress.note(each);
}

/** @param number of the page among those of this run */
function countFailure(failures: FailureGroups, line: Uint8Array, number: number): void {
  const { id, url, error } = JSON.parse(Buffer.from(line).toString()) as FailedLine;
  const name = id ?? url ?? `page ${number}`;
  failures.add(typeof name === "string" ? name : JSON.stringify(name), error);
}

interface FailedLine {
  /** Any value of JSON. */
  readonly id?: unknown;
  readonly url?: string;
  readonly error: string;
}

async function openOutput(
  { output, resume, job, keys }: LinesRequest,
  terminal: Terminal,
): Promise<LineOutput> {
  if (output === undefined) {
    if (resume) throw new UsageError("--resume needs --output");
    return toStdout(terminal);
  }
  if (/\.parquet$/i.test(output)) {
    if (resume)
      throw new UsageError(
        "--resume needs a folder or a file of lines; a Parquet file is of no use without its end",
      );
    const file = await ParquetFile.open(output, keys);
    return {
      lines: 0,
      write: (line) => file.write(line),
      finish: () => file.finish(),
      leave: async () => {
        await file.leave();
        return undefined;
      },
    };
  }
  const file = await ResumableFile.open(output, { job, resume });
  return {
    lines: file.lines,
    write: (line) => file.write(line),
    finish: () => file.finish(),
    leave: async () => {
      await file.leave();
      if (file.lines === 0) return undefined;
      return `${countText(file.lines, "page")} in ${output}.partial; the same command with --resume goes on from there`;
    },
  };
}

/** The next line is awaited while one is written, and none after it. */
function toStdout(terminal: Terminal): LineOutput {
  const { signal } = terminal;
  let printed = Promise.resolve();
  return {
    lines: 0,
    write: async (line) => {
      await unlessAborted(printed, signal);
      printed = print(terminal, line);
      // Reported at the next line, or at the end.
      printed.catch(() => {});
    },
    finish: () => unlessAborted(printed, signal),
    leave: async () => undefined,
  };
}
