/**
 * Every error code of the library, by room, with the sentence that documents it. The classes take
 * their `code` from here and the README's list is checked against it.
 */
export const errorTable = Object.freeze({
  core: {
    INVALID_OPTION: "An option is unknown, of the wrong type or out of bounds.",
    INVALID_URL: "The text is not an absolute http or https URL.",
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
    CLOSED: "The guard proxy was disposed.",
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
    ROBOTS_DENIED: "robots.txt does not allow the URL and the fetcher was told to obey it.",
    CLOSED: "The fetcher was disposed.",
  },
  html: {
    INVALID_INPUT: "The input is not what the function takes: a string, a tree or a view.",
    INPUT_TOO_LARGE: "The HTML is longer than the limit.",
    INVALID_SELECTOR: "A CSS selector cannot be read.",
  },
  markdown: {
    INVALID_INPUT: "The input is neither a string of HTML nor a parsed view.",
    TURNDOWN_MISSING: "Rules or plugins of turndown were given and the package is not installed.",
  },
  converter: {
    CONVERSION_TIMEOUT: "The conversion took longer than the limit; its worker was replaced.",
    WORKER_LOST: "The worker ran out of memory or crashed on the page; it was replaced.",
    QUEUE_FULL: "As many pages wait for a worker as may.",
    POOL_CLOSED: "The pool was disposed.",
  },
  storage: {
    CONFLICT: "A key or unique group has the values already.",
    UNKNOWN_COLLECTION: "The collection was not ensured.",
    INVALID_COLLECTION: "The declaration of a collection is not valid.",
    INVALID_VALUE: "A value does not fit its field or cannot be stored exactly.",
    INVALID_QUERY: "A condition, order or limit does not fit the collection.",
    MIGRATION_REFUSED: "The declared collection contradicts what the store holds.",
    INVALID_KEY: "A key is empty, too long or not well-formed Unicode.",
    INVALID_RANGE: "The range is malformed or begins behind the blob's last byte.",
    SEAL_BROKEN: "The sealed value was altered, belongs elsewhere or its key was destroyed.",
    UNKNOWN_KEY: "The key ring lacks the key that the value was sealed with.",
    PACKAGE_MISSING: "The package that the adapter drives is not installed.",
    UNAVAILABLE: "The store could not be reached or did not answer within the deadline.",
    STORE_FULL: "There is no space left for the store.",
    READ_ONLY: "The store cannot be written.",
    CLOSED: "The store was closed.",
  },
  queue: {
    INVALID_JOB: "The job's topic, id, body, time or priority is not valid.",
    PACKAGE_MISSING: "The package that the adapter drives is not installed.",
    UNAVAILABLE: "The queue's store could not be reached or did not answer within the deadline.",
    QUEUE_CLOSED: "The queue was closed.",
  },
  rateLimiter: {
    INVALID_LIMIT: "The key, the limit or the window is out of bounds.",
    PACKAGE_MISSING: "The package that the adapter drives is not installed.",
    UNAVAILABLE: "The limiter's store could not be reached or did not answer within the deadline.",
    LIMITER_CLOSED: "The limiter was closed.",
  },
  browser: {
    BROWSER_MISSING: "No Chromium was found, or what was named is none.",
    DRIVER_MISSING: "Neither puppeteer-core nor puppeteer is installed.",
    LAUNCH_FAILED: "Chromium was found and did not start.",
    NO_BROWSER_FREE: "No page became free in time, or too many callers wait already.",
    BROWSER_LOST: "The browser crashed, hung or was killed; the pool replaces it.",
    PAGE_CRASHED: "The page's process ended.",
    MEMORY_EXCEEDED: "The page took more memory than one may.",
    TIMEOUT: "The page did not get there in time.",
    NAVIGATION_FAILED:
      "The page could not be loaded; `details.reason` has the browser's own words.",
    ADDRESS_NOT_ALLOWED: "The host, or one redirected to, is private, local or not public.",
    INVALID_URL: "The URL is not http or https.",
    DOWNLOAD: "The URL is a file to download, not a page.",
    INVALID_STATE: "The saved session is not in the format of storageState.",
    POOL_CLOSED: "The pool was disposed.",
  },
  map: {
    INVALID_PATTERN: "A glob is empty or too long, or there are too many.",
    SEED_FAILED: "The start page could not be had; `details.status` or the cause says why.",
  },
  crawl: {
    CRAWL_CHANGED: "A crawl of that name was begun with another seed or other limits.",
    CRAWL_USED: "A crawl was iterated a second time.",
    READ_TIMEOUT: "Reading the page took longer than the limit; its thread was replaced.",
    READER_LOST: "The thread ran out of memory or crashed on the page; it was replaced.",
    CRAWLER_CLOSED: "The crawler was disposed.",
  },
  webhook: {
    INVALID_URL: "The callback URL is malformed, not http or https, too long, or private.",
    INVALID_ENDPOINT: "A field of the endpoint is of the wrong type or too long.",
    INVALID_EVENT: "The event's data is no JSON, or it has too many receivers.",
    UNKNOWN_EVENT: "The event's name is not one of those that the webhooks were made with.",
    INVALID_QUERY: "A condition or the limit of a list of deliveries is not valid.",
    INVALID_SECRET: "A signing secret is empty or too long.",
    TOO_MANY_ENDPOINTS: "The account has as many endpoints as it may.",
    NOT_FOUND: "There is no such endpoint or delivery, or it is another account's.",
    CONFLICT: "The delivery is pending or has succeeded, or its endpoint is paused.",
    BODY_CONSUMED: "Something read the body of a delivery before it could be verified.",
    WEBHOOKS_CLOSED: "The webhooks were disposed.",
  },
  action: {
    INVALID_ACTION: "An action is malformed or beyond a limit; `details.index` says which.",
    ACTION_FAILED: "An action could not be carried out; `details.index` says which.",
  },
  scrape: {
    INVALID_FORMAT: "A requested format is unknown.",
    UNKNOWN_SESSION: "There is no saved session of that id.",
  },
} as const);

/** A room that has error codes. */
export type ErrorRoom = keyof typeof errorTable;

/** The error codes of a room. */
export type ErrorCode<Room extends ErrorRoom> = keyof (typeof errorTable)[Room] & string;
