import type { ErrorCode } from "../core/index.ts";
import { WebhookError } from "./webhook-error.ts";

/** Characters of an account's and a job's id; both together are a key of an index. */
export const LONGEST_ID = 256;

/**
 * Refuses what is no account: a store would take an object as a condition, and so as the rows of
 * all accounts.
 * @throws WebhookError with the code
 */
export function checkAccount(account: unknown, code: ErrorCode<"webhook">): void {
  if (isId(account)) return;
  throw new WebhookError(code, {
    message: `An account must be a string of 1 to ${LONGEST_ID} characters; got ${typeof account}.`,
    details: { field: "account" },
  });
}

/** Whether it can be the id of an account or a job. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_ID;
}
