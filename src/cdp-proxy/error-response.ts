import type { ErrorCode } from "../core/index.ts";
import { isCdpProxyError } from "./cdp-proxy-error.ts";

/** Seconds, where the error says nothing else (decisions, 7.1). */
const RETRY_SECONDS = 30;

/** Status and code of each refusal (decisions, 4.5 and 7.1). */
const answers: Readonly<Record<ErrorCode<"cdpProxy">, readonly [number, string]>> = Object.freeze({
  INVALID_REQUEST: [400, "invalid_request"],
  SESSION_NOT_FOUND: [404, "not_found"],
  SESSION_NOT_SAVED: [422, "session_not_saved"],
  SESSION_IN_USE: [409, "session_in_use"],
  DUPLICATE_NAME: [409, "duplicate_name"],
  TOO_MANY_CONNECTIONS: [429, "rate_limit_exceeded"],
  INSUFFICIENT_CREDITS: [402, "insufficient_credits"],
  NOT_CONFIGURED: [503, "service_unavailable"],
  BROWSER_UNAVAILABLE: [503, "service_unavailable"],
  LEASE_LOST: [409, "conflict"],
  DRAINING: [503, "service_unavailable"],
  CLOSED: [503, "service_unavailable"],
});

/** The answer, in JSON, to a connection that was refused; errors that are not ours are not shown. */
export function errorResponse(error: unknown): Response {
  if (!isCdpProxyError(error)) {
    const message = "The connection could not be prepared.";
    return response(503, { error: "service_unavailable", message }, RETRY_SECONDS);
  }
  const [status, code] = answers[error.code];
  const { retryAfterMs = RETRY_SECONDS * 1000, cost, balance } = error.details;
  const extra = status === 402 ? { balance, required: cost } : {};
  const body = { error: code, message: error.message, ...extra };
  const waits = status === 429 || status === 503;
  return response(status, body, waits ? Math.max(1, Math.ceil(retryAfterMs / 1000)) : undefined);
}

function response(status: number, body: object, retryAfter: number | undefined): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  const retry = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return new Response(JSON.stringify(body), { status, headers: { ...headers, ...retry } });
}
