import { open, type FileHandle } from "node:fs/promises";
import { fileFailure } from "../input/file-failure.ts";

/** Lines at the end of a file that are looked at when a crawl goes on: more than can be in flight. */
const LOOKED_AT = 16 * 1_048_576;

/**
 * A file of JSON lines, one object with a `url` each. When it is opened again a line that was not
 * written to its end is removed, and a URL among the last lines is not written twice: what was being
 * handed out when a process was killed comes again.
 */
export class LineFile {
  readonly #file: FileHandle;
  readonly #known: Set<string>;
  readonly #path: string;

  private constructor(file: FileHandle, known: Set<string>, path: string) {
    this.#file = file;
    this.#known = known;
    this.#path = path;
  }

  /**
   * @param fresh whether what is there is removed
   * @throws Error that names the file and the reason
   */
  static async open(path: string, { fresh }: { readonly fresh: boolean }): Promise<LineFile> {
    try {
      const file = await open(path, fresh ? "w+" : "a+");
      return new LineFile(file, await mend(file), path);
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  /** @throws Error that names the file and the reason */
  async write<Line extends { readonly url: string }>(line: Line): Promise<void> {
    if (this.#known.delete(line.url)) return;
    try {
      await this.#file.appendFile(`${JSON.stringify(line)}\n`);
    } catch (cause) {
      throw unwritable(this.#path, cause);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Cuts off half a line; gives the URLs of the last whole ones. */
async function mend(file: FileHandle): Promise<Set<string>> {
  const { size } = await file.stat();
  const from = Math.max(0, size - LOOKED_AT);
  const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const end = buffer.lastIndexOf(10) + 1;
  if (end < buffer.length) await file.truncate(from + end);
  const lines = buffer.subarray(0, end).toString().split("\n");
  // The first may be the rest of a line.
  const whole = from === 0 ? lines : lines.slice(1);
  return new Set(whole.flatMap(urlOf));
}

function urlOf(line: string): string[] {
  try {
    const { url } = JSON.parse(line) as { url?: unknown };
    return typeof url === "string" ? [url] : [];
  } catch {
    return [];
  }
}

function unwritable(path: string, cause: unknown): Error {
  return new Error(fileFailure("write", path, cause), { cause });
}
