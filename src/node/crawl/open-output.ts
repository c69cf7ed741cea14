import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SqliteRecords } from "../../storage/sqlite/index.ts";
import { print, UsageError, type Terminal } from "../terminal/terminal.ts";
import { FolderWriter } from "./folder-writer.ts";
import { LineFile } from "./line-file.ts";
import type { PageWriter } from "./page-writer.ts";

/** Where a crawl goes, and what it takes to go on with it. */
export interface CrawlOutput extends AsyncDisposable {
  readonly writer: PageWriter;
  /** Remembers the crawl until it is finished; undefined when nothing is written to files. */
  readonly records: SqliteRecords | undefined;
  /** Whether an unfinished crawl is there. */
  readonly resumed: boolean;
  /** Forgets the crawl: nothing is left to go on with. */
  finish(): Promise<void>;
}

/** What an output is opened for. */
interface OutputCall {
  readonly seed: string;
  readonly resume: boolean;
  readonly terminal: Terminal;
}

/**
 * Opens the output of a crawl: a folder, a file of JSON lines by the ending `.jsonl`, or stdout.
 * @throws UsageError when an unfinished crawl is there and it is not to be resumed; Error that names
 *   what cannot be written
 */
export async function openOutput(
  output: string | undefined,
  { seed, resume, terminal }: OutputCall,
): Promise<CrawlOutput> {
  if (output === undefined) return toStdout(terminal, resume);
  const isLines = output.endsWith(".jsonl");
  const state = isLines
    ? join(dirname(output), `.${basename(output)}.crawl`)
    : join(output, ".crawl");
  await checkKind(output, isLines);
  const unfinished = existsSync(state);
  if (unfinished && !resume) {
    throw new UsageError(
      `${output} holds an unfinished crawl: continue it with --resume, or remove ${state} to start again`,
    );
  }
  const fresh = !unfinished;
  const writer = isLines
    ? await LineFile.open(output, { fresh })
    : await FolderWriter.open(output, { fresh, protocol: URL.parse(seed)?.protocol ?? "https:" });
  const records = new SqliteRecords({}, { path: state });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await records.close();
    await writer.close();
  };
  return {
    writer,
    records,
    resumed: unfinished,
    finish: async () => {
      await close();
      await Promise.all(["", "-wal", "-shm"].map((end) => rm(`${state}${end}`, { force: true })));
    },
    [Symbol.asyncDispose]: close,
  };
}

async function checkKind(output: string, isLines: boolean): Promise<void> {
  const found = await stat(output).catch(() => undefined);
  if (found === undefined || found.isDirectory() !== isLines) return;
  throw new UsageError(
    isLines
      ? `--output: ${output} is a folder, not a file of JSON lines`
      : `--output: ${output} is a file; name a folder, or a file of JSON lines that ends in .jsonl`,
  );
}

function toStdout(terminal: Terminal, resume: boolean): CrawlOutput {
  if (resume) throw new UsageError("--resume needs --output");
  return {
    writer: {
      write: (page) => print(terminal, `${JSON.stringify(page)}\n`),
      close: async () => {},
    },
    records: undefined,
    resumed: false,
    finish: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}
