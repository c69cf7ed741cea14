import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A fetch that gave no page. */
export class FetchError extends DraglineError<ErrorCode<"fetch">> {
  static override readonly brandName = "FetchError";
}

/** Whether `value` is a {@link FetchError}, optionally with the given code. */
export const isFetchError = errorQuestion<ErrorCode<"fetch">, FetchError>(FetchError.brandName);
