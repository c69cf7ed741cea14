import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** What a {@link ClientError} says besides its code. */
export interface ClientErrorDetails {
  /** The HTTP status of the answer; absent where none came. */
  readonly status?: number;
  /** The service's own code, in its spelling: `insufficient_credits`, `AUTH_REQUIRED`. */
  readonly serviceCode?: string;
  /** The job that was waited for, of `TIMEOUT`: it goes on. */
  readonly jobId?: string;
  /** `req_…`: what the service's logs call the request. */
  readonly requestId?: string;
  /** How long to wait before the next attempt, where the service said so; milliseconds. */
  readonly retryAfterMs?: number;
  /** The error as it was answered, with its further fields: `balance`, `connect_url`. */
  readonly body?: unknown;
}

/** An error of the client, or one that the service answered. */
export class ClientError extends DraglineError<ErrorCode<"client">> {
  static override readonly brandName: string = "ClientError";
  declare readonly details: ClientErrorDetails;
}

/**
 * Whether `value` is a {@link ClientError}, optionally with that code.
 * @see {@link isDraglineError} for an example
 */
export const isClientError = errorQuestion<ErrorCode<"client">, ClientError>("ClientError");

/** The code of a status (interface, part 7). */
export function codeOf(status: number): ErrorCode<"client"> {
  switch (status) {
    case 400:
    case 422:
      return status === 400 ? "INVALID_REQUEST" : "NOT_READY";
    case 401:
      return "UNAUTHORIZED";
    case 402:
      return "INSUFFICIENT_CREDITS";
    case 403:
      return "FORBIDDEN";
    case 404:
      return "NOT_FOUND";
    case 409:
      return "CONFLICT";
    case 429:
      return "RATE_LIMITED";
    default:
      return status >= 500 ? "SERVICE_FAILED" : "UNEXPECTED_ANSWER";
  }
}
