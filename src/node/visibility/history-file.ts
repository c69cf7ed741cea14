import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Environment } from "../examine/finding.ts";
import { fileFailure } from "../input/file-failure.ts";
import { hideKey } from "../terminal/hide-key.ts";
import { openDataFolder, ownFile } from "../serve/store-folder.ts";
import { answered, type AskedRun, type ToldResult } from "./asked-run.ts";
import { keptHandle, keptResult } from "./kept-schema.ts";

/** Characters of a query that a file is called by. */
const LONGEST_NAME = 40;

/** What is asked again and again. */
interface KeptQuestion {
  readonly query: string;
  readonly country: string | undefined;
}

/** What a history says. */
interface KeptRuns {
  /** The newest run, which may lack engines: those that it was ended before. */
  readonly last: AskedRun | undefined;
  /** The newest run before `last` that has an answer. */
  readonly before: AskedRun | undefined;
  /** Lines that cannot be read: half ones, and those of another program. */
  readonly unreadable: number;
}

/**
 * What engines said to one question over time: a file of JSON lines, one for each engine and run, and
 * one for each job that an engine has taken, written as they come. Whoever is killed loses no answer
 * that was there.
 */
export class HistoryFile {
  readonly path: string;
  readonly #question: KeptQuestion;
  readonly #env: Environment;

  private constructor(path: string, question: KeptQuestion, env: Environment) {
    this.path = path;
    this.#question = question;
    this.#env = env;
  }

  /**
   * The file of a question in a folder; both are made, for this user alone.
   * @param env whose keys are written nowhere
   * @throws Error that names the folder and the reason
   */
  static async open(
    folder: string,
    question: KeptQuestion,
    env: Environment,
  ): Promise<HistoryFile> {
    await openDataFolder(folder);
    const path = await ownFile(folder, nameOf(question));
    return new HistoryFile(path, question, env);
  }

  /** @throws Error that names the file and the reason */
  async read(): Promise<KeptRuns> {
    const reading = new RunReading();
    try {
      const input = createReadStream(this.path, "utf8");
      for await (const line of createInterface({ input, crlfDelay: Infinity })) reading.add(line);
    } catch (cause) {
      throw this.#failure("read", cause);
    }
    return reading;
  }

  /** Keeps what an engine came to in the run that began then. @throws Error that names file and reason */
  async add(at: number, result: ToldResult): Promise<void> {
    await this.#append({ at, ...this.#question, ...result });
  }

  /** Keeps a job that an engine took in that run, for the run that goes on with it. @throws as {@link add} */
  async begun(at: number, source: string, handle: string): Promise<void> {
    await this.#append({ at, ...this.#question, source, handle });
  }

  async #append(kept: object): Promise<void> {
    const line = hideKey(JSON.stringify(kept), this.#env);
    try {
      await using file = await open(this.path, "a+", 0o600);
      const { size } = await file.stat();
      const end = Buffer.alloc(1);
      if (size > 0) await file.read(end, 0, 1, size - 1);
      // What was killed while it wrote has left half a line.
      const isHalf = size > 0 && end.toString() !== "\n";
      await file.appendFile(`${isHalf ? "\n" : ""}${line}\n`);
      await file.datasync();
    } catch (cause) {
      throw this.#failure("write", cause);
    }
  }

  #failure(what: "read" | "write", cause: unknown): Error {
    return new Error(fileFailure(what, this.path, cause), { cause });
  }
}

function nameOf({ query, country = "" }: KeptQuestion): string {
  const words = query
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  const begin = words.slice(0, LONGEST_NAME).toWellFormed().replace(/-$/, "");
  const mark = createHash("sha256").update(`${country}\n${query}`).digest("hex").slice(0, 8);
  return `${[begin, country, mark].filter((part) => part !== "").join("-")}.jsonl`;
}

/** Runs as their lines come. */
class RunReading implements KeptRuns {
  last: (AskedRun & { readonly results: ToldResult[]; readonly handles: Handles }) | undefined;
  before: AskedRun | undefined;
  unreadable = 0;

  add(line: string): void {
    if (line.trim() === "") return;
    const kept = readLine(line);
    if (kept === undefined) {
      this.unreadable += 1;
      return;
    }
    const { results, handles } = this.#run(kept.at);
    if ("handle" in kept) handles[kept.source] = kept.handle;
    else results.push(kept.result);
  }

  #run(at: number): NonNullable<RunReading["last"]> {
    if (this.last?.at === at) return this.last;
    if (this.last !== undefined) this.before = answered(this.last) ?? this.before;
    this.last = { at, results: [], handles: {} };
    return this.last;
  }
}

type Handles = Record<string, string>;
type KeptLine =
  | { readonly at: number; readonly result: ToldResult }
  | { readonly at: number; readonly source: string; readonly handle: string };

function readLine(line: string): KeptLine | undefined {
  try {
    const json: unknown = JSON.parse(line);
    const begun = keptHandle.safeParse(json);
    if (begun.success) return begun.data;
    const { at, query: _query, country: _country, ...result } = keptResult.parse(json);
    return { at, result: result as ToldResult };
  } catch {
    return undefined;
  }
}
