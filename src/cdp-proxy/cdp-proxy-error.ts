import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Facts of a {@link CdpProxyError}; which are present depends on the code. */
export interface CdpProxyErrorDetails {
  /** The parameter that is malformed. */
  readonly parameter?: string;
  /** Milliseconds after which another try makes sense. */
  readonly retryAfterMs?: number;
  /** Connections, or interactive sessions, that an owner may have at once. */
  readonly limit?: number;
  /** The interactive session that the owner has already. */
  readonly sessionId?: string;
  /** Credits that are asked for, and those that there are. */
  readonly cost?: number;
  readonly balance?: number;
}

/** A connection, session or recording that could not be given. */
export class CdpProxyError extends DraglineError<ErrorCode<"cdpProxy">> {
  static override readonly brandName = "CdpProxyError";

  declare readonly details: CdpProxyErrorDetails;
}

/**
 * Whether `value` is a {@link CdpProxyError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isCdpProxyError = errorQuestion<ErrorCode<"cdpProxy">, CdpProxyError>(
  CdpProxyError.brandName,
);
