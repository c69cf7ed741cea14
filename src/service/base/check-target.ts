import { createAddressGuard, isNetError } from "../../net/index.ts";
import type { KindParts } from "./parts.ts";
import { ServiceError } from "./service-error.ts";

/** Characters of a URL field (decisions, part 8). */
const LONGEST_URL = 2048;

/**
 * Makes the check of URLs that strangers want fetched: what can be known without resolving names.
 * @param allow hosts that are let through although they are not public
 * @throws NetError `INVALID_ALLOW_ENTRY`
 */
export function createTargetCheck(allow: readonly string[]): KindParts["checkTarget"] {
  const guard = createAddressGuard({ allow });
  return (field, text) => {
    const url = parsed(field, text);
    try {
      guard.checkUrl(url);
    } catch (cause) {
      if (!isNetError(cause)) throw cause;
      const shown = url.hostname.slice(0, LONGEST_NAME);
      throw refused(field, `the host '${shown}' is private, local or otherwise not public`, cause);
    }
  };
}

/** Characters of a host name (RFC 1035, 2.3.4); more of it is not shown. */
const LONGEST_NAME = 253;

function parsed(field: string, text: string): URL {
  if (text.length > LONGEST_URL) {
    throw refused(field, `a URL must have at most ${LONGEST_URL} characters; got ${text.length}`);
  }
  const url = isReadable(text) ? URL.parse(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw refused(field, "expected an absolute URL that begins with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw refused(field, "a URL must not contain a user name or password");
  }
  return url;
}

/** The URL parser drops some controls and replaces lone surrogates: another URL would be fetched. */
function isReadable(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- controls are what is looked for
  return text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text);
}

function refused(field: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message: `${field}: ${reason}.`, cause });
}
