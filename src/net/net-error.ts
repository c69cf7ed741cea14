import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A phase of connecting that has a limit of its own. */
export type ConnectPhase = "dns" | "connect" | "proxy" | "tls";

/** Facts of a {@link NetError}; which are present depends on the code. */
export interface NetErrorDetails {
  /** The host that was asked for, without brackets and trailing dot. */
  readonly host?: string;
  /** The address that was refused. */
  readonly address?: string;
  /**
   * Why: of an address ("loopback"), of the system ("ECONNREFUSED", "ENOTFOUND") or of TLS
   * ("CERT_HAS_EXPIRED").
   */
  readonly reason?: string;
  /** The phase that took too long. */
  readonly phase?: ConnectPhase;
  /** The limit of that phase in milliseconds. */
  readonly ms?: number;
  /** The proxy's URL without credentials. */
  readonly proxy?: string;
  /** The status with which an HTTP proxy answered CONNECT. */
  readonly status?: number;
}

/** A connection that was refused or could not be made. */
export class NetError extends DraglineError<ErrorCode<"net">> {
  static override readonly brandName = "NetError";

  declare readonly details: NetErrorDetails;
}

/** Whether `value` is a {@link NetError}, optionally with the given code. */
export const isNetError = errorQuestion<ErrorCode<"net">, NetError>(NetError.brandName);

/** The code of a system, resolver or TLS error ("ECONNREFUSED"), else its message. */
export function reasonOf(error: unknown): string {
  if (isNetError(error)) return error.details.reason ?? error.code;
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
