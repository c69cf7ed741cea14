import { DeadlineExceeded, isDraglineError } from "../../core/index.ts";
import { isMapError } from "../../mapper/index.ts";
import { failureText } from "../../scraper/internal.ts";
import { publicFailure } from "./public-failure.ts";

/** A challenge page in place of the one asked for. */
export class PageRefused extends Error {}

/** What is said of a failure whose own words are for the host. */
export const UNKNOWN_FAILURE = "the page could not be loaded";

/** The text of an engine's error in a failed job; undefined for other errors. */
export function engineFailure(error: unknown): string | undefined {
  if (error instanceof PageRefused) return error.message;
  if (error instanceof DeadlineExceeded) return `timeout: ${error.message}`;
  const failure = failureText(error);
  if (failure !== undefined) return publicFailure(failure);
  return isDraglineError(error, "INVALID_URL") ? `invalid URL: ${error.message}` : undefined;
}

/**
 * Why there is no map: the start page's failure; undefined when the error is another one.
 * @param robotsFailure what is said when it is robots.txt
 */
export function seedFailure(error: unknown, robotsFailure: string): string | undefined {
  if (!isMapError(error, "SEED_FAILED")) return engineFailure(error);
  const { reason, status } = error.details as {
    readonly reason?: string;
    readonly status?: number;
  };
  switch (reason) {
    case "status":
      return `HTTP ${status ?? 0}`;
    case "robots":
      return robotsFailure;
    case "redirects":
      return `too many redirects: ${error.message}`;
    case "redirect-scope":
      return error.message;
    default:
      return engineFailure(error.cause) ?? UNKNOWN_FAILURE;
  }
}
