import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";
import type { TokenUsage } from "./token-usage.ts";

/** Facts of an {@link AiError}; those that do not apply are absent. */
export interface AiErrorDetails {
  /** Why the answers were no objects of the schema, of the last one; bounded. */
  readonly faults?: readonly string[];
  /** The beginning of the model's last answer. */
  readonly answer?: string;
  /** What was used until then; absent when nothing was sent. */
  readonly usage?: TokenUsage;
  /** The HTTP status that the model's server answered with, or that its answer names. */
  readonly status?: number;
  /** Milliseconds that the model's server asked to wait. */
  readonly retryAfterMs?: number;
  /** Tokens that were needed, by estimate … */
  readonly needed?: number;
  /** … and how many there are for it. */
  readonly limit?: number;
}

/** A model that cannot be asked, or whose answer cannot be used. */
export class AiError extends DraglineError<ErrorCode<"ai">> {
  static override readonly brandName = "AiError";
  declare readonly details: AiErrorDetails;
}

/**
 * Whether `value` is an {@link AiError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isAiError = errorQuestion<ErrorCode<"ai">, AiError>(AiError.brandName);
