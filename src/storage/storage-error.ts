import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A store that did not do what it was asked. */
export class StorageError extends DraglineError<ErrorCode<"storage">> {
  static override readonly brandName = "StorageError";
}

/**
 * Whether `value` is a {@link StorageError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isStorageError = errorQuestion<ErrorCode<"storage">, StorageError>(
  StorageError.brandName,
);

const OUTAGES: ReadonlySet<string> = new Set<ErrorCode<"storage">>([
  "UNAVAILABLE",
  "STORE_FULL",
  "READ_ONLY",
]);

/**
 * Whether a store cannot do now what it may do later, by itself or once somebody has made room:
 * `UNAVAILABLE`, `STORE_FULL` or `READ_ONLY`, as a disk becomes that is full or failing. Code that
 * works in the background waits and tries again.
 * @example
 * ```ts
 * import { isStorageOutage } from "dragline/storage";
 * import { SqliteCache } from "dragline/storage/sqlite";
 *
 * await using cache = new SqliteCache({}, { path: "cache.sqlite" });
 * try {
 *   await cache.set("https://example.com/", "a page");
 * } catch (error) {
 *   if (!isStorageOutage(error)) throw error;
 *   console.error("The store cannot work now.");
 * }
 * ```
 */
export function isStorageOutage(value: unknown): boolean {
  return isStorageError(value) && OUTAGES.has(value.code);
}
