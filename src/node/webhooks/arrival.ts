import type { RefusalReason } from "../../webhooks/index.ts";

/** A delivery that came to the listener, and what it was answered. */
export interface Arrival {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Path and query. */
  readonly path: string;
  /** `unverified`: the listener was given no secret. */
  readonly verdict: "verified" | "unverified" | RefusalReason;
  readonly deliveryId: string | undefined;
  readonly event: string | undefined;
  /** How often its id has come, this time included. */
  readonly attempt: number;
  /** The status of the answer. */
  readonly answered: number;
  readonly body: Uint8Array;
}
