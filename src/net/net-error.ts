import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A connection that was refused or could not be made. */
export class NetError extends DraglineError<ErrorCode<"net">> {
  static override readonly brandName = "NetError";
}

/** Whether `value` is a {@link NetError}, optionally with the given code. */
export const isNetError = errorQuestion<ErrorCode<"net">, NetError>(NetError.brandName);
