import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A map that could not be made, or a rule for links that cannot be read. */
export class MapError extends DraglineError<ErrorCode<"map">> {
  static override readonly brandName = "MapError";
}

/**
 * Whether `value` is a {@link MapError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isMapError = errorQuestion<ErrorCode<"map">, MapError>(MapError.brandName);
