import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A research that cannot be begun or gone on with. */
export class ResearchError extends DraglineError<ErrorCode<"research">> {
  static override readonly brandName = "ResearchError";
}

/**
 * Whether `value` is a {@link ResearchError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isResearchError = errorQuestion<ErrorCode<"research">, ResearchError>(
  ResearchError.brandName,
);
