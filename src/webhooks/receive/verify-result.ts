import type { Json } from "../../storage/index.ts";

/** How deliveries are signed: as the service does, or as Standard Webhooks 1.0 says. */
export type SignatureScheme = "service" | "standard";

/** Why a delivery is refused. */
export type RefusalReason =
  | "missing-signature"
  /** None of the signatures is written as one. */
  | "malformed-signature"
  /** None of the signatures fits the body and a secret. */
  | "wrong-signature"
  | "missing-timestamp"
  /** Not a number of seconds, or several. */
  | "malformed-timestamp"
  /** Signed longer ago than is tolerated: a repeat by somebody else, or a clock that is wrong. */
  | "too-old"
  /** From further in the future than is tolerated. */
  | "too-new"
  | "missing-delivery-id"
  /** Empty, longer than 256 characters, not visible ASCII, or several. */
  | "malformed-delivery-id"
  | "body-too-large"
  /** The sender left before the end. */
  | "body-incomplete";

/** A delivery that was signed with one of the secrets. */
export interface VerifiedDelivery {
  readonly valid: true;
  readonly scheme: SignatureScheme;
  /**
   * The same on every attempt, to recognize repeats. The service's own signature does not cover
   * it: who has a delivery can send it under another id. An envelope's own `id` is signed.
   */
  readonly deliveryId: string;
  /**
   * The body's `type`, which is signed; the event header for a body without one, undefined where
   * there is neither.
   */
  readonly event: string | undefined;
  /** When the attempt was made, in Unix seconds, as the sender says. */
  readonly timestamp: number;
  /** The exact bytes. */
  readonly body: Uint8Array;
  /** The body as JSON; undefined when it is none. */
  readonly json: Json | undefined;
}

/** A delivery that nobody should act on. */
export interface RefusedDelivery {
  readonly valid: false;
  readonly reason: RefusalReason;
}

/** What came of a verification. */
export type Verification = VerifiedDelivery | RefusedDelivery;
