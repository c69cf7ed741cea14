import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A catalog or an action that cannot be used. */
export class WireError extends DraglineError<ErrorCode<"wire">> {
  static override readonly brandName = "WireError";
}

/**
 * Whether `value` is a {@link WireError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isWireError = errorQuestion<ErrorCode<"wire">, WireError>(WireError.brandName);
