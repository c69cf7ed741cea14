import type { Stats } from "node:fs";
import { open, readFile, rename, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import { systemClock } from "../../core/index.ts";
import { fileFailure } from "../input/file-failure.ts";
import { UsageError } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

const LINE_FEED = 10;
const CHUNK_BYTES = 4_194_304;

/** What a second run must have in common with the first to go on where that ended. */
export type Job = Readonly<Record<string, unknown>>;

/**
 * A file of lines that appears once it is complete. Until then it is beside its place, with a note what
 * it is made of, and a second run goes on where the first one was interrupted or killed.
 */
export class ResumableFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** Whole lines that are there. */
  #lines: number;

  private constructor(path: string, file: FileHandle, lines: number) {
    this.#path = path;
    this.#file = file;
    this.#lines = lines;
  }

  /**
   * @param resume whether to go on where a run of the same job ended
   * @throws UsageError when there is an unfinished file and it is not to be gone on with, or when it is
   *   of another job; Error that names the file and the reason
   */
  static async open(
    path: string,
    { job, resume }: { job: Job; resume: boolean },
  ): Promise<ResumableFile> {
    const partial = partialOf(path);
    const note = JSON.stringify({ pid: process.pid, job });
    try {
      const found = resume ? await stat(partial).catch(() => undefined) : undefined;
      if (found === undefined || found.size === 0) {
        const file = await open(partial, found === undefined ? "ax" : "a");
        await writeWhole(noteOf(path), note);
        return new ResumableFile(path, file, 0);
      }
      await checkSame(path, job, found);
      await writeWhole(noteOf(path), note);
      const lines = await mend(partial);
      return new ResumableFile(path, await open(partial, "a"), lines);
    } catch (cause) {
      if (cause instanceof UsageError) throw cause;
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw unwritable(path, cause);
      throw new UsageError(
        `${partial} is what an interrupted run left: continue it with --resume, or remove it to start again`,
      );
    }
  }

  get lines(): number {
    return this.#lines;
  }

  /** @throws Error that names the file and the reason */
  async write(line: Uint8Array): Promise<void> {
    try {
      await this.#file.appendFile(line);
    } catch (cause) {
      throw unwritable(this.#path, cause);
    }
    this.#lines += 1;
  }

  /** Puts the file in its place. */
  async finish(): Promise<void> {
    try {
      await this.#file.close();
      await rename(partialOf(this.#path), this.#path);
      await rm(noteOf(this.#path), { force: true });
    } catch (cause) {
      throw unwritable(this.#path, cause);
    }
  }

  /** Leaves what is there for a second run, and nothing where there is nothing. */
  async leave(): Promise<void> {
    await this.#file.close();
    if (this.#lines > 0) return;
    await rm(partialOf(this.#path), { force: true });
    await rm(noteOf(this.#path), { force: true });
  }
}

/** Milliseconds after which a file that nobody writes is taken for one that was left: a page takes less. */
const LEFT_MS = 60_000;

/** @throws UsageError where the unfinished file is of another job, or is being written */
async function checkSame(path: string, job: Job, { mtimeMs }: Stats): Promise<void> {
  const text = await readFile(noteOf(path), "utf8").catch(() => "{}");
  const before = JSON.parse(text) as { readonly pid?: number; readonly job?: Job };
  if (JSON.stringify(before.job) !== JSON.stringify(job)) {
    throw new UsageError(
      `${partialOf(path)} is of another input or of other options: repeat the command that made it, or remove it to start again`,
    );
  }
  const { pid } = before;
  const isFresh = systemClock.now() - mtimeMs < LEFT_MS;
  if (isFresh && pid !== undefined && pid !== process.pid && isRunning(pid)) {
    throw new UsageError(`${partialOf(path)} is being written by process ${pid}`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The file that is made. */
function partialOf(path: string): string {
  return `${path}.partial`;
}

function noteOf(path: string): string {
  return `${path}.partial.json`;
}

/** Cuts off half a line; gives the number of whole ones. */
async function mend(path: string): Promise<number> {
  const file = await open(path, "r");
  let [lines, at, end] = [0, 0, 0];
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) break;
      const part = chunk.subarray(0, bytesRead);
      for (let found = part.indexOf(LINE_FEED); found !== -1;) {
        lines += 1;
        end = at + found + 1;
        found = part.indexOf(LINE_FEED, found + 1);
      }
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
  if (end < at) await truncate(path, end);
  return lines;
}

function unwritable(path: string, cause: unknown): Error {
  return new Error(fileFailure("write", path, cause), { cause });
}
