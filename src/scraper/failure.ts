import { isFetchError, type FetchError } from "../fetcher/index.ts";
import { isHtmlError } from "../html/index.ts";
import type { ScrapeFailureCode } from "./scrape-result.ts";

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

/**
 * Turns an engine's error into the failure text of interface part 7: a fixed phrase that clients
 * look for, then the engine's own sentence. Undefined when the error is not one of the engines'.
 */
export function failureText(error: unknown): FailureText | undefined {
  if (isFetchError(error)) {
    const [code, phrase] = byFetchCode[error.code] ?? [];
    return code && { code, error: `${phrase}: ${error.message}` };
  }
  if (isHtmlError(error, "INPUT_TOO_LARGE")) {
    return { code: "TOO_LARGE", error: `page too large: ${error.message}` };
  }
  return undefined;
}

/** The failure of a final response with status 400 or above. */
export function httpFailure(status: number, statusText: string): FailureText {
  const reason = statusText === "" ? "" : ` ${statusText}`;
  return { code: "HTTP_STATUS", error: `HTTP ${status}${reason}` };
}

/** The failure of a challenge, captcha or block page. */
export function blockedFailure(vendor: string, status: number): FailureText {
  return { code: "BLOCKED", error: `blocked by website (${vendor}), HTTP ${status}` };
}
