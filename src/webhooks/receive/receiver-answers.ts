import type { RefusalReason } from "./verify-result.ts";
import type { Answer } from "./incoming.ts";

/** Why a request was not answered with 2xx. */
export type ReceiverFailure =
  | RefusalReason
  | "method-not-allowed"
  /** The same delivery is being handled. */
  | "busy"
  /** `onDelivery` threw. */
  | "handler-failed"
  /** The store of seen deliveries cannot be asked. */
  | "store-failed"
  /** The exact bytes of the body are gone. */
  | "body-consumed";

/** Senders give up at once after a 4xx (but 408 and 429), and try again after a 5xx. */
const statuses: Readonly<Record<ReceiverFailure, number>> = {
  "missing-signature": 401,
  "malformed-signature": 400,
  "wrong-signature": 401,
  "missing-timestamp": 400,
  "malformed-timestamp": 400,
  "too-old": 401,
  "too-new": 401,
  "missing-delivery-id": 400,
  "malformed-delivery-id": 400,
  "body-too-large": 413,
  "body-incomplete": 408,
  "method-not-allowed": 405,
  busy: 503,
  "handler-failed": 500,
  "store-failed": 503,
  "body-consumed": 500,
};

const extraHeaders: { readonly [Reason in ReceiverFailure]?: Readonly<Record<string, string>> } = {
  "method-not-allowed": { allow: "POST" },
  busy: { "retry-after": "60" },
};

/** The answer that says so. */
export function failureAnswer(reason: ReceiverFailure): Answer {
  const body = JSON.stringify({ error: reason });
  const headers = { "content-type": "application/json", ...extraHeaders[reason] };
  return { status: statuses[reason], headers, body };
}

/** The answer to a delivery that was handled, now or before. */
export const handledAnswer: Answer = Object.freeze({ status: 204, headers: {}, body: "" });
