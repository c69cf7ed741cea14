import { isObject } from "../../extractor/internal.ts";
import type { Json } from "../../storage/index.ts";
import { readJsonFile } from "./read-json-file.ts";
import { UsageError } from "../terminal/terminal.ts";

/**
 * The JSON Schema that `--schema` names.
 * @throws UsageError when the file has no object
 */
export async function readSchemaFile(file: string): Promise<Readonly<Record<string, Json>>> {
  if (file.trimStart().startsWith("{")) {
    throw new UsageError("--schema takes a file with a JSON Schema, not the schema itself");
  }
  const schema = await readJsonFile(file);
  if (isObject(schema)) return schema as Readonly<Record<string, Json>>;
  throw new UsageError(`--schema takes a file with a JSON Schema of an object; ${file} has none`);
}
