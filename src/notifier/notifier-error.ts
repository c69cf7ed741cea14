import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** What a notifier refuses. Neither message nor details tell a target's URL, which is a secret. */
export class NotifierError extends DraglineError<ErrorCode<"notifier">> {
  static override readonly brandName = "NotifierError";
}

/**
 * Whether `value` is a {@link NotifierError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isNotifierError = errorQuestion<ErrorCode<"notifier">, NotifierError>(
  NotifierError.brandName,
);
