import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Facts of a {@link BrowserError}; which are present depends on the code. */
export interface BrowserErrorDetails {
  /** The URL or host that was refused or failed. */
  readonly url?: string;
  /** The browser's, the network's or the system's own words ("net::ERR_NAME_NOT_RESOLVED"). */
  readonly reason?: string;
  /** The limit that was passed, in milliseconds. */
  readonly ms?: number;
  /** The limit that was passed, in bytes. */
  readonly bytes?: number;
}

/** A browser that was not available, or a page that could not be shown. */
export class BrowserError extends DraglineError<ErrorCode<"browser">> {
  static override readonly brandName = "BrowserError";

  declare readonly details: BrowserErrorDetails;
}

/**
 * Whether `value` is a {@link BrowserError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isBrowserError = errorQuestion<ErrorCode<"browser">, BrowserError>(
  BrowserError.brandName,
);
