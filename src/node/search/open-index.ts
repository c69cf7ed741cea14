import { access } from "node:fs/promises";
import type { Disposer } from "../../core/index.ts";
import type { PageIndex } from "../../search/index.ts";
import { UsageError } from "../terminal.ts";

/** Where pages of one's own are kept when nothing else is said. */
export const INDEX_FILE = "dragline-index.sqlite";

/** Whose pages they are: a file has one owner here. */
export const INDEX_OWNER = "local";

/** The flag that names an index, for parseArgs. */
export const indexFlags = { index: { type: "string" } } as const;

/** What the flag says, as parseArgs gives it. */
export interface IndexValues {
  readonly index?: string | undefined;
}

/**
 * The file that the flag means.
 * @throws UsageError
 */
export function indexFile({ index = INDEX_FILE }: IndexValues): string {
  if (index !== "") return index;
  throw new UsageError("--index takes a file; got an empty text");
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

/**
 * Opens the index, which is made where there is none; `owned` closes it.
 * @throws SearchError `INDEX_UNAVAILABLE`
 */
export async function openIndex(values: IndexValues, owned: Disposer): Promise<PageIndex> {
  const { createSqliteIndex } = await import("../../search/sqlite/index.ts");
  return owned.add(createSqliteIndex({ path: indexFile(values) }));
}
