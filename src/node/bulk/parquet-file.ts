import { rename, rm } from "node:fs/promises";
import type { ColumnSource, ParquetWriter } from "hyparquet-writer";
import { fileFailure } from "../input/file-failure.ts";

/** A group of rows ends at so many rows, or characters of text. */
const GROUP_ROWS = 1_000;
const GROUP_LENGTH = 33_554_432;

/** Columns whose values are text; those of all others are JSON. */
const TEXTS: ReadonlySet<string> = new Set([
  "id",
  "url",
  "markdown",
  "text",
  "cleanedHtml",
  "html",
  "error",
  "truncated",
]);

/**
 * A Parquet file with a row for each line of JSON and a column for each key, which appears once it is
 * complete. Lists and objects are JSON, as is an id that is no string.
 */
export class ParquetFile {
  readonly #path: string;
  #isComplete = false;
  readonly #writer: ParquetWriter;
  readonly #columns: ReadonlyMap<string, unknown[]>;
  #rows = 0;
  #length = 0;

  private constructor(path: string, writer: ParquetWriter, names: readonly string[]) {
    this.#path = path;
    this.#writer = writer;
    this.#columns = new Map(names.map((name) => [name, []]));
  }

  /**
   * @param names of the columns
   * @throws Error that says what is not installed, or what cannot be written
   */
  static async open(path: string, names: readonly string[]): Promise<ParquetFile> {
    const { ParquetWriter, fileWriter } = await import("hyparquet-writer").catch(
      (cause: unknown) => {
        throw new Error(
          "a Parquet file needs the package hyparquet-writer: npm install hyparquet-writer",
          {
            cause,
          },
        );
      },
    );
    const schema = [
      { name: "root", num_children: names.length },
      ...names.map((name) => ({
        name,
        type: "BYTE_ARRAY" as const,
        converted_type: TEXTS.has(name) ? ("UTF8" as const) : ("JSON" as const),
        repetition_type: "OPTIONAL" as const,
      })),
    ];
    try {
      const writer = fileWriter(partialOf(path));
      // Without statistics: those of texts would be kept for each group until the end.
      const parquet = new ParquetWriter({
        writer,
        schema,
        statistics: false,
        createdBy: "dragline",
      });
      return new ParquetFile(path, parquet, names);
    } catch (cause) {
      throw new Error(fileFailure("write", path, cause), { cause });
    }
  }

  /** @throws Error that names the file and the reason */
  async write(line: Uint8Array): Promise<void> {
    const text = new TextDecoder().decode(line);
    const row = JSON.parse(text) as Readonly<Record<string, unknown>>;
    // A number may have more digits than JavaScript keeps.
    const id = /^\{"id":(-?[\d.e+-]+)[,}]/i.exec(text)?.[1] ?? row["id"];
    for (const [name, values] of this.#columns) {
      values.push(valueOf(name, name === "id" ? id : row[name]));
    }
    this.#rows += 1;
    this.#length += line.length;
    if (this.#rows >= GROUP_ROWS || this.#length >= GROUP_LENGTH) await this.#writeGroup();
  }

  async #writeGroup(): Promise<void> {
    if (this.#rows === 0) return;
    const columnData: ColumnSource[] = [];
    for (const [name, values] of this.#columns) columnData.push({ name, data: values.splice(0) });
    this.#rows = 0;
    this.#length = 0;
    await this.#attempt(() => this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS }));
  }

  /** Puts the file in its place. */
  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#attempt(() => this.#writer.finish());
    this.#isComplete = true;
    await this.#attempt(() => rename(partialOf(this.#path), this.#path));
  }

  /** Removes what is there, if it is not complete: without its end nobody can read it. */
  async leave(): Promise<void> {
    if (!this.#isComplete) await rm(partialOf(this.#path), { force: true });
  }

  async #attempt(write: () => void | Promise<void>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      throw new Error(fileFailure("write", this.#path, cause), { cause });
    }
  }
}

function partialOf(path: string): string {
  return `${path}.${process.pid}.partial`;
}

function valueOf(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return TEXTS.has(name) && typeof value !== "string" ? JSON.stringify(value) : value;
}
