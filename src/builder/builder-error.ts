import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A build that cannot be begun. */
export class BuilderError extends DraglineError<ErrorCode<"builder">> {
  static override readonly brandName = "BuilderError";
}

/**
 * Whether `value` is a {@link BuilderError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isBuilderError = errorQuestion<ErrorCode<"builder">, BuilderError>(
  BuilderError.brandName,
);
