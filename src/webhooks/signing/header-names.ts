import { CoreError } from "../../core/index.ts";

/** Names of our headers, in lower case. */
export interface HeaderNames {
  /** Of the attempt, in Unix seconds. */
  readonly timestamp: string;
  /** The same on every attempt. */
  readonly deliveryId: string;
  readonly event: string;
  readonly signature: string;
}

/** A header's name is a token (RFC 9110, 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

/** Visible ASCII, with spaces inside (RFC 9110, 5.5, without its obsolete part). */
const TEXT = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/**
 * The names that begin with the given prefix; what follows it is fixed.
 * @param prefix 1 to 64 characters that a header's name may have
 * @throws CoreError `INVALID_OPTION`
 */
export function headerNames(prefix: string): HeaderNames {
  if (typeof prefix !== "string" || !TOKEN.test(prefix)) {
    throw refusal("headerPrefix", "1 to 64 characters that are allowed in a header name", prefix);
  }
  const start = prefix.toLowerCase();
  return {
    timestamp: `${start}timestamp`,
    deliveryId: `${start}delivery-id`,
    event: `${start}event`,
    signature: `${start}signature`,
  };
}

/**
 * Refuses what cannot be the value of a header: 1 to 1,024 visible ASCII characters, spaces inside.
 * @param option what the error calls it
 * @throws CoreError `INVALID_OPTION`
 */
export function checkHeaderText(option: string, text: string): void {
  if (isHeaderText(text)) return;
  throw refusal(option, "1 to 1024 visible ASCII characters", text);
}

/** Whether it can be the value of a header: 1 to 1,024 visible ASCII characters, spaces inside. */
export function isHeaderText(text: unknown): boolean {
  return typeof text === "string" && TEXT.test(text);
}

function refusal(option: string, expected: string, value: unknown): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be ${expected}; got ${JSON.stringify(value) ?? typeof value}.`,
    details: { option, value },
  });
}
