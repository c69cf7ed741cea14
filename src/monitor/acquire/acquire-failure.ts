import type { AcquireFailure } from "./acquirer.ts";

/** Codes of scrapers and crawlers for hosts that gave no answer. */
const silent: ReadonlySet<string> = new Set([
  "TIMEOUT",
  "DNS",
  "DNS_FAILED",
  "TLS",
  "TLS_FAILED",
  "CONNECTION",
  "CONNECT_FAILED",
  "CONNECTION_LOST",
]);

const TOO_MANY_REQUESTS = 429;

/** A page that did not come, with the status of the answer where there was one. */
export function acquireFailure(
  { code, error }: { readonly code: string; readonly error: string },
  httpStatus?: number,
): AcquireFailure {
  const refused =
    httpStatus !== undefined && (httpStatus >= 500 || httpStatus === TOO_MANY_REQUESTS);
  return { status: "failed", code, error, isHostDown: refused || silent.has(code) };
}

/** What came is a part of the page: compared with the whole it would look like a change. */
export const cutOff = Object.freeze(
  acquireFailure({ code: "TRUNCATED", error: "the page was cut off" }),
);

/** What it takes is not there. */
export function notConfigured(what: string): AcquireFailure {
  return acquireFailure({ code: "NOT_CONFIGURED", error: `${what} is not configured` });
}
