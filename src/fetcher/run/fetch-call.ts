import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";
import type { BodySink } from "../body/body-sink.ts";
import type { Cookies } from "../cookies/cookies.ts";
import { FetchError } from "../fetch-error.ts";
import { shownUrl } from "../fetch-failure.ts";
import { isIdempotent, methods, type Method } from "./method.ts";
import { checkHeaders, type HeadersInput, type RequestHeaders } from "./request-headers.ts";

/** One fetch. */
export interface FetchCall {
  /** Cancels the fetch; its socket is closed. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Headers to send beside or instead of the fetcher's own, names in any case. At a redirect to
   * another origin only harmless ones (Accept, User-Agent and the like) go along.
   */
  readonly headers?: HeadersInput | undefined;
  /** The country to fetch from, as the proxy provider names it. */
  readonly country?: string | undefined;
  /** Fetches of one session share cookies and a proxy. */
  readonly session?: string | undefined;
  /** Cookies of the caller's, in place of those of the session. */
  readonly cookies?: Cookies | undefined;
  /**
   * How old a copy in the cache may be, in milliseconds from 0: a younger one is the page, an older
   * one is confirmed with the server when it can be. The server's own freshness is not consulted,
   * its `no-store` is. Absent, the cache is neither asked nor filled.
   */
  readonly maxAgeMs?: number | undefined;
  /**
   * The method. A redirect changes it as in a browser: 303 makes it GET, 301 and 302 make a POST one;
   * 307 and 308 keep it, and the body. What is neither GET nor HEAD has nothing to do with the cache.
   * @default "GET"
   */
  readonly method?: Method | undefined;
  /** What is sent, text as UTF-8; not with GET and HEAD. Its type is a header of the caller's. */
  readonly body?: Uint8Array | string | undefined;
  /**
   * Whether the request may be sent again although its method does not say so, as a search by POST
   * may. GET, HEAD, PUT and DELETE may always be.
   * @default false
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Asked before each request, redirects and retries included, behind the address guard; what it
   * throws ends the fetch. It may wait; `signal` aborts when the fetch ends.
   */
  readonly checkHop?: ((url: URL, signal: AbortSignal) => void | Promise<void>) | undefined;
  /**
   * Takes the body piece by piece, so that it is never in memory as a whole. Nothing is tried again
   * once a piece was given away.
   */
  readonly sink?: BodySink | undefined;
  /** In place of the fetcher's `timeoutMs`; 1 or more. */
  readonly timeoutMs?: number | undefined;
  /**
   * `manual`: a redirect is not followed, its response is the page.
   * @default "follow"
   */
  readonly redirect?: "follow" | "manual" | undefined;
  /**
   * `follow`: a page that sends its reader elsewhere within 5 seconds, by a `Refresh` header or a
   * `meta` refresh (WHATWG HTML 4.2.5.3), is followed at once as a redirect is; of GET and statuses
   * below 400 alone, and never with `redirect: "manual"` or a `sink`.
   * @default "ignore"
   */
  readonly refresh?: "follow" | "ignore" | undefined;
  /** Further attempts in place of the fetcher's `retries`; 0 or more. */
  readonly retries?: number | undefined;
  /** In place of the fetcher's `maxBytes`; 1 or more. */
  readonly maxBytes?: number | undefined;
  /** In place of the fetcher's `onOversize`. */
  readonly onOversize?: "fail" | "truncate" | undefined;
  /**
   * Media types such as `text/html` whose body is wanted. When the response declares another one
   * its body is left, and the page is `unread`. All when absent.
   */
  readonly mediaTypes?: readonly string[] | undefined;
}

/** A call whose every part has been checked. */
export interface CheckedCall {
  readonly url: URL;
  readonly headers: RequestHeaders;
  readonly method: Method;
  readonly body: Uint8Array | undefined;
  readonly mayRetry: boolean;
  readonly checkHop: FetchCall["checkHop"];
  readonly sink: BodySink | undefined;
  readonly cookies: Cookies | undefined;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly country: string | undefined;
  readonly session: string | undefined;
  readonly maxAgeMs: number | undefined;
  readonly redirect: "follow" | "manual";
  readonly refresh: "follow" | "ignore";
  readonly retries: number | undefined;
  readonly maxBytes: number | undefined;
  readonly onOversize: "fail" | "truncate" | undefined;
  readonly mediaTypes: ReadonlySet<string> | undefined;
}

