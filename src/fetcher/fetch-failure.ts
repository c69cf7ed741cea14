import { FetchError } from "./fetch-error.ts";
import { isNetError } from "../net/index.ts";

/** A failure of the connector, under the fetch's code of the same name; others are left alone. */
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
  const { code = "", message } = error as Error & { readonly code?: string };
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") {
    return new FetchError("HEADERS_TOO_LARGE", {
      message: `The response headers of ${url.origin} exceeded the limit.`,
      details: { url: url.href },
      cause: error,
    });
  }
  const details = { url: url.href, reason: code };
  if (isMalformed(code, message)) {
    return new FetchError("INVALID_RESPONSE", {
      message: `Expected an HTTP response of ${url.origin}; got something else: ${message}.`,
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
    message: `Expected at most ${limit} bytes of response headers of ${url.origin}; got more.`,
    details: { url: url.href, limit },
  });
}

/** `HPE_*` is the HTTP/1.1 parser; an end in the middle of a message is a lost connection. */
function isMalformed(code: string, message: string): boolean {
  if (code.startsWith("HPE_")) return code !== "HPE_INVALID_EOF_STATE";
  return code === "UND_ERR_SOCKET" && message.startsWith("bad ");
}
