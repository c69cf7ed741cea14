import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Values cannot be extracted, or no recipe can be learned. */
export class ExtractorError extends DraglineError<ErrorCode<"extractor">> {
  static override readonly brandName = "ExtractorError";
}

/** Whether `value` is an {@link ExtractorError}, optionally with the given code. */
export const isExtractorError = errorQuestion<ErrorCode<"extractor">, ExtractorError>(
  ExtractorError.brandName,
);
