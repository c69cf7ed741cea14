import { isActionError, isBrowserError, type BrowserError } from "../../browser/index.ts";
import { isFetchError, type FetchError, type RobotsVerdict } from "../../fetcher/index.ts";
import { isHtmlError } from "../../html/index.ts";
import { isNetError, type NetError } from "../../net/index.ts";
import type { ScrapeFailureCode } from "../scrape-result.ts";

/** The code and the sentence of a failed scrape. */
export interface FailureText {
  readonly code: ScrapeFailureCode;
  readonly error: string;
}

type Phrase = readonly [code: ScrapeFailureCode, phrase: string];

/** Every code but INVALID_HEADER, which is the caller's mistake and is thrown. */
const byFetchCode: Readonly<Record<FetchError["code"], Phrase | undefined>> = Object.freeze({
  INVALID_URL: ["INVALID_URL", "invalid URL"],
  INVALID_HEADER: undefined,
  INVALID_REDIRECT: ["INVALID_URL", "invalid URL after redirect"],
  ADDRESS_NOT_ALLOWED: ["ADDRESS_NOT_ALLOWED", "address not allowed"],
  DNS_FAILED: ["DNS", "DNS failure"],
  CONNECT_FAILED: ["CONNECTION", "connection failed"],
  CONNECTION_LOST: ["CONNECTION", "connection lost"],
  TLS_FAILED: ["TLS", "TLS failure"],
  PROXY_FAILED: ["PROXY", "proxy failure"],
  TIMEOUT: ["TIMEOUT", "timeout"],
  TOO_MANY_REDIRECTS: ["REDIRECTS", "too many redirects"],
  REDIRECT_LOOP: ["REDIRECTS", "redirect loop"],
  INVALID_RESPONSE: ["INVALID_RESPONSE", "invalid response"],
  HEADERS_TOO_LARGE: ["TOO_LARGE", "response headers too large"],
  BODY_TOO_LARGE: ["TOO_LARGE", "page too large"],
  DECOMPRESSION_BOMB: ["TOO_LARGE", "page too large when decompressed"],
  ROBOTS_DENIED: ["ROBOTS", "disallowed by robots.txt"],
  CLOSED: ["INTERNAL", "fetcher closed"],
});

/** Every code but INVALID_STATE, which is the caller's mistake and is thrown. */
const byBrowserCode: Readonly<Record<BrowserError["code"], Phrase | undefined>> = Object.freeze({
  BROWSER_MISSING: ["BROWSER_UNAVAILABLE", "no browser"],
  DRIVER_MISSING: ["BROWSER_UNAVAILABLE", "no browser driver"],
  LAUNCH_FAILED: ["BROWSER_UNAVAILABLE", "browser did not start"],
  NO_BROWSER_FREE: ["BROWSER_UNAVAILABLE", "no browser free"],
  BROWSER_LOST: ["BROWSER_UNAVAILABLE", "browser lost"],
  POOL_CLOSED: ["INTERNAL", "browser closed"],
  PAGE_CRASHED: ["PAGE_CRASHED", "page crashed"],
  MEMORY_EXCEEDED: ["PAGE_CRASHED", "page used too much memory"],
  TIMEOUT: ["TIMEOUT", "timeout"],
  NAVIGATION_FAILED: ["CONNECTION", "connection failed"],
  ADDRESS_NOT_ALLOWED: ["ADDRESS_NOT_ALLOWED", "address not allowed"],
  INVALID_URL: ["INVALID_URL", "invalid URL"],
  DOWNLOAD: ["UNSUPPORTED_TYPE", "not a page"],
  INVALID_STATE: undefined,
});

/** What the guard proxy knows of a navigation that failed. */
const byNetCode: Readonly<Partial<Record<NetError["code"], Phrase>>> = Object.freeze({
  DNS_FAILED: ["DNS", "DNS failure"],
  TLS_FAILED: ["TLS", "TLS failure"],
  PROXY_FAILED: ["PROXY", "proxy failure"],
  TIMEOUT: ["TIMEOUT", "timeout"],
});

