import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, parse } from "node:path";
import type { Disposer } from "../../core/index.ts";
import { FsBlobs } from "../../storage/fs/index.ts";
import type { Blobs } from "../../storage/index.ts";
import { createRunner, type Action, type RunFile } from "../../wire/index.ts";
import { countText } from "../terminal/count-text.ts";
import { newSecret } from "../serve/store-folder.ts";
import { makeEngines, type ScrapeValues } from "../scrape-page.ts";
import {
  exitCodes,
  paint,
  painter,
  print,
  say,
  UsageError,
  type Terminal,
} from "../terminal/terminal.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { readCredential, readParams } from "./read-params.ts";
import { traceLines } from "./trace-lines.ts";

/** What the flags of a run say. */
interface RunValues extends ScrapeValues {
  readonly param?: readonly string[] | undefined;
  readonly params?: string | undefined;
  readonly credential?: readonly string[] | undefined;
  readonly trace?: boolean | undefined;
  readonly output?: string | undefined;
}

/**
 * Runs an action: its data goes to stdout as JSON, its files into the folder of `--output`.
 * @returns the exit code: 1 when the run failed
 * @throws UsageError
 */
export async function runAction(
  action: Action,
  values: RunValues,
  { terminal, owned }: { readonly terminal: Terminal; readonly owned: Disposer },
): Promise<number> {
  const params = readParams(values.param ?? [], values.params, action);
  const credential = readCredential(values.credential ?? [], terminal.env);
  if (action.info.auth_mode === "required" && credential === undefined) {
    throw new UsageError(`${action.info.action_id} needs a credential; see --credential`);
  }
  const blobs = await openFiles(owned);
  const { fetcher, browser } = makeEngines(values, owned);
  const { trace = false } = values;
  const timeoutMs = wholeNumber(values, "timeout-ms");
  const { signal } = terminal;
  const runner = createRunner({ fetcher, browser, blobs });
  const result = await runner.run(action, { params, credential, signal, trace, timeoutMs });
  if (result.trace !== undefined)
    say(terminal, traceLines(result.trace, painter(terminal, "stderr")));
  const read = async ({ key, name }: RunFile) => {
    const stored = await blobs.get(key, { signal });
    if (stored === undefined) throw new Error(`the file ${name} no longer exists`);
    return stored.body;
  };
  return await tellResult(result, { folder: values.output ?? ".", read }, terminal);
}

/** What is shown of a file of a run. */
type ShownFile = Pick<RunFile, "name" | "contentType" | "sizeBytes">;

/** What a run came to, on this machine or at a service. */
type ShownResult<File extends ShownFile> =
  | {
      readonly status: "completed";
      readonly data: unknown;
      readonly files: readonly File[];
      readonly executionMs: number;
    }
  | {
      readonly status: "failed";
      readonly error: { readonly code: string; readonly message: string };
    };

/** Where files are written, and how they are read. */
interface Files<File> {
  readonly folder: string;
  readonly read: (file: File) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/** Files go to a folder of this run first: one that is not whole is never where the user looks. */
async function openFiles(owned: Disposer): Promise<Blobs> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-wire-"));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  return new FsBlobs({}, { folder, baseUrl: "http://127.0.0.1/", secrets: [newSecret()] });
}

/**
 * Prints what a run came to, and writes its files.
 * @returns the exit code: 1 when the run failed
 */
export async function tellResult<File extends ShownFile>(
  result: ShownResult<File>,
  files: Files<File>,
  terminal: Terminal,
): Promise<number> {
  if (result.status === "failed") {
    const { code, message } = result.error;
    say(
      terminal,
      `${paint(terminal, "red", `${printableLine(code, 100)}:`)} ${printable(message)}`,
    );
    return exitCodes.failed;
  }
  const taken = new Set<string>();
  for (const file of result.files) {
    await keep({ file, name: freeName(fileName(file), taken) }, files, terminal);
  }
  if (result.data !== null || result.files.length === 0) {
    await print(terminal, `${printable(JSON.stringify(result.data, null, 2))}\n`);
  }
  say(terminal, paint(terminal, "dim", `done in ${result.executionMs} ms`));
  return exitCodes.ok;
}

function fileName({ name: whole }: ShownFile): string {
  const name = basename(whole);
  // What a folder is called, and what no file system takes.
  if (!/^\.{0,2}$|\0/.test(name)) return name;
  throw new Error(`the run has a file that is called '${printableLine(whole, 100)}'`);
}

/** The name, or `name-2.csv` where a file of the run has it already, in capitals or not. */
function freeName(name: string, taken: Set<string>): string {
  const { name: stem, ext } = parse(name);
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem}-${number}${ext}`;
  taken.add(free.toLowerCase());
  return free;
}

async function keep<File extends ShownFile>(
  { file, name }: { readonly file: File; readonly name: string },
  { folder, read }: Files<File>,
  terminal: Terminal,
): Promise<void> {
  const body = await read(file);
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeWhole(path, body);
  const facts = `${countText(file.sizeBytes, "byte")}, ${printableLine(file.contentType, 100)}`;
  say(terminal, `${printable(path)}: ${facts}`);
}
