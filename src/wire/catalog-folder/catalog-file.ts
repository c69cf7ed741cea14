import { checkArgument } from "../../core/index.ts";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { z } from "zod";
import { locateJson, type LocatedJson, type Place } from "./locate-json.ts";
import { checkBySchema } from "./schema-issues.ts";

/** What is wrong in a catalog's folder. */
export interface CatalogIssue extends Place {
  /** Its path, beginning with the folder as it was given. */
  readonly file: string;
  /** What was expected, what is there and what to do. */
  readonly message: string;
}

/** A file that was read. */
export interface CatalogFile<T> {
  readonly file: string;
  readonly value: T;
  readonly json: LocatedJson;
}

/** Bytes of one file. */
const MOST_BYTES = 1_048_576;
/** Files of a folder. */
const MOST_FILES = 5_000;

/** Reads the files of one catalog's folder within bounds, and collects what is wrong in them. */
export class CatalogReader {
  readonly issues: CatalogIssue[] = [];
  readonly #root: string;
  readonly #signal: AbortSignal | undefined;
  #files = 0;

  private constructor(root: string, signal: AbortSignal | undefined) {
    this.#root = root;
    this.#signal = signal;
  }

  /** @throws the file system's error when there is no such folder; the signal's reason */
  static async open(folder: string, signal?: AbortSignal): Promise<CatalogReader> {
    signal?.throwIfAborted();
    checkArgument("folder of a catalog", folder, "string");
    return new CatalogReader(await realpath(folder), signal);
  }

  /** Tells what is wrong, at the file's beginning when no place is known. */
  tell(file: string, message: string, place: Place = { line: 1, column: 1 }): void {
    this.issues.push({ file, line: place.line, column: place.column, message });
  }

  /** The file's JSON as the schema has it; undefined when an issue says why not. */
  async read<T>(file: string, schema: z.ZodType<T>): Promise<CatalogFile<T> | undefined> {
    this.#signal?.throwIfAborted();
    const source = await this.#text(file);
    if (source === undefined) return undefined;
    const json = locateJson(source);
    if ("message" in json) {
      this.tell(file, `${json.message}.`, json);
      return undefined;
    }
    const checked = checkBySchema(json, schema);
    if (checked.issues === undefined) return { file, value: checked.value, json };
    for (const issue of checked.issues) this.tell(file, `${issue.message}.`, issue);
    return undefined;
  }

  async #text(file: string): Promise<string | undefined> {
    this.#files += 1;
    if (this.#files > MOST_FILES) {
      if (this.#files === MOST_FILES + 1)
        this.tell(file, `A catalog folder can have at most ${MOST_FILES} files.`);
      return undefined;
    }
    const problem = await this.#problem(file);
    if (problem !== undefined) {
      this.tell(file, problem);
      return undefined;
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        await readFile(file),
      );
    } catch (error) {
      this.tell(file, `The file is not valid UTF-8: ${(error as Error).message}.`);
      return undefined;
    }
  }

  async #problem(file: string): Promise<string | undefined> {
    try {
      const real = await realpath(file);
      if (!real.startsWith(this.#root + sep))
        return "The file is a link that leads out of the folder.";
      const { size } = await stat(real);
      return size > MOST_BYTES
        ? `The file must have at most ${MOST_BYTES} bytes; it has ${size}.`
        : undefined;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      return isMissing
        ? "The file is missing."
        : `The file cannot be read: ${(error as Error).message}.`;
    }
  }
}

/** `file:line:column: message`. */
export function issueLine({ file, line, column, message }: CatalogIssue): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** The place of a file in the folder of a site. */
export const siteFile = (site: string): string => join(site, "site.json");
