import { isStorageError } from "../../storage/index.ts";
import { isOutage } from "../base/outages.ts";
import { isServiceError, ServiceError } from "../base/service-error.ts";
import { unforeseenCode } from "./error-rules.ts";

/** What a call failed in. */
interface FailedCall {
  /** Path of the route: `/map/{id}`. */
  readonly path: string;
  /** Aborted when the client has gone. */
  readonly client: AbortSignal;
  /** Aborted when the service is disposed. */
  readonly closing: AbortSignal;
}

/**
 * What a client is told of a failure. Of one that nothing foresaw that is its code alone: its
 * message may hold secrets and addresses. What was thrown becomes the cause.
 */
export function asServiceError(cause: unknown, call: FailedCall): ServiceError {
  if (isServiceError(cause)) return cause;
  if (call.closing.aborted) {
    return new ServiceError("SERVICE_UNAVAILABLE", { message: "The service is closing.", cause });
  }
  if (call.client.aborted) {
    return new ServiceError("INVALID_REQUEST", {
      message: "The client closed the connection.",
      cause,
    });
  }
  if (isStorageError(cause, "STORE_FULL")) {
    const message = "The service has no storage space left; try again later.";
    return new ServiceError("SERVICE_UNAVAILABLE", { message, cause });
  }
  if (isOutage(cause)) {
    const message = "The service cannot reach its storage, queue or rate limiter; try again later.";
    return new ServiceError("SERVICE_UNAVAILABLE", { message, cause });
  }
  const message = "The service failed with an internal error; the request did not cause it.";
  return new ServiceError(unforeseenCode(call.path), { message, cause });
}