const defaults: { [K in keyof Required<FetchCall>]: FetchCall[K] } = Object.freeze({
  signal: undefined,
  headers: undefined,
  country: undefined,
  session: undefined,
  cookies: undefined,
  maxAgeMs: undefined,
  method: "GET",
  body: undefined,
  idempotent: false,
  checkHop: undefined,
  sink: undefined,
  timeoutMs: undefined,
  redirect: "follow",
  refresh: "ignore",
  retries: undefined,
  maxBytes: undefined,
  onOversize: undefined,
  mediaTypes: undefined,
});

/** Longer URLs are no URLs of pages; servers refuse them at a fraction of this. */
const MAX_URL = 65_536;

const NO_HEADERS: RequestHeaders = Object.freeze({});

/**
 * @throws FetchError `INVALID_URL`, `INVALID_HEADER`; CoreError `INVALID_OPTION`; the signal's
 *   reason when it has aborted
 */
export function checkCall(url: string | URL, call: FetchCall | undefined): CheckedCall {
  const settings = withDefaults(defaults, call);
  const { signal, headers, country, session, maxAgeMs, method, redirect } = settings;
  const { retries, maxBytes, onOversize, mediaTypes, timeoutMs } = settings;
  const { cookies, checkHop, sink, refresh } = settings;
  signal?.throwIfAborted();
  if (maxAgeMs !== undefined) checkNumber("maxAgeMs", maxAgeMs, { min: 0, integer: false });
  if (retries !== undefined) checkNumber("retries", retries, { min: 0 });
  if (maxBytes !== undefined) checkNumber("maxBytes", maxBytes, { min: 1 });
  if (timeoutMs !== undefined) checkNumber("timeoutMs", timeoutMs, { min: 1, integer: false });
  const checkedMethod = oneOf("method", method, methods) ?? "GET";
  return {
    url: pageUrl(url),
    headers: headers === undefined ? NO_HEADERS : checkHeaders(headers),
    method: checkedMethod,
    body: checkBody(settings.body, checkedMethod),
    mayRetry: settings.idempotent === true || isIdempotent(checkedMethod),
    cookies,
    checkHop,
    sink,
    timeoutMs,
    signal,
    country,
    session,
    maxAgeMs,
    redirect: oneOf("redirect", redirect, ["follow", "manual"]) ?? "follow",
    refresh: oneOf("refresh", refresh, ["follow", "ignore"]) ?? "ignore",
    retries,
    maxBytes,
    onOversize: oneOf("onOversize", onOversize, ["fail", "truncate"]),
    mediaTypes: mediaTypes === undefined ? undefined : checkMediaTypes(mediaTypes),
  };
}

function oneOf<Value extends string>(
  option: string,
  value: Value | undefined,
  known: readonly Value[],
): Value | undefined {
  if (value === undefined || known.includes(value)) return value;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be ${known.join(" or ")}; got '${value}'.`,
    details: { option },
  });
}

function checkBody(body: FetchCall["body"], method: Method): Uint8Array | undefined {
  if (body === undefined) return undefined;
  const given = typeof body === "string" || body instanceof Uint8Array;
  if (!given || method === "GET" || method === "HEAD") {
    throw new CoreError("INVALID_OPTION", {
      message: given
        ? `Option 'body' cannot be used with the method ${method}.`
        : "Option 'body' must be a string or bytes.",
      details: { option: "body" },
    });
  }
  return typeof body === "string" ? Buffer.from(body) : body;
}

/** The last list that was checked: callers pass one and the same with every call. */
let known: { readonly list: readonly string[]; readonly types: ReadonlySet<string> } | undefined;

function checkMediaTypes(list: readonly string[]): ReadonlySet<string> {
  if (known?.list === list) return known.types;
  const isType = (it: unknown): boolean =>
    typeof it === "string" && /^[^\s/;]+\/[^\s/;]+$/.test(it);
  if (!Array.isArray(list) || !list.every(isType)) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'mediaTypes' must be a list such as ["text/html"]; got ${JSON.stringify(list)}.`,
      details: { option: "mediaTypes" },
    });
  }
  const types = new Set(list.map((type) => type.toLowerCase()));
  if (Object.isFrozen(list)) known = { list, types };
  return types;
}

/**
 * A URL of our own, which the caller cannot change while we use it.
 * @throws FetchError `INVALID_URL`
 */
export function pageUrl(input: string | URL): URL {
  const text = String(input);
  if (text.length > MAX_URL) throw invalid(text, `a URL of at most ${MAX_URL} characters`);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid(text, "an absolute http or https URL");
  }
  if (url.username === "" && url.password === "") return url;
  throw invalid(text, "a URL without user name and password");
}

function invalid(text: string, expected: string): FetchError {
  const url = shownUrl(text);
  return new FetchError("INVALID_URL", {
    message: `Expected ${expected}; got '${url}'.`,
    details: { url },
  });
}
