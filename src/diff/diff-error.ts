import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** What the room of differences refuses. */
export class DiffError extends DraglineError<ErrorCode<"diff">> {
  static override readonly brandName = "DiffError";
}

/**
 * Whether `value` is a {@link DiffError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isDiffError = errorQuestion<ErrorCode<"diff">, DiffError>(DiffError.brandName);
