import type { Limit } from "./rate-limiter.ts";

/**
 * The name under which a server keeps the calls of a key under one limit; two names are equal only
 * where both are. JSON has an escape for whatever is not valid in UTF-8 or in a text of Postgres.
 */
export function storedKey(key: string, { limit, windowMs }: Limit): string {
  return `${limit}/${windowMs}:${JSON.stringify(key).slice(1, -1)}`;
}
