import { DraglineError, errorQuestion, type ErrorCode } from "../../core/index.ts";

/** HTML that cannot be read. */
export class HtmlError extends DraglineError<ErrorCode<"html">> {
  static override readonly brandName = "HtmlError";
}

/**
 * Whether `value` is an {@link HtmlError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isHtmlError = errorQuestion<ErrorCode<"html">, HtmlError>(HtmlError.brandName);
