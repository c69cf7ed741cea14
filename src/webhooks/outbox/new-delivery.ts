import { currentTraceparent, type Ids } from "../../core/index.ts";
import type { DeliveryRow } from "../collections.ts";
import { mailAddressOf } from "./mail-address.ts";
import { sign } from "../signing/sign.ts";

const ID_BYTES = 15;

/** Who is to have an event, and what its body is signed with for them. */
export interface Receiver {
  /** Null for a receiver that is not an endpoint. */
  readonly endpointId: string | null;
  /** A callback URL, or `mailto:` and an address. */
  readonly url: string;
  /** Null for a mail, which is not signed. */
  readonly secret: string | null;
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
}

/** The row of a delivery: due at once, with its signature and without the secret. */
export function newDelivery(receiver: Receiver, draft: DeliveryDraft, ids: Ids): DeliveryRow {
  const { body, ...common } = draft;
  const { endpointId, url, secret } = receiver;
  const address = mailAddressOf(url);
  const host = address === undefined ? hostOf(url) : mailHostOf(address);
  return {
    ...common,
    id: `dlv_${ids.token(ID_BYTES)}`,
    endpointId,
    url,
    // Accounts whose receivers are at one host hold up one another no more than those of two.
    lane: endpointId ?? (address === undefined ? `host:${draft.account}:${host}` : host),
    host,
    signature: secret === null ? "" : sign(body, secret),
    secret: null,
    sealedSecret: null,
    status: "pending",
    httpStatus: null,
    attempts: 0,
    error: null,
    nextAttemptAt: draft.createdAt,
    dueAt: draft.createdAt,
    heldUntil: 0,
    token: null,
    trace: currentTraceparent(),
  };
}

/** Mails take turns by domain, and beside what is called at that name. */
function mailHostOf(address: string): string {
  return `mail:${address.slice(address.lastIndexOf("@") + 1).toLowerCase()}`;
}

/** As receivers are told apart by: `a.example` and `a.example.` are one. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}
