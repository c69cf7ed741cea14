import type { AttemptFailure, AttemptResult } from "../attempts/attempt.ts";
import type { DeliveryRow } from "../collections.ts";
import type { DeliveryStatus } from "./delivery.ts";
import { ladderWait, MOST_ATTEMPTS } from "../attempts/ladder.ts";

// The life of a delivery (interface, parts 3 and 6), as what each step writes into its row. Every
// write but those of `resent` and `withdrawn` is guarded by the token of the claim.

/** What an attempt makes of its delivery. */
interface AfterAttempt {
  readonly status: DeliveryStatus;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly nextAttemptAt: number | null;
  readonly dueAt: number | null;
  readonly heldUntil: 0;
  readonly token: null;
}

/** What the next state depends on beside the attempt. */
interface AttemptTerms {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** A uniform number in [0, 1). */
  readonly random: number;
  /** Whether Retry-After lengthens the wait. */
  readonly obeyRetryAfter: boolean;
}

/** Why a delivery ends without another attempt. */
export type Withdrawal = "endpoint-removed" | "endpoint-paused" | "body-missing";

/** A delivery that ended, with nothing to come. */
interface Ended {
  readonly status: DeliveryStatus;
  readonly error: string | null;
  readonly nextAttemptAt: null;
  readonly dueAt: null;
  readonly heldUntil: 0;
  readonly token: null;
}

const unheld = Object.freeze({ heldUntil: 0, token: null } as const);
const over = Object.freeze({ nextAttemptAt: null, dueAt: null, ...unheld } as const);

/** The text of a failure: its class and the HTTP status, nothing else from the receiver. */
/** What a failure is in words; of an answer its status says it. */
export const failureTexts: Readonly<Record<Exclude<AttemptFailure, "status">, string>> =
  Object.freeze({
    dns: "the host name has no address",
    "address-not-allowed": "the address is not public",
    connect: "connection refused or unreachable",
    tls: "TLS failed",
    "connection-lost": "the connection ended before the answer",
    timeout: "no answer in time",
    redirects: "too many redirects",
    "invalid-response": "the answer is not HTTP",
    "mail-not-configured": "no mail sender is configured",
    "mail-refused": "the mail was refused",
    "mail-deferred": "the mail server asked to try again later",
    "mail-login": "the mail server refused the login",
  });

const withdrawalTexts: Readonly<Record<Withdrawal, string>> = Object.freeze({
  "endpoint-removed": "the endpoint was removed",
  "endpoint-paused": "the endpoint is paused",
  "body-missing": "the body is no longer stored",
});

/**
 * The state after an attempt that ended. `row.attempts` counts it.
 *
 * | result                               | `ladder`                          | `once`    |
 * |--------------------------------------|-----------------------------------|-----------|
 * | 2xx                                  | `success`                         | `success` |
 * | permanent; 4xx other than 408 and 429 | `exhausted`                       | `failed`  |
 * | any other failure                    | `pending`; the sixth, `exhausted` | `failed`  |
 *
 * A mail that nobody sends is `exhausted` at any rate (decisions, 2.12).
 */
export function afterAttempt(
  row: Pick<DeliveryRow, "mode" | "attempts">,
  result: AttemptResult,
  terms: AttemptTerms,
): AfterAttempt {
  const { httpStatus, failure } = result;
  if (failure === undefined) return { status: "success", httpStatus, error: null, ...over };
  const error = failure === "status" ? `HTTP ${httpStatus ?? "?"}` : failureTexts[failure];
  if (row.mode === "once" && failure !== "mail-not-configured")
    return { status: "failed", httpStatus, error, ...over };
  const wait = isFinal(result) ? undefined : waitAfter(row.attempts, result, terms);
  if (wait === undefined) return { status: "exhausted", httpStatus, error, ...over };
  const dueAt = terms.now + wait;
  return { status: "pending", httpStatus, error, nextAttemptAt: dueAt, dueAt, ...unheld };
}

/** The end of a delivery that nobody may receive any more. */
export function withdrawn(reason: Withdrawal): Ended {
  return { status: "exhausted", error: withdrawalTexts[reason], ...over };
}

/** A delivery that ended, on its way to one more attempt. */
export function resent(now: number): {
  readonly status: "pending";
  readonly mode: "once";
  readonly nextAttemptAt: number;
  readonly dueAt: number;
  readonly heldUntil: 0;
  readonly token: null;
} {
  return { status: "pending", mode: "once", nextAttemptAt: now, dueAt: now, ...unheld };
}

/**
 * A delivery that a worker has. The attempt is counted by the same write.
 * @param leaseMs milliseconds after which another worker may have it
 */
export function claimed(
  now: number,
  leaseMs: number,
  token: string,
): { readonly heldUntil: number; readonly token: string } {
  return { heldUntil: now + leaseMs, token };
}

/** A claimed delivery as it was before; the claim's attempt is taken back. */
export function handedBack(): { readonly heldUntil: 0; readonly token: null } {
  return unheld;
}

/** Whether the worker that had a due delivery was lost in what was to be its last attempt. */
export function isCutOff(row: Pick<DeliveryRow, "mode" | "attempts" | "token">): boolean {
  return row.mode === "once" ? row.token !== null : row.attempts >= MOST_ATTEMPTS;
}

/** The end of a delivery whose last attempt nobody saw end. */
export function cutOff(mode: string): Ended {
  const status = mode === "once" ? "failed" : "exhausted";
  return { status, error: "the sender stopped during the attempt", ...over };
}

/** Whether no other attempt can help. */
function isFinal({ failure, httpStatus, permanent }: AttemptResult): boolean {
  if (permanent) return true;
  const status = failure === "status" ? (httpStatus ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function waitAfter(
  attempts: number,
  { retryAfterMs }: AttemptResult,
  { random, obeyRetryAfter }: AttemptTerms,
): number | undefined {
  return ladderWait(attempts, { random, askedMs: obeyRetryAfter ? retryAfterMs : undefined });
}
