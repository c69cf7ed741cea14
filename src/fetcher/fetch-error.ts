import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Facts of a {@link FetchError}; which are present depends on the code. */
export interface FetchErrorDetails {
  /** The URL that failed: the one asked for, or one it redirected to. */
  readonly url?: string;
  /**
   * What took too long: `dns`, `connect`, `proxy`, `tls`, `firstByte` (request sent, headers not
   * complete), `idle` (no byte of the body) or `total` (the whole fetch).
   */
  readonly phase?: "dns" | "connect" | "proxy" | "tls" | "firstByte" | "idle" | "total";
  /** The limit of that phase in milliseconds. */
  readonly ms?: number;
  /** The code of the system, the resolver, TLS or the HTTP parser ("ECONNREFUSED"). */
  readonly reason?: string;
  /** The host whose address was refused or not found. */
  readonly host?: string;
  /** The address that was refused. */
  readonly address?: string;
  /** The proxy as `scheme://host:port`, without credentials. */
  readonly proxy?: string;
  /** The status with which an HTTP proxy answered. */
  readonly status?: number;
  /** The limit that was exceeded: bytes, redirects or a ratio. */
  readonly limit?: number;
  /** The name of the header that was refused. */
  readonly header?: string;
  /** The Location that was refused. */
  readonly location?: string;
  /** The redirects up to the failure, as URLs in order. */
  readonly redirects?: readonly string[];
  /** The robots.txt rule that denies, as written. */
  readonly rule?: string;
}

/** A fetch that gave no page. */
export class FetchError extends DraglineError<ErrorCode<"fetch">> {
  static override readonly brandName = "FetchError";

  declare readonly details: FetchErrorDetails;
}

/**
 * Whether `value` is a {@link FetchError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isFetchError = errorQuestion<ErrorCode<"fetch">, FetchError>(FetchError.brandName);
