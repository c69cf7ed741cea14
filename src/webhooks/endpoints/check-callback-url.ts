import type { AddressGuard } from "../../net/index.ts";
import { WebhookError } from "../webhook-error.ts";

/** Characters of a callback URL (interface 2.14, part 6). */
const LONGEST_URL = 2048;

/**
 * Checks what can be known of a callback URL without resolving its name, and gives it parsed. Texts
 * of errors and details tell the host at most: paths and queries often carry secrets.
 * @throws WebhookError `INVALID_URL`
 */
export function checkCallbackUrl(text: unknown, guard: Pick<AddressGuard, "checkUrl">): URL {
  const url = parsed(text);
  try {
    guard.checkUrl(url);
  } catch (cause) {
    throw refused({
      message: `The host '${url.hostname.slice(0, LONGEST_NAME)}' of the callback URL is private, local or otherwise not public.`,
      details: { reason: "address" },
      cause,
    });
  }
  return url;
}

/** Characters of a host name (RFC 1035, 2.3.4); more of it is not shown. */
const LONGEST_NAME = 253;

function parsed(text: unknown): URL {
  if (typeof text !== "string" || text === "") {
    throw invalid("type", `A callback URL must be a string; got ${shownType(text)}.`);
  }
  if (text.length > LONGEST_URL) {
    throw invalid(
      "length",
      `A callback URL must have at most ${LONGEST_URL} characters; got ${text.length}.`,
    );
  }
  const url = isPrintable(text) ? URL.parse(text) : null;
  if (url === null) throw invalid("syntax", "The callback URL is not an absolute URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw invalid("scheme", "A callback URL must begin with http:// or https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("credentials", "A callback URL must not contain a user name or password.");
  }
  return url;
}

/** URL parsers drop white space and controls, so that what is read is not what is called. */
function isPrintable(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- controls are what is looked for
  return !/[\u0000-\u0020\u007f]/.test(text);
}

function shownType(value: unknown): string {
  if (value === "") return "an empty string";
  return value === null ? "null" : typeof value;
}

type Reason = "type" | "length" | "syntax" | "scheme" | "credentials";

function invalid(reason: Reason, message: string): WebhookError {
  return refused({ message, details: { reason } });
}

function refused(parts: ConstructorParameters<typeof WebhookError>[1]): WebhookError {
  return new WebhookError("INVALID_URL", parts);
}
