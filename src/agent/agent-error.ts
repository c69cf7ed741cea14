import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A task that cannot be begun. */
export class AgentError extends DraglineError<ErrorCode<"agent">> {
  static override readonly brandName = "AgentError";
}

/**
 * Whether `value` is an {@link AgentError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isAgentError = errorQuestion<ErrorCode<"agent">, AgentError>(AgentError.brandName);
