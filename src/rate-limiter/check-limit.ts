import { checkArgument } from "../core/index.ts";
import { RateLimiterError } from "./rate-limiter-error.ts";
import type { Limit } from "./rate-limiter.ts";

const LONGEST_KEY = 1024;
const MOST_CALLS = 1_000_000;
const LONGEST_WINDOW = 2_592_000_000;

/** @throws RateLimiterError `INVALID_LIMIT` for a key that is not a string or too long */
export function checkKey(key: string): void {
  if (typeof key === "string" && key.length <= LONGEST_KEY) return;
  const came = typeof key === "string" ? `${key.length} characters` : typeof key;
  throw new RateLimiterError("INVALID_LIMIT", {
    message: `A key must be a string of at most ${LONGEST_KEY} characters; got ${came}.`,
  });
}

/** @throws RateLimiterError `INVALID_LIMIT` for a limit or a window out of bounds */
export function checkLimit(given: Limit): void {
  checkArgument("limit of take(key, { limit, windowMs }, { signal })", given, "object");
  const { limit, windowMs } = given;
  if (windowMs === undefined && "window" in given) {
    throw new RateLimiterError("INVALID_LIMIT", {
      message: "'window' of a limit is called 'windowMs' now.",
    });
  }
  checkBound("limit", limit, MOST_CALLS);
  checkBound("windowMs", windowMs, LONGEST_WINDOW);
}

function checkBound(name: keyof Limit, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new RateLimiterError("INVALID_LIMIT", {
    message: `'${name}' must be a whole number from 1 to ${max}; got ${String(value)}.`,
    details: { [name]: value },
  });
}
