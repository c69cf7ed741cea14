/** Why a check failed, by code; the README's list is made from it. */
export const checkFailures = Object.freeze({
  PAGE_FAILED: "The page could not be loaded; `cause` is the acquirer's code.",
  EMPTY_CONTENT: "The page has no content, or nothing is left of it.",
  SELECTOR_GONE: "Nothing on the page matches a selector that is watched.",
  NOT_EXTRACTED: "Neither the page nor the model gave the values that are watched.",
  NOT_A_NUMBER: "The text of a field that is read as a number has none.",
  CONTENT_TIMEOUT: "The page, or a pattern, took too long or too much memory to read.",
  TOO_LARGE: "The content is longer than the limit.",
  REDIRECTED: "The page redirects to another site than it did, or to the home page of its own.",
  LOGIN_REQUIRED: "The page asks for a login.",
  ERROR_PAGE: "The page says that the site is under maintenance or that something went wrong.",
  TYPE_CHANGED: "The page is JSON where it was HTML, or HTML where it was JSON.",
  SITE_TRUNCATED: "No page of the site could be loaded, or the start page could not.",
  SESSION_EXPIRED: "The saved browser session is gone or logged out.",
  NOT_CONFIGURED: "Something that the monitor needs (a model, actions) is not configured.",
  MODEL_FAILED: "The model gave no usable answer.",
  TIMEOUT: "The check took longer than its limit.",
  WORKER_LOST: "Workers were lost three times during the check.",
  INTERNAL: "A part of the host failed; the channel `dragline:monitor:failure` has the error.",
} as const);

/** A reason why a check failed. */
export type CheckFailureCode = keyof typeof checkFailures;

/** Why a check failed. */
export interface CheckFailure {
  readonly code: CheckFailureCode;
  /** One line for people. */
  readonly error: string;
  /** The acquirer's own code, where it said one. */
  readonly cause?: string | undefined;
}