/** What Chromium says of a navigation that failed. */
const byChromiumReason: readonly (readonly [RegExp, Phrase])[] = [
  [/ERR_(?:CERT|SSL|TLS|BAD_SSL)/, ["TLS", "TLS failure"]],
  [/ERR_NAME_NOT_RESOLVED/, ["DNS", "DNS failure"]],
  // By a website, within a tunnel: no proxy's word.
  [/ERR_UNEXPECTED_PROXY_AUTH/, ["HTTP_STATUS", "HTTP 407"]],
  [/TIMED_OUT/, ["TIMEOUT", "timeout"]],
  [/ERR_TOO_MANY_REDIRECTS/, ["REDIRECTS", "too many redirects"]],
  [/ERR_INVALID_(?:HTTP_)?RESPONSE|ERR_CONTENT_DECODING/, ["INVALID_RESPONSE", "invalid response"]],
  [/ERR_RESPONSE_HEADERS_TOO_BIG/, ["TOO_LARGE", "response headers too large"]],
  [/ERR_(?:INVALID|DISALLOWED|UNSAFE)_(?:URL|REDIRECT|PORT)/, ["INVALID_URL", "invalid URL"]],
];

/**
 * Turns an engine's error into the failure text of interface part 7: a fixed phrase that clients
 * look for, then the engine's own sentence. Undefined when the error is not one of the engines'.
 */
export function failureText(error: unknown): FailureText | undefined {
  if (isFetchError(error)) {
    const [code, phrase] = byFetchCode[error.code] ?? [];
    return code && { code, error: `${phrase}: ${error.message}` };
  }
  if (isBrowserError(error)) return browserFailure(error);
  if (isActionError(error, "ACTION_FAILED")) {
    return { code: "ACTION_FAILED", error: error.message };
  }
  if (isHtmlError(error, "INPUT_TOO_LARGE")) {
    return { code: "TOO_LARGE", error: `page too large: ${error.message}` };
  }
  return undefined;
}

function browserFailure(error: BrowserError): FailureText | undefined {
  const phrase =
    error.code === "NAVIGATION_FAILED" ? navigationPhrase(error) : byBrowserCode[error.code];
  const [code, text] = phrase ?? [];
  return code && { code, error: `${text}: ${error.message}` };
}

function navigationPhrase({ cause, details }: BrowserError): Phrase | undefined {
  const known = isNetError(cause) ? byNetCode[cause.code] : undefined;
  const told = byChromiumReason.find(([pattern]) => pattern.test(details.reason ?? ""))?.[1];
  return known ?? told ?? byBrowserCode.NAVIGATION_FAILED;
}

/** The failure of a final response with status 400 or above. */
export function httpFailure(status: number, statusText: string): FailureText {
  const reason = statusText === "" ? "" : ` ${statusText}`;
  return { code: "HTTP_STATUS", error: `HTTP ${status}${reason}` };
}

/** The failure of a page that robots.txt forbids. */
export function robotsFailure({ robotsUrl, reason }: RobotsVerdict): FailureText {
  const claim =
    reason === "unavailable"
      ? "could not be loaded, so nothing on the site may be fetched"
      : "does not allow the page";
  return { code: "ROBOTS", error: `disallowed by robots.txt: ${robotsUrl} ${claim}` };
}

/** Why a robots.txt could not be loaded. */
export function robotsOutage({ status, cause }: RobotsVerdict): string {
  const answer = status === undefined ? "there was no answer" : httpFailure(status, "").error;
  return (failureText(cause)?.error ?? answer).replace(/\.$/, "");
}

/** The failure of a challenge, captcha or block page. */
export function blockedFailure(vendor: string, status: number): FailureText {
  return { code: "BLOCKED", error: `blocked by website (${vendor}), HTTP ${status}` };
}
