import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A store that did not do what it was asked. */
export class StorageError extends DraglineError<ErrorCode<"storage">> {
  static override readonly brandName = "StorageError";
}

/** Whether `value` is a {@link StorageError}, optionally with the given code. */
export const isStorageError = errorQuestion<ErrorCode<"storage">, StorageError>(
  StorageError.brandName,
);
