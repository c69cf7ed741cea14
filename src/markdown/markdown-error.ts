import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Input that cannot be converted. */
export class MarkdownError extends DraglineError<ErrorCode<"markdown">> {
  static override readonly brandName = "MarkdownError";
}

/**
 * Whether `value` is a {@link MarkdownError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isMarkdownError = errorQuestion<ErrorCode<"markdown">, MarkdownError>(
  MarkdownError.brandName,
);
