import { readFile } from "node:fs/promises";
import { UsageError } from "../terminal/terminal.ts";
import { fileFailure } from "./file-failure.ts";

/**
 * The value in a file of JSON that a flag names.
 * @throws UsageError when there is no such file, or no JSON in it
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

/**
 * The text of a file that a flag names.
 * @throws UsageError when there is no such file
 */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new UsageError(fileFailure("read", file, cause));
  }
}
