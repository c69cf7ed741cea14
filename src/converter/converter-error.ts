import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A conversion in a pool that came to no result. */
export class ConverterError extends DraglineError<ErrorCode<"converter">> {
  static override readonly brandName = "ConverterError";
}

/**
 * Whether `value` is a {@link ConverterError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isConverterError = errorQuestion<ErrorCode<"converter">, ConverterError>(
  ConverterError.brandName,
);
