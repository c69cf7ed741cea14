import type { Ids } from "../core/index.ts";
import type { DeliveryRow } from "./collections.ts";
import { sign } from "./sign.ts";

const ID_BYTES = 15;

/** Who is to have an event, and what its body is signed with for them. */
export interface Receiver {
  /** Null for one that is no endpoint. */
  readonly endpointId: string | null;
  readonly url: string;
  readonly secret: string;
}

/** What all deliveries of an event have in common. */
export interface DeliveryDraft {
  readonly account: string;
  readonly eventId: string;
  readonly type: string;
  readonly jobId: string | null;
  readonly body: Uint8Array;
  /** `ladder`: six attempts; `once`: one. */
  readonly mode: "ladder" | "once";
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether the secret is kept for signatures that are made anew at each attempt. */
  readonly keepsSecret: boolean;
}

/** The row of a delivery: due at once, with its signature. */
export function newDelivery(receiver: Receiver, draft: DeliveryDraft, ids: Ids): DeliveryRow {
  const { body, keepsSecret, ...common } = draft;
  const { endpointId, url, secret } = receiver;
  const host = hostOf(url);
  return {
    ...common,
    id: `dlv_${ids.token(ID_BYTES)}`,
    endpointId,
    url,
    lane: endpointId ?? `host:${host}`,
    host,
    signature: sign(body, secret),
    secret: keepsSecret ? secret : null,
    status: "pending",
    httpStatus: null,
    attempts: 0,
    error: null,
    nextAttemptAt: draft.createdAt,
    dueAt: draft.createdAt,
    heldUntil: 0,
    token: null,
  };
}

/** As receivers are told apart by: `a.example` and `a.example.` are one. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}
