import type { ServiceErrorCode } from "../base/service-error.ts";

/** How an error is sent to clients. */
interface ErrorRule {
  readonly status: number;
  /** The nested spelling, where it is not the code itself; the flat one is the code's lower case. */
  readonly nested?: string;
  /** Seconds of `Retry-After`, unless the error knows better. */
  readonly retryAfter?: number;
}

/** Every error that a route may answer (interface and decisions, part 7). */
export const errorRules: Readonly<Record<ServiceErrorCode, ErrorRule>> = Object.freeze({
  INVALID_REQUEST: { status: 400, nested: "INVALID_PARAMS" },
  INVALID_URL: { status: 400 },
  INVALID_JOB_TYPE: { status: 400 },
  NOT_READY: { status: 400 },
  NO_FILE_RESULT: { status: 400 },
  LOGIN_NO_COOKIES: { status: 400 },
  UNKNOWN_CONNECT_FIELD: { status: 400 },
  INVALID_VAULT_URL: { status: 400 },
  PROVIDER_NOT_SUPPORTED: { status: 400 },
  PROVIDER_NOT_BROWSABLE: { status: 400 },
  SOURCE_TOKEN_REJECTED: { status: 400 },
  SOURCE_AUTH_FAILED: { status: 400 },
  SOURCE_FORBIDDEN: { status: 400 },
  SOURCE_INACTIVE: { status: 400 },
  SOURCE_ITEM_NOT_FOUND: { status: 400 },
  SOURCE_FIELD_MISSING: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  AUTH_REQUIRED: { status: 401 },
  AUTH_EXPIRED: { status: 401 },
  INSUFFICIENT_CREDITS: { status: 402 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  SESSION_IN_USE: { status: 409 },
  DUPLICATE_NAME: { status: 409 },
  CONFLICT: { status: 409 },
  ACTION_EXISTS: { status: 409 },
  SESSION_EXPIRED: { status: 409 },
  MONITOR_LIMIT_REACHED: { status: 409 },
  MONITOR_EXPIRED: { status: 409 },
  SESSION_NOT_SAVED: { status: 422 },
  BUILD_LIMIT_REACHED: { status: 429 },
  SOURCE_THROTTLED: { status: 429, retryAfter: 60 },
  RATE_LIMIT_EXCEEDED: { status: 429, retryAfter: 60 },
  CONFIGURATION_ERROR: { status: 500, nested: "INTERNAL_ERROR" },
  QUEUE_ERROR: { status: 500, nested: "EXECUTION_FAILED" },
  SEARCH_ERROR: { status: 500, nested: "INTERNAL_ERROR" },
  SERVER_ERROR: { status: 500, nested: "INTERNAL_ERROR" },
  INTERNAL_ERROR: { status: 500 },
  SOURCE_UNREACHABLE: { status: 502 },
  SOURCE_UPSTREAM_ERROR: { status: 502 },
  UPSTREAM_ERROR: { status: 502 },
  SOURCE_NOT_AVAILABLE: { status: 503 },
  ACTION_UNAVAILABLE: { status: 503 },
  SERVICE_UNAVAILABLE: { status: 503, retryAfter: 30 },
});

/** What unhandled failures of these resources are: `server_error`; of others `internal_error`. */
const scrapingResources = new Set([
  "url-scraper",
  "map",
  "crawl",
  "web-scraper",
  "request",
  "search",
  "agentic-search",
]);

/** The code of a failure that nothing foresaw, by the path of its route: `/map/{id}`. */
export function unforeseenCode(path: string): "SERVER_ERROR" | "INTERNAL_ERROR" {
  const [, resource = ""] = path.split("/", 2);
  return scrapingResources.has(resource) ? "SERVER_ERROR" : "INTERNAL_ERROR";
}

/** The error shape of a path that has no route: nested under the Wire prefixes (decisions, 0.1). */
export function familyOfPath(path: string): "flat" | "nested" {
  return /^\/(?:(?:wire|legacy-wire)(?:\/|$)|wire-run$)/.test(path) ? "nested" : "flat";
}
