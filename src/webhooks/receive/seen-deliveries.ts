import { checkArgument } from "../../core/index.ts";
/** Who wants to handle a delivery. */
export interface SeenClaim {
  /** The delivery's id. */
  readonly id: string;
  /** Of this claim alone, so that one that was given up cannot end its successor. */
  readonly token: string;
}

/** Refuses what is no claim; gives the claim. */
export function checkClaim<Claim extends SeenClaim>(claim: Claim): Claim {
  checkArgument("id of the claim, { id, token },", claim?.id, "string");
  return claim;
}

/** A claim while it is being asked for. */
export interface NewSeenClaim extends SeenClaim {
  /** Milliseconds after which a claim that was neither settled nor released counts as given up. */
  readonly leaseMs: number;
}

/** What is known of the delivery of a claim. */
export type SeenState =
  /** Nobody handled it, and nobody else handles it now: it is the caller's. */
  | "claimed"
  /** Somebody handles it now. */
  | "busy"
  /** It was handled. */
  | "seen";

/**
 * Which deliveries were handled. A sender that got no answer sends again, so an id is remembered for
 * longer than a sender goes on: for a day at least.
 */
export interface SeenDeliveries {
  /**
   * Takes a delivery: of all that ask, one gets it until it is settled, released or its lease is
   * over.
   */
  claim(claim: NewSeenClaim): Promise<SeenState>;
  /** It was handled: from now on it is seen. Nothing happens when the claim was given up. */
  settle(claim: SeenClaim): Promise<void>;
  /** It was not handled: the next may claim it. Nothing happens when the claim was given up. */
  release(claim: SeenClaim): Promise<void>;
}
