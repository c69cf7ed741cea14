import type { ErrorCode } from "../../core/index.ts";
import { isWebhookError } from "../../webhooks/index.ts";
import { ServiceError, type ServiceErrorCode } from "./service-error.ts";

/** What the service answers to what webhooks refuse; the rest are faults of our own. */
const answers: Readonly<Partial<Record<ErrorCode<"webhook">, ServiceErrorCode>>> = Object.freeze({
  INVALID_URL: "INVALID_REQUEST",
  INVALID_ENDPOINT: "INVALID_REQUEST",
  INVALID_QUERY: "INVALID_REQUEST",
  TOO_MANY_ENDPOINTS: "INVALID_REQUEST",
  NOT_FOUND: "NOT_FOUND",
  CONFLICT: "CONFLICT",
  WEBHOOKS_CLOSED: "SERVICE_UNAVAILABLE",
});

/**
 * Runs a use case of webhooks, whose refusals become those of the service. Messages of theirs hold no
 * paths, queries or secrets.
 * @throws ServiceError; what else `run` throws
 */
export async function answering<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (!isWebhookError(cause)) throw cause;
    const code = answers[cause.code];
    if (code === undefined) throw cause;
    const field = cause.code === "INVALID_URL" ? "url: " : "";
    throw new ServiceError(code, { message: `${field}${cause.message}`, cause });
  }
}
