import { FetchError } from "../fetch-error.ts";

/** Headers of a request. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Headers as a caller may give them: an object, or pairs such as those of `Headers` and `Map`. */
export type HeadersInput = RequestHeaders | Iterable<readonly [name: string, value: string]>;

/** What the fetcher says of itself in every request. */
interface HeaderDefaults {
  readonly userAgent: string;
  readonly acceptLanguage: string;
}

const ACCEPT =
  "text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,*/*;q=0.8";

/** What {@link readBody} can undo; every supported Node has all four. */
const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** Set by the connection; from a caller they could split or smuggle requests. */
const RESERVED: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "proxy-connection",
  "proxy-authorization",
  "http2-settings",
]);

/** What describes a body that is no longer sent (Fetch: request-body-header name). */
const OF_THE_BODY: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-language",
  "content-location",
  "content-type",
]);

/** What a caller's header may still say when a redirect leaves the origin: nothing secret. */
const CROSS_ORIGIN: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-encoding",
  "content-language",
  "content-type",
  "dnt",
  "pragma",
  "sec-gpc",
  "upgrade-insecure-requests",
  "user-agent",
]);

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/** RFC 9110, 5.5: no control characters but the tab, and nothing beyond Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The caller's headers with lower-case names.
 * @throws FetchError `INVALID_HEADER` for a name or value that HTTP does not allow, a name given
 *   twice, and names that belong to the connection (Host, Content-Length …)
 */
export function checkHeaders(headers: HeadersInput): RequestHeaders {
  const checked: Record<string, string> = {};
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [given, value] of pairs as Iterable<[string, string]>) {
    const name = given.toLowerCase();
    if (!TOKEN.test(name)) throw invalid(given, "a name that HTTP allows");
    if (RESERVED.has(name)) throw invalid(given, "no header of the connection");
    if (Object.hasOwn(checked, name)) throw invalid(given, "each header once");
    if (typeof value !== "string" || !VALUE.test(value))
      throw invalid(given, "a value without control characters");
    checked[name] = value.trim();
  }
  return checked;
}

/** The headers that every request of a fetcher starts from. */
export function defaultHeaders({ userAgent, acceptLanguage }: HeaderDefaults): RequestHeaders {
  const language = acceptLanguage === "" ? {} : { "accept-language": acceptLanguage };
  return checkHeaders({
    "user-agent": userAgent,
    accept: ACCEPT,
    ...language,
    "accept-encoding": ACCEPT_ENCODING,
  });
}

/** The caller's headers that may follow a redirect to another origin. */
export function crossOriginHeaders(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CROSS_ORIGIN.has(name)));
}

/** The caller's headers of a request whose body a redirect has dropped. */
export function withoutBodyHeaders(headers: RequestHeaders): RequestHeaders {
  for (const name in headers) {
    if (!OF_THE_BODY.has(name)) continue;
    return Object.fromEntries(Object.entries(headers).filter(([each]) => !OF_THE_BODY.has(each)));
  }
  return headers;
}

function invalid(name: string, expected: string): FetchError {
  // The value stays out of the message: it may be a secret.
  const shown = JSON.stringify(name.slice(0, 100));
  return new FetchError("INVALID_HEADER", {
    message: `Expected ${expected} among the request headers; got ${shown}.`,
    details: { header: name.slice(0, 100) },
  });
}
