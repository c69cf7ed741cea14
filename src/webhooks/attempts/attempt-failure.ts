import { isNetError } from "../../net/index.ts";
import { isFetchError } from "../../fetcher/index.ts";
import type { AttemptFailure } from "./attempt.ts";

/** A failure by its class. */
export interface ClassifiedFailure {
  readonly failure: AttemptFailure;
  /** Whether another attempt would fail in the same way. */
  readonly permanent: boolean;
}

/** The class of each error code that an attempt can end with. */
const CLASSES: ReadonlyMap<string, AttemptFailure> = new Map([
  ["INVALID_URL", "address-not-allowed"],
  ["ADDRESS_NOT_ALLOWED", "address-not-allowed"],
  ["DNS_FAILED", "dns"],
  ["CONNECT_FAILED", "connect"],
  ["TLS_FAILED", "tls"],
  ["CONNECTION_LOST", "connection-lost"],
  // Of the transport, when it is closed under an attempt.
  ["CLOSED", "connection-lost"],
  ["TIMEOUT", "timeout"],
  ["INVALID_REDIRECT", "redirects"],
  ["TOO_MANY_REDIRECTS", "redirects"],
  ["REDIRECT_LOOP", "redirects"],
  ["INVALID_RESPONSE", "invalid-response"],
  ["HEADERS_TOO_LARGE", "invalid-response"],
]);

/**
 * Refusals that are not of a private address: a name with too many addresses, and a peer that is
 * none of those that the name has.
 */
const PASSING: ReadonlySet<string | undefined> = new Set(["crowded", "unexpected"]);

/**
 * The class of what an attempt failed with; undefined for what is no failure of an attempt. Refused
 * addresses are permanent, also those that a name resolves to.
 */
export function attemptFailure(error: unknown): ClassifiedFailure | undefined {
  if (!isFetchError(error) && !isNetError(error)) return undefined;
  const failure = CLASSES.get(error.code);
  if (failure === undefined) return undefined;
  if (failure !== "address-not-allowed") return { failure, permanent: false };
  const { reason } = error.details;
  if (reason === "unresolved") return { failure: "dns", permanent: false };
  return { failure, permanent: !PASSING.has(reason) };
}
