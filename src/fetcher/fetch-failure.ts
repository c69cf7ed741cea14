import { FetchError } from "./fetch-error.ts";
import { isNetError } from "../net/index.ts";

/**
 * A failure of the connector under the fetch's code of the same name: `INVALID_URL`,
 * `ADDRESS_NOT_ALLOWED`, `DNS_FAILED`, `CONNECT_FAILED`, `TLS_FAILED`, `PROXY_FAILED`, `TIMEOUT`.
 * Any other failure is left alone.
 */
export function connectFailure(error: unknown, url: URL): unknown {
  if (!isNetError(error)) return error;
  // The allow-list was checked when the connector was made; a URL never carries that code.
  const code = error.code === "INVALID_ALLOW_ENTRY" ? "ADDRESS_NOT_ALLOWED" : error.code;
  return new FetchError(code, {
    message: error.message,
    details: { url: url.href, ...error.details },
    cause: error,
  });
}

/** A failure of an HTTP connection as undici reports it, under the fetch's code for it. */
export function wireFailure(error: Error, url: URL): FetchError {
  const { name, message } = error;
  const reason = "code" in error && typeof error.code === "string" ? error.code : name;
  const details = { url: url.href, reason };
  if (reason === "UND_ERR_HEADERS_OVERFLOW") {
    return new FetchError("HEADERS_TOO_LARGE", {
      message: `The response headers from ${url.origin} exceeded the limit.`,
      details,
      cause: error,
    });
  }
  if (isMalformed(error, reason)) {
    return new FetchError("INVALID_RESPONSE", {
      message: `Expected an HTTP response from ${url.origin}; got something else: ${message}.`,
      details,
      cause: error,
    });
  }
  return new FetchError("CONNECTION_LOST", {
    message: `The connection to ${url.origin} closed before the response was complete: ${message}.`,
    details,
    cause: error,
  });
}

/** The failure of a response with more than `limit` bytes of headers. */
export function headersTooLarge(url: URL, limit: number): FetchError {
  return new FetchError("HEADERS_TOO_LARGE", {
    message: `Expected at most ${limit} bytes of response headers from ${url.origin}; got more.`,
    details: { url: url.href, limit },
  });
}

/** A URL for a message: cut when it is long, and without what may be a password. */
export function shownUrl(text: string): string {
  return text.slice(0, 200).replace(/\/\/[^/?#]*@/, "//");
}

/**
 * Whether the server said something that is not HTTP, as far as undici tells: its parser's error
 * has no code, an unwanted upgrade is "bad", a 101 breaks an assertion.
 */
function isMalformed({ name, message }: Error, reason: string): boolean {
  if (name === "HTTPParserError") return !message.includes("Invalid EOF state");
  if (reason === "UND_ERR_SOCKET") return message.startsWith("bad ");
  return reason === "ERR_ASSERTION";
}
