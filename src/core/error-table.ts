import { serviceCodes } from "./service-codes.ts";

/**
 * Every error code of the library, by room, with the sentence that documents it. The classes take
 * their `code` from here and the README's list is checked against it.
 */
export const errorTable = Object.freeze({
  core: {
    INVALID_ARGUMENT: "An argument of a call is missing or of the wrong kind.",
    INVALID_OPTION: "An option is unknown, of the wrong type or out of bounds.",
    INVALID_URL: "The text is not an absolute http or https URL.",
    INCOMPLETE_BUNDLE: "A bundler took the library's code without the files or packages beside it.",
  },
  client: {
    INVALID_URL: "The service's URL is not http or https, or carries a user name or password.",
    CONNECTION_FAILED:
      "The service did not answer: it could not be reached, or the connection broke.",
    INVALID_REQUEST: "The service refused the input (400), or a part of the path is missing.",
    UNAUTHORIZED: "The API key is missing or not valid, or the action needs a login (401).",
    INSUFFICIENT_CREDITS: "The account has too few credits (402).",
    FORBIDDEN: "The thing belongs to another account (403).",
    NOT_FOUND: "There is no such thing (404).",
    CONFLICT: "Something of the same name or in the same place exists, or is in use (409).",
    NOT_READY: "The thing is not ready yet (422).",
    RATE_LIMITED: "Too many calls (429); `details.retryAfterMs` says when to come again.",
    SERVICE_FAILED: "The service failed or is not available (500 and above).",
    UNEXPECTED_ANSWER: "The answer is not one of this API.",
    UNKNOWN_CALL: "There is no such call, or it begins no job or gives no list in parts.",
    JOB_FAILED: "The job ended as failed; the message says why.",
    TIMEOUT: "The job did not end in the time that the caller waits; it goes on.",
    INVALID_SIGNATURE: "The webhook is not signed with the secret, or its body is no JSON.",
  },
  net: {
    INVALID_URL: "The URL is not http or https, or carries a user name or password.",
    ADDRESS_NOT_ALLOWED: "The name or address is private, local or otherwise not public.",
    INVALID_ALLOW_ENTRY: "An allow-list entry is neither a host name, an address nor a CIDR.",
    DNS_FAILED: "The name could not be resolved.",
    CONNECT_FAILED: "The connection was refused or the address is unreachable.",
    TLS_FAILED: "The TLS handshake failed or the certificate is not valid for the name.",
    PROXY_FAILED: "The proxy is unreachable, refused the tunnel or rejected the credentials.",
    TIMEOUT: "A phase of connecting took longer than its limit.",
    CLOSED: "The guard proxy is already disposed.",
  },
  fetch: {
    INVALID_URL: "The URL is malformed, not http or https, or carries a user name or password.",
    INVALID_HEADER: "A request header has a name or value that HTTP does not allow.",
    ADDRESS_NOT_ALLOWED: "The host, or a host redirected to, is private, local or not public.",
    DNS_FAILED: "The host name could not be resolved.",
    CONNECT_FAILED: "The connection was refused or the address is unreachable.",
    CONNECTION_LOST: "The connection closed before the response was complete.",
    TLS_FAILED: "The TLS handshake failed or the certificate is not valid for the name.",
    PROXY_FAILED: "The proxy is unreachable, refused the tunnel or rejected the credentials.",
    TIMEOUT: "A phase of the fetch, named in `details.phase`, took longer than its limit.",
    TOO_MANY_REDIRECTS: "The redirects exceeded the limit.",
    REDIRECT_LOOP: "The redirects led back to a URL already visited.",
    INVALID_REDIRECT: "A redirect pointed at a URL that is malformed or not http or https.",
    INVALID_RESPONSE: "The server's answer is not valid HTTP.",
    HEADERS_TOO_LARGE: "The response headers exceeded the limit.",
    BODY_TOO_LARGE: "The response body exceeded the limit of decoded bytes.",
    DECOMPRESSION_BOMB: "The body expanded beyond the allowed ratio of decoded to wire bytes.",
    ROBOTS_DENIED: "robots.txt does not allow the URL, and the fetcher's `obeyRobots` is set.",
    CLOSED: "The fetcher was disposed.",
  },
  html: {
    INVALID_INPUT: "The input has the wrong type; functions take a string, a tree or a view.",
    INPUT_TOO_LARGE: "The HTML is longer than the limit.",
    UNSUPPORTED_MACHINE: "The parser needs WebAssembly SIMD and a little-endian machine.",
    INVALID_SELECTOR: "A CSS selector cannot be parsed.",
  },
  markdown: {
    INVALID_INPUT: "The input is neither a string of HTML nor a parsed view.",
    TURNDOWN_MISSING: "Rules or plugins of turndown were given, but the package is not installed.",
  },
  converter: {
    CONVERSION_TIMEOUT: "The conversion took longer than the limit; its worker was replaced.",
    WORKER_LOST: "The worker ran out of memory or crashed on the page; it was replaced.",
    QUEUE_FULL: "The queue is full: `maxQueue` pages already wait for a worker.",
    POOL_CLOSED: "The pool was disposed.",
    NOT_HTML:
      "The bytes of a page begin like a PDF, a picture or an archive, are binary data, or are a script, a style sheet, JSON or CSV.",
  },
  wire: {
    INVALID_RECIPE:
      "An action file of a catalog does not match the format; the message names the file and line.",
    DUPLICATE_ACTION: "Two actions of a catalog have the same id.",
    UNKNOWN_ACTION: "No action has the id.",
  },
  vault: {
    INVALID_ACCESS:
      "A field that the method needs is missing or malformed, or the method is unknown.",
    UNKNOWN_FIELD: "The method has no field of that name.",
    INVALID_VAULT_URL: "The URL of a key vault is not https, or not one of the provider's domains.",
    PROVIDER_NOT_BROWSABLE: "The provider lists no containers and entries.",
    SOURCE_AUTH_FAILED: "The provider refused the credential of the identity source.",
    SOURCE_FORBIDDEN:
      "The credential of the identity source is valid but may not read the container or vault.",
    SOURCE_ITEM_NOT_FOUND:
      "The container, vault or entry of the identity source does not exist, or no longer exists.",
    SOURCE_FIELD_MISSING:
      "The entry of the identity source lacks a field; `details.missingFields` says which.",
    SOURCE_THROTTLED:
      "The identity source's provider asked to wait; `details.retryAfterMs` says how long.",
    SOURCE_UNREACHABLE:
      "The identity source's provider could not be reached, or did not answer in time.",
    SOURCE_UPSTREAM_ERROR:
      "The identity source's provider failed, or its answer does not have the documented form.",
    SOURCE_NOT_AVAILABLE:
      "The package that connects to the identity source's provider is not installed.",
  },
  extractor: {
    INVALID_PAGE:
      "The page is neither HTML nor a tree, or its address is not an http or https URL.",
    INVALID_SCHEMA: "The schema is not the JSON Schema of an object, or it does not compile.",
    INVALID_PAGES: "There are no pages to learn from, too many, or pages of several sites.",
    INVALID_RECIPE: "The extraction recipe is malformed, or its version is not supported.",
  },
  search: {
    INVALID_QUERY:
      "The query is empty or longer than the limit, or another argument is out of bounds.",
    INVALID_PAGE: "The page is not HTML, or its address is not an http or https URL.",
    PROVIDER_REJECTED: "The provider refused the key, or its account has no credit left.",
    REQUEST_REJECTED: "The provider rejected the query or one of its options.",
    PROVIDER_UNAVAILABLE: "The provider could not be reached, failed, or asked to wait too long.",
    BAD_ANSWER: "The provider's answer does not have the documented form.",
    TIMEOUT: "The search took longer than its limit.",
    PROVIDER_CLOSED: "The provider was disposed.",
    INDEX_UNAVAILABLE: "The index's store cannot be read or written.",
    INDEX_CLOSED: "The index was closed.",
  },
  builder: {
    INVALID_GOAL: "The goal is empty or longer than the limit.",
    INVALID_URL: "The site's address is not an http or https URL.",
  },
  agent: {
    INVALID_TASK:
      "The task's prompt, the schema of its output, a compiled task or its parameters are not valid.",
  },
  research: {
    INVALID_PROMPT: "The prompt is empty or longer than the limit.",
    INVALID_SCHEMA:
      "The schema is not the JSON Schema of an object or a list, or it does not compile.",
    INVALID_JOURNAL: "The journal belongs to another research, or one of its entries is malformed.",
    SEARCH_FAILED: "Every search of the plan failed; `cause` is the last failure.",
  },
  visibility: {
    INVALID_QUERY: "The query is empty or longer than the limit, or an argument is out of bounds.",
    INVALID_HANDLE: "The handle does not belong to this engine.",
    ENGINE_REJECTED: "The engine refused the key, or its account has no credit left.",
    REQUEST_REJECTED: "The engine rejected the model, the address, an option or the query.",
    ENGINE_UNAVAILABLE: "The engine could not be reached, failed, or asked to wait too long.",
    ENGINE_FAILED: "The engine reported a failure, or cut its answer off.",
    NO_ANSWER: "The engine has no answer to the question.",
    BAD_ANSWER: "The engine's reply does not have the documented form.",
    JOB_GONE: "The engine no longer knows the job.",
    TIMEOUT: "The engine took longer than the limit; `details.handle` finds the job again.",
    ENGINE_CLOSED: "The engine was disposed.",
    INVALID_ANSWERS:
      "Two answers have the same answer engine, or there are more answers than can be compared.",
  },
  cdpProxy: {
    INVALID_REQUEST: "A parameter of the connection or the saved session is malformed.",
    SESSION_NOT_FOUND: "There is no such saved session, or it belongs to another owner.",
    SESSION_NOT_SAVED: "The saved session has no state.",
    SESSION_IN_USE: "Another connection holds the saved session.",
    DUPLICATE_NAME: "The owner already has a saved session of that name.",
    TOO_MANY_CONNECTIONS: "The owner has reached the limit of connections.",
    INSUFFICIENT_CREDITS: "The owner's balance is below the price of the connection.",
    NOT_CONFIGURED: "Sessions cannot be saved: there is no session store, or it has no sealer.",
    BROWSER_UNAVAILABLE: "No browser was available; `cause` says why.",
    LEASE_LOST: "Another holder took the saved session over, or it was removed, while it was held.",
    DRAINING: "The proxy takes no new connections.",
    CLOSED: "The proxy was disposed.",
  },
  storage: {
    CONFLICT: "Another row already has the values of a key or unique group.",
    UNKNOWN_COLLECTION: "The collection was not passed to `ensure` before.",
    INVALID_COLLECTION: "The declaration of a collection is not valid.",
    INVALID_VALUE: "A value does not fit its field or cannot be stored exactly.",
    INVALID_QUERY: "A condition, order or limit does not fit the collection.",
    MIGRATION_REFUSED: "The declared collection contradicts the one that the store holds.",
    INVALID_KEY: "A key is empty, too long or not well-formed Unicode.",
    INVALID_RANGE: "The range is malformed or begins after the blob's last byte.",
    SEAL_BROKEN: "The sealed value was altered, belongs elsewhere or its key was destroyed.",
    UNKNOWN_KEY: "The key ring lacks the key that the value was sealed with.",
    PACKAGE_MISSING: "The package that the adapter uses is not installed.",
    UNAVAILABLE: "The store could not be reached or did not answer within the deadline.",
    STORE_FULL: "There is no space left for the store.",
    READ_ONLY: "The store cannot be written.",
    CLOSED: "The store was closed.",
  },
  queue: {
    INVALID_JOB: "The job's topic, id, body, time or priority is not valid.",
    PACKAGE_MISSING: "The package that the adapter uses is not installed.",
    UNAVAILABLE: "The queue's store could not be reached or did not answer within the deadline.",
    QUEUE_CLOSED: "The queue was closed.",
  },
  rateLimiter: {
    INVALID_LIMIT: "The key, the limit or the window is out of bounds.",
    PACKAGE_MISSING: "The package that the adapter uses is not installed.",
    UNAVAILABLE: "The limiter's store could not be reached or did not answer within the deadline.",
    LIMITER_CLOSED: "The limiter was closed.",
  },
  browser: {
    BROWSER_MISSING: "No Chromium was found, or the given path does not lead to one.",
    DRIVER_MISSING: "Neither puppeteer-core nor puppeteer is installed.",
    LAUNCH_FAILED: "Chromium was found but did not start, or no endpoint of browsers answers.",
    NO_BROWSER_FREE: "No page became free in time, or too many callers are already waiting.",
    BROWSER_LOST: "The browser crashed, hung or was killed; the pool replaces it.",
    PAGE_CRASHED: "The page's process ended.",
    MEMORY_EXCEEDED: "The page used more memory than the limit.",
    TIMEOUT: "The page did not get there in time.",
    NAVIGATION_FAILED: "The page could not be loaded; `details.reason` is the browser's message.",
    ADDRESS_NOT_ALLOWED: "The host, or one redirected to, is private, local or not public.",
    INVALID_URL: "The URL is not http or https.",
    DOWNLOAD: "The URL is a file to download, not a page.",
    INVALID_STATE: "The saved session is not in the format of storageState.",
    POOL_CLOSED: "The pool was disposed.",
  },
  map: {
    INVALID_PATTERN: "A glob is empty or too long, or there are too many.",
    SEED_FAILED: "The start page could not be loaded; `details.status` or `cause` says why.",
  },
  crawl: {
    CRAWL_CHANGED: "A crawl with this id was started with another seed or other limits.",
    CRAWL_USED: "A crawl was iterated a second time.",
    READ_TIMEOUT: "Reading the page took longer than the limit; its thread was replaced.",
    READER_LOST: "The thread ran out of memory or crashed on the page; it was replaced.",
    CRAWLER_CLOSED: "The crawler was disposed.",
  },
  diff: {
    INVALID_DIFF:
      "The difference cannot be applied: changes are missing, or it was made from another text.",
    INVALID_PATH: "A path into a document is malformed or too long.",
    DIFFER_CLOSED: "The differ was disposed.",
  },
  ai: {
    INVALID_MODEL:
      "The value is not a model: it is a name, or an object without a model's members.",
    INVALID_SCHEMA: "The JSON Schema does not compile, or is not that of an object.",
    PACKAGE_MISSING: "The package that connects to the model is not installed.",
    BUDGET_EXCEEDED: "The request may need more tokens than the budget has left; it was not sent.",
    MODEL_REJECTED: "The model's server refused the request; `details.status` says how.",
    MODEL_UNAVAILABLE: "The model could not be reached, or its server is overloaded or broken.",
    MODEL_FAILED: "The model failed, or its answer cannot be read.",
    MODEL_CLOSED: "The model was disposed.",
    NO_OBJECT: "Neither answer holds an object that matches the schema; `details.faults` says why.",
    TRUNCATED_ANSWER: "The answer was cut off at the limit of output tokens.",
    REFUSED: "The model, or a filter of its provider, refused to answer.",
    TIMEOUT: "The model took longer than the limit, attempts and waits included.",
  },
  monitor: {
    INVALID_DEFINITION: "A field of the definition is missing, malformed or out of bounds.",
    UNKNOWN_MONITOR: "There is no such monitor.",
    MONITOR_EXPIRED: "The monitor has expired; set a new `expiresAt` to resume it.",
    TOO_MANY_ACTIVE: "The owner has reached the limit of active monitors.",
    CHECK_UNDER_WAY: "The monitor is being checked already.",
    CHECK_REFUSED: "The ledger refused to start the check.",
    MONITORS_CLOSED: "The monitors were disposed.",
  },
  webhook: {
    INVALID_URL: "The callback URL is malformed, not http or https, too long, or private.",
    INVALID_ENDPOINT: "A field of the endpoint is of the wrong type or too long.",
    INVALID_EVENT: "The event's data is not JSON, or it has too many receivers.",
    UNKNOWN_EVENT: "The event's name is not among the `events` of the webhooks.",
    INVALID_QUERY: "A condition or the limit of a list of deliveries is not valid.",
    INVALID_SECRET: "A signing secret is empty or too long.",
    TOO_MANY_ENDPOINTS: "The account has reached the limit of endpoints.",
    NOT_FOUND: "There is no such endpoint or delivery, or it belongs to another account.",
    CONFLICT: "The delivery is pending or has succeeded, or its endpoint is paused.",
    BODY_CONSUMED: "Something read the body of a delivery before it could be verified.",
    WEBHOOKS_CLOSED: "The webhooks are already disposed.",
  },
  notifier: {
    INVALID_TARGET: "The URL of a target, or what is set beside it, is not what its service takes.",
    INVALID_TEMPLATE: "A template has a placeholder that does not exist, or a single brace.",
    INVALID_NOTICE: "A field of a notice is missing, of the wrong type or too long.",
    INVALID_QUERY: "The limit of a list of messages is out of bounds.",
    TOO_MANY_TARGETS: "The owner has reached the limit of targets.",
    UNKNOWN_TARGET: "The owner has no target of this name.",
    NOT_FOUND: "There is no such message, or it was not given up.",
    MAILER_MISSING: "Mails need the package nodemailer, which is not installed.",
    NOTIFIER_CLOSED: "The notifier was disposed.",
  },
  service: serviceCodes,
  mcp: {
    PACKAGE_MISSING: "The package @modelcontextprotocol/server is not installed.",
  },
  action: {
    INVALID_ACTION: "An action is malformed or beyond a limit; `details.index` says which.",
    ACTION_FAILED: "An action could not be carried out; `details.index` says which.",
  },
  scrape: {
    INVALID_FORMAT: "A requested format is unknown.",
    UNKNOWN_SESSION: "There is no saved session with that id.",
  },
} as const);

/** A room that has error codes. */
export type ErrorRoom = keyof typeof errorTable;

/** The error codes of a room. */
export type ErrorCode<Room extends ErrorRoom> = keyof (typeof errorTable)[Room] & string;
