import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A queue that did not do what it was asked. */
export class QueueError extends DraglineError<ErrorCode<"queue">> {
  static override readonly brandName = "QueueError";
}

/**
 * Whether `value` is a {@link QueueError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isQueueError = errorQuestion<ErrorCode<"queue">, QueueError>(QueueError.brandName);
