/** The error codes of the service, each with the sentence that documents it. */
export const serviceCodes = Object.freeze({
  INVALID_REQUEST: "The body, the query or an argument is malformed, missing or out of bounds.",
  INVALID_URL: "An entry of a batch is not a URL; the message has its index.",
  INVALID_JOB_TYPE: "The `job_type` of a request is missing or unknown.",
  UNAUTHORIZED: "The API key is missing, malformed or revoked, or its account is gone.",
  AUTH_REQUIRED: "The action needs a credential; `connect_url` says where to make one.",
  AUTH_EXPIRED: "The credential's login is no longer valid.",
  NOT_READY: "The task is not finished, so it has no file yet.",
  NO_FILE_RESULT: "The task failed, or gave no file.",
  INSUFFICIENT_CREDITS: "The balance is below the cost.",
  FORBIDDEN: "The resource belongs to another account.",
  NOT_FOUND: "There is no such route, account, key, job or scraper.",
  ACTION_EXISTS: "The site already has actions of these names or for this goal.",
  BUILD_LIMIT_REACHED: "The account has reached the limit of builds under way.",
  CONFLICT: "The request conflicts with the resource's current state.",
  SESSION_IN_USE: "A browser connection holds the saved session.",
  DUPLICATE_NAME: "The account already has a saved session of that name.",
  SESSION_EXPIRED: "The saved session of a monitor is gone or logged out.",
  SESSION_NOT_SAVED: "The saved session has no state.",
  MONITOR_LIMIT_REACHED:
    "The account has reached the limit of active monitors; `limit` is the number.",
  MONITOR_EXPIRED: "The monitor has expired; set a new `expiresAt` to resume it.",
  RATE_LIMIT_EXCEEDED: "The route was called too often; `Retry-After` says how long to wait.",
  CONFIGURATION_ERROR: "The request needs something that the host has not configured.",
  QUEUE_ERROR: "The job could not be queued; its credits were given back.",
  SEARCH_ERROR: "The search failed or took too long; its credits were given back.",
  SERVER_ERROR: "A scraping route failed unexpectedly.",
  INTERNAL_ERROR: "An internal error occurred.",
  ACTION_UNAVAILABLE: "The host has no runner for the action, or no way to sign in to the site.",
  LOGIN_NO_COOKIES: "The browser of an interactive session has no cookies of the site.",
  UNKNOWN_CONNECT_FIELD: "The method of an identity source has no field of that name.",
  INVALID_VAULT_URL: "The URL of a key vault is not https, or not one of the provider's domains.",
  PROVIDER_NOT_SUPPORTED: "The provider is unknown, or does not fit the site.",
  PROVIDER_NOT_BROWSABLE: "The provider lists no containers and entries.",
  SOURCE_TOKEN_REJECTED:
    "The provider refused a new credential of an identity source; nothing was stored.",
  SOURCE_AUTH_FAILED: "The provider refused the stored credential of the identity source.",
  SOURCE_FORBIDDEN:
    "The credential of the identity source is valid but may not read the container or vault.",
  SOURCE_INACTIVE: "The identity source was revoked; verify it or give it another credential.",
  SOURCE_ITEM_NOT_FOUND:
    "The container, vault or entry of the identity source does not exist, or no longer exists.",
  SOURCE_FIELD_MISSING:
    "The entry of the identity source, or the locator, lacks a field of the login.",
  SOURCE_THROTTLED: "The identity source's provider asked to wait; `Retry-After` says how long.",
  SOURCE_UNREACHABLE:
    "The identity source's provider could not be reached, or did not answer in time.",
  SOURCE_UPSTREAM_ERROR:
    "The identity source's provider failed, or its answer does not have the documented form.",
  SOURCE_NOT_AVAILABLE:
    "The host has not installed the package that connects to the identity source's provider.",
  UPSTREAM_ERROR: "The browser or the sign-in failed.",
  SERVICE_UNAVAILABLE: "Storage, queue or limiter cannot be reached, or the service is closing.",
} as const);
