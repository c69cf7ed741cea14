import { DraglineError, errorQuestion, type ErrorCode } from "../../core/index.ts";

/** A code of the service's errors; the flat spelling on the wire is its lower case. */
export type ServiceErrorCode = ErrorCode<"service">;

/** What a ServiceError knows besides its code and message. */
export interface ServiceErrorDetails {
  /** Members that stand beside code and message in the answer (decisions, part 7). */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, besides those of every refusal. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds after which trying again may help; becomes `Retry-After`. */
  readonly retryAfterMs?: number;
}

/** What the service refuses. Its message is shown to clients: no secrets, no internal addresses. */
export class ServiceError extends DraglineError<ServiceErrorCode> {
  static override readonly brandName = "ServiceError";
  declare readonly details: ServiceErrorDetails;
}

/**
 * Whether `value` is a {@link ServiceError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isServiceError = errorQuestion<ServiceErrorCode, ServiceError>(ServiceError.brandName);
