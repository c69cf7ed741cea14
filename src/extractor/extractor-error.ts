import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Values cannot be extracted, or no recipe can be learned. */
export class ExtractorError extends DraglineError<ErrorCode<"extractor">> {
  static override readonly brandName = "ExtractorError";
}

/**
 * Whether `value` is an {@link ExtractorError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isExtractorError = errorQuestion<ErrorCode<"extractor">, ExtractorError>(
  ExtractorError.brandName,
);
