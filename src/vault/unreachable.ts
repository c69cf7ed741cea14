import { isFetchError } from "../fetcher/index.ts";

const UNREACHABLE: readonly string[] = [
  "DNS_FAILED",
  "CONNECT_FAILED",
  "CONNECTION_LOST",
  "TLS_FAILED",
  "PROXY_FAILED",
  "TIMEOUT",
  "ADDRESS_NOT_ALLOWED",
];

/** Whether a request failed because its peer was not reached; else its answer was no good. */
export function isUnreachable(failure: unknown): boolean {
  return isFetchError(failure) && UNREACHABLE.includes(failure.code);
}
