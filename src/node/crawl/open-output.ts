import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SqliteRecords } from "../../storage/sqlite/index.ts";
import { paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { FolderWriter, makeFolder, PAGE_LIST } from "./folder-writer.ts";
import { LineFile } from "./line-file.ts";
import { lockOutput } from "./output-lock.ts";
import type { PageWriter } from "./page-writer.ts";

/** Where a crawl goes, and what it takes to go on with it. */
export interface CrawlOutput extends AsyncDisposable {
  readonly writer: PageWriter;
  /** Remembers the crawl until it is finished; undefined when nothing is written to files. */
  readonly records: SqliteRecords | undefined;
  /** The file of the records. */
  readonly state: string | undefined;
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
  const unfinished = await isUnfinished(output, resume);
  if (output === undefined) return toStdout(terminal);
  const { isLines, state } = placeOf(output);
  const fresh = !unfinished;
  if (resume && fresh && existsSync(isLines ? output : join(output, PAGE_LIST))) {
    const text = `the crawl in ${output} is finished; nothing is left to continue, so it is crawled anew`;
    say(terminal, paint(terminal, "yellow", text));
  }
  if (!isLines) await makeFolder(output);
  await using owned = new AsyncDisposableStack();
  owned.use(lockOutput(output, `${state}-lock`));
  const writer = isLines
    ? await LineFile.open(output, { fresh })
    : await FolderWriter.open(output, { fresh, protocol: URL.parse(seed)?.protocol ?? "https:" });
  owned.defer(() => writer.close());
  const records = owned.use(new SqliteRecords({}, { path: state }));
  const open = owned.move();
  const close = (): Promise<void> => open.disposeAsync();
  return {
    writer,
    records,
    state,
    resumed: unfinished,
    finish: async () => {
      await close();
      await Promise.all(["", "-wal", "-shm"].map((end) => rm(`${state}${end}`, { force: true })));
    },
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Whether an unfinished crawl is where a crawl is to go.
 * @throws UsageError when it is and is not to be resumed, and for a path that cannot be an output
 */
export async function isUnfinished(output: string | undefined, resume: boolean): Promise<boolean> {
  if (output === undefined) {
    if (resume) throw new UsageError("--resume needs --output");
    return false;
  }
  const { isLines, state } = placeOf(output);
  await checkKind(output, isLines);
  const unfinished = existsSync(state);
  if (!unfinished || resume) return unfinished;
  throw new UsageError(
    `${output} holds an unfinished crawl: continue it with --resume, or remove ${state} to start again`,
  );
}

/** What an output is by its name, and where its crawl is remembered. */
function placeOf(output: string): { readonly isLines: boolean; readonly state: string } {
  const isLines = output.endsWith(".jsonl");
  const state = isLines
    ? join(dirname(output), `.${basename(output)}.crawl`)
    : join(output, ".crawl");
  return { isLines, state };
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

function toStdout(terminal: Terminal): CrawlOutput {
  return {
    writer: {
      write: (page) => print(terminal, `${JSON.stringify(page)}\n`),
      close: async () => {},
    },
    records: undefined,
    state: undefined,
    resumed: false,
    finish: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}
