import {
  createConverterPool,
  type ConvertedLine,
  type ConverterPool,
  type ConverterPoolOptions,
} from "../converter/index.ts";
import { unlessAborted } from "../core/index.ts";
import { exitCodes, print, say, type Terminal } from "./terminal/terminal.ts";
import { writeWhole } from "./terminal/write-whole.ts";

/** What is made of lines of JSON, and where it goes. */
interface LinesRequest {
  /** The answers, in order. */
  readonly answer: (pool: ConverterPool) => AsyncIterable<ConvertedLine>;
  readonly limits: ConverterPoolOptions;
  /** A file; stdout when undefined. */
  readonly output: string | undefined;
}

/**
 * Answers lines of JSON on all cores, as fast as they can be read and written, and says on stderr
 * how many failed.
 * @returns the exit code
 */
export async function answerLines(
  { answer, limits, output }: LinesRequest,
  terminal: Terminal,
): Promise<number> {
  const pool = createConverterPool({}, limits);
  const tally = { pages: 0, failed: 0 };
  try {
    const lines = counted(answer(pool), tally);
    if (output === undefined) await printAll(terminal, lines);
    else await writeWhole(output, lines);
  } finally {
    await pool[Symbol.asyncDispose]();
  }
  say(terminal, `${tally.pages} pages, ${tally.failed} failed`);
  return exitCodes.ok;
}

async function* counted(
  answers: AsyncIterable<ConvertedLine>,
  tally: { pages: number; failed: number },
): AsyncGenerator<Uint8Array, void> {
  for await (const { line, failed } of answers) {
    tally.pages += 1;
    if (failed) tally.failed += 1;
    yield line;
  }
}

/** The next line is awaited while one is written, and none after it. */
async function printAll(terminal: Terminal, lines: AsyncIterable<Uint8Array>): Promise<void> {
  const { signal } = terminal;
  let printed = Promise.resolve();
  for await (const line of lines) {
    await unlessAborted(printed, signal);
    printed = print(terminal, line);
    // Reported at the next line, or at the end.
    printed.catch(() => {});
  }
  await unlessAborted(printed, signal);
}
