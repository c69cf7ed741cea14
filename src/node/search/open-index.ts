import { access } from "node:fs/promises";
import type { Disposer } from "../../core/index.ts";
import type { LocalIndex } from "../../search/sqlite/index.ts";
import { INDEX_FILE } from "../default-places.ts";
import type { Values } from "../help/flag.ts";
import type { indexFlags } from "../help/flags/search-flags.ts";
import { UsageError } from "../terminal/terminal.ts";

/** What the flag of an index says. */
export type IndexValues = Values<typeof indexFlags>;

/**
 * The file that the flag means.
 * @throws UsageError
 */
export function indexFile({ index = INDEX_FILE }: IndexValues): string {
  if (index !== "") return index;
  throw new UsageError("--index takes a file; got an empty string");
}

/** Whether there is an index in the file. */
export async function hasIndex(values: IndexValues): Promise<boolean> {
  try {
    await access(indexFile(values));
    return true;
  } catch {
    return false;
  }
}

/** Opens the index, which the first page makes where there is none; `owned` closes it. */
export async function openIndex(values: IndexValues, owned: Disposer): Promise<LocalIndex> {
  const { createLocalIndex } = await import("../../search/sqlite/index.ts");
  return owned.add(createLocalIndex({}, { path: indexFile(values) }));
}
