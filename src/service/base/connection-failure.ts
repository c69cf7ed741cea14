import type { ErrorCode } from "../../core/index.ts";
import { isCdpProxyError, type CdpProxyError } from "../../cdp-proxy/index.ts";
import { insufficientCredits } from "../accounts/credits/insufficient-credits.ts";
import { ServiceError, type ServiceErrorCode } from "./service-error.ts";

/** What the service answers to what connections, sessions and recordings refuse. */
const answers: Readonly<Record<ErrorCode<"cdpProxy">, ServiceErrorCode>> = Object.freeze({
  INVALID_REQUEST: "INVALID_REQUEST",
  SESSION_NOT_FOUND: "NOT_FOUND",
  SESSION_NOT_SAVED: "SESSION_NOT_SAVED",
  SESSION_IN_USE: "SESSION_IN_USE",
  DUPLICATE_NAME: "DUPLICATE_NAME",
  TOO_MANY_CONNECTIONS: "RATE_LIMIT_EXCEEDED",
  INSUFFICIENT_CREDITS: "INSUFFICIENT_CREDITS",
  NOT_CONFIGURED: "SERVICE_UNAVAILABLE",
  BROWSER_UNAVAILABLE: "SERVICE_UNAVAILABLE",
  LEASE_LOST: "CONFLICT",
  DRAINING: "SERVICE_UNAVAILABLE",
  CLOSED: "SERVICE_UNAVAILABLE",
});

/**
 * Runs a use case of browser connections, sessions or recordings, whose refusals become those of the
 * service. Their messages hold no secrets.
 * @throws ServiceError; what else `run` throws
 */
export async function answering<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw isCdpProxyError(cause) ? refusal(cause) : cause;
  }
}

function refusal(cause: CdpProxyError): ServiceError {
  const { cost = 0, balance = 0, retryAfterMs, sessionId, limit } = cause.details;
  const code = answers[cause.code];
  if (code === "INSUFFICIENT_CREDITS") return insufficientCredits(cost, balance);
  // The limit of an interactive session names the one that there is (decisions, 7.1).
  const extra = sessionId === undefined ? {} : { existingSessionId: sessionId, limit };
  return new ServiceError(code, {
    message: cause.message,
    details: { extra, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    cause,
  });
}
