import { isFetchError } from "../../fetcher/index.ts";
import { isUnreachable } from "../unreachable.ts";
import { VaultError } from "../vault-error.ts";

/** The last answer that an SDK had before it failed. */
export interface LastAnswer {
  /** Who answered: the cloud's sign-in, or the key vault. */
  readonly from: "login" | "vault";
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** Whether a token had been had by then. */
  readonly signedIn: boolean;
  /** Of a refusal; it is looked at and goes no further. */
  readonly body: string;
}

type Code = VaultError["code"];

/** What an answer means, as the SDK's own errors do not tell all of it. */
export function answerFailure(answer: LastAnswer): VaultError {
  const { from, status, retryAfterMs } = answer;
  if (status === 429) {
    const details = retryAfterMs === undefined ? {} : { retryAfterMs };
    const message = "Azure limits the rate of calls; wait before the next call.";
    return new VaultError("SOURCE_THROTTLED", { message, details });
  }
  if (status >= 500) return failure("SOURCE_UPSTREAM_ERROR", `Azure failed (status ${status}).`);
  return from === "login" ? loginFailure(answer) : vaultFailure(answer);
}

/** RFC 6749 (5.2): errors that are not about who signs in. */
const NOT_OF_THE_CLIENT =
  /"error"\s*:\s*"(?:invalid_scope|invalid_resource|temporarily_unavailable)"/;

function loginFailure({ status, body }: LastAnswer): VaultError {
  const isRefusal = status === 400 || status === 401 || status === 403;
  if (!isRefusal || NOT_OF_THE_CLIENT.test(body) || !/"error"\s*:/.test(body)) {
    const message = `The sign-in at Azure returned no token (status ${status}).`;
    return failure("SOURCE_UPSTREAM_ERROR", message);
  }
  // Entra ID numbers its reasons; the text beside them may repeat what was sent.
  const reason = /\bAADSTS(\d{4,8})\b/.exec(body)?.[1];
  const number = reason === undefined ? "" : ` (AADSTS${reason})`;
  const hint = reason === "7000215" ? " Use the client secret's value, not its id." : "";
  const message = `Azure refused the tenant, the client or its secret${number}.${hint}`;
  return failure("SOURCE_AUTH_FAILED", message);
}

function vaultFailure({ status, signedIn }: LastAnswer): VaultError {
  if (status === 401 && signedIn) {
    return failure("SOURCE_AUTH_FAILED", "The key vault refused the token.");
  }
  if (status === 403) {
    return failure("SOURCE_FORBIDDEN", "The client is not allowed to read the key vault.");
  }
  if (status === 404) {
    return failure("SOURCE_ITEM_NOT_FOUND", "The key vault does not have the secret.");
  }
  const message =
    status === 401
      ? "The server's challenge is not that of a key vault; no token was requested."
      : `The key vault's answer does not match its documentation (status ${status}).`;
  return failure("SOURCE_UPSTREAM_ERROR", message);
}

/** A request without an answer; the host of a key vault that was deleted is not there any more. */
export function exchangeFailure(from: LastAnswer["from"], cause: unknown): VaultError {
  const isGone = isFetchError(cause, "DNS_FAILED") && cause.details.reason === "ENOTFOUND";
  if (isGone && from === "vault") {
    return failure("SOURCE_ITEM_NOT_FOUND", "There is no key vault with this name.");
  }
  const code = isFetchError(cause) ? cause.code : "an unknown failure";
  const whom = from === "login" ? "The sign-in at Azure" : "The key vault";
  return isUnreachable(cause)
    ? failure("SOURCE_UNREACHABLE", `${whom} could not be reached (${code}).`)
    : failure("SOURCE_UPSTREAM_ERROR", `${whom} sent an unreadable answer (${code}).`);
}

/** A failure with no facts but its code; nothing of an SDK's error goes into it. */
export function failure(code: Code, message: string): VaultError {
  return new VaultError(code, { message, details: {} });
}
