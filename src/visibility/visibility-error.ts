import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Facts of a {@link VisibilityError}; those that do not apply are absent. */
export interface VisibilityErrorDetails {
  /** Slug of the engine that failed. */
  readonly engine?: string;
  /** The HTTP status that it answered with. */
  readonly status?: number;
  /** Milliseconds that it asked to wait. */
  readonly retryAfterMs?: number;
  /** The handle of the job at the engine, by which its answer can be fetched later. */
  readonly handle?: string;
}

/** An answer engine that gave no answer, or answers that cannot be compared. */
export class VisibilityError extends DraglineError<ErrorCode<"visibility">> {
  static override readonly brandName = "VisibilityError";
  declare readonly details: VisibilityErrorDetails;
}

/**
 * Whether `value` is a {@link VisibilityError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isVisibilityError = errorQuestion<ErrorCode<"visibility">, VisibilityError>(
  VisibilityError.brandName,
);
