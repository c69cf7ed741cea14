import { backoff, retryAfterMs, type Clock, type Ids } from "../../core/index.ts";
import { isFetchError, type FetchError } from "../fetch-error.ts";
import type { ResponseHeaders } from "../transport/transport.ts";

/** What decides on a retry. */
export interface RetryScope {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The longest Retry-After that is honoured, in milliseconds. */
  readonly maxRetryAfterMs: number;
}

/** Half a second, then a second, then two, at most five. */
const BACKOFF = Object.freeze({ baseMs: 500, maxMs: 5_000 });

/** The server says that another time may be better. 500 is a fault that another try repeats. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Phases before the request was sent; a server that answers slowly is not asked again. */
const CONNECT_PHASES: ReadonlySet<unknown> = new Set(["dns", "connect", "tls", "proxy"]);

/** The resolver's final answers: there is no such name, or it has no address. */
const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Milliseconds to wait before trying again after a response, from its Retry-After (RFC 9110,
 * 10.2.3) or else by jittered back-off. Undefined: the response is the page.
 */
export function retryResponse(
  response: { readonly status: number; readonly headers: ResponseHeaders },
  attempt: number,
  scope: RetryScope,
): number | undefined {
  if (!TRANSIENT.has(response.status)) return undefined;
  const asked = retryAfterMs(response.headers["retry-after"], scope.clock.now());
  if (asked === undefined) return backoff(attempt, scope.ids.random(), BACKOFF);
  return asked <= scope.maxRetryAfterMs ? asked : undefined;
}

/** Milliseconds to wait before trying again after a failure; undefined: it stands. */
export function retryFailure(
  error: unknown,
  attempt: number,
  scope: RetryScope,
): number | undefined {
  if (!isFetchError(error) || !isTransient(error)) return undefined;
  return backoff(attempt, scope.ids.random(), BACKOFF);
}

function isTransient({ code, details }: FetchError): boolean {
  switch (code) {
    case "CONNECT_FAILED":
    case "CONNECTION_LOST":
      return true;
    case "PROXY_FAILED":
      // 407 and the like: the proxy has answered, and will answer the same.
      return details.status === undefined || details.status >= 500;
    case "DNS_FAILED":
      return !NO_SUCH_NAME.has(details.reason);
    case "TIMEOUT":
      return CONNECT_PHASES.has(details.phase);
    default:
      return false;
  }
}
