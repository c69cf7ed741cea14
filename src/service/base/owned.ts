import { ServiceError } from "./service-error.ts";

/**
 * What belongs to an account, by what it is called, and how another account is refused (interface, part 5):
 * with 403, or as if there were none.
 */
const REFUSALS = {
  job: "FORBIDDEN",
  "Wire job": "NOT_FOUND",
  "saved session": "FORBIDDEN",
  "interactive session": "FORBIDDEN",
  scraper: "FORBIDDEN",
  identity: "FORBIDDEN",
  credential: "FORBIDDEN",
  "identity source": "FORBIDDEN",
  "build request": "FORBIDDEN",
  recording: "FORBIDDEN",
  "extraction recipe": "FORBIDDEN",
  monitor: "FORBIDDEN",
} as const;

/** One of what belongs to an account. */
type Owned = keyof typeof REFUSALS;

/** What knows whose it is. */
type Row = { readonly account: string } | { readonly owner: string };

/**
 * A row that is the account's own.
 * @throws ServiceError `NOT_FOUND` without one; `FORBIDDEN` or `NOT_FOUND` for another account's
 */
export function owned<Found extends Row>(
  what: Owned,
  row: Found | undefined,
  account: string,
): Found {
  if (row === undefined) throw unknown(what);
  if (("account" in row ? row.account : row.owner) === account) return row;
  if (REFUSALS[what] === "NOT_FOUND") throw unknown(what);
  throw new ServiceError("FORBIDDEN", { message: `The ${what} does not belong to your account.` });
}

/** The refusal of an id, or a path, that nothing has. */
export function unknown(what: string): ServiceError {
  const name = what === "Wire job" ? "job" : what;
  return new ServiceError("NOT_FOUND", { message: `There is no ${name} with this id.` });
}
